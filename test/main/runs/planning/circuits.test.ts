import { expect, it } from 'vitest'
import { measuredRounds, plannedShots, selectionShots } from '../../../../main/runs/planning/circuits'

const correction = { mode: 'correction' as const, rounds: [1, 4], states: ['0' as const, '+' as const], shots: 100 }

it('counts encoded circuits, baselines and pilots, 0 rounds among all of them, and two qubits at the wall times', () => {
  expect(measuredRounds([1, 4])).toEqual([0, 1, 4])
  expect(plannedShots(correction, 9)).toEqual({
    encoded: 3 * 2 * 100,
    baselines: 3 * 2 * 100 * 9,
    pilot: 3 * 2 * 25 * 9,
    wall_time: 2 * 2 * 2 * 100,
    total: 3 * 2 * (100 + 125 * 9) + 2 * 2 * 2 * 100,
  })
  expect(plannedShots({ ...correction, rounds: [3], states: ['0'], shots: 1 }, 0)).toEqual({
    encoded: 2,
    baselines: 0,
    pilot: 0,
    wall_time: 0,
    total: 2,
  })
  expect([1, 4, 5, 300].map(selectionShots)).toEqual([1, 1, 2, 75])
})

it('counts no baseline at the wall times in detection mode, where every shot takes T_round × R, and one for one qubit', () => {
  expect(plannedShots({ ...correction, mode: 'detection' }, 9).wall_time).toBe(0)
  expect(plannedShots(correction, 1).wall_time).toBe(2 * 2 * 100)
})
