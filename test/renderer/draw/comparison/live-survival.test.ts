import { describe, expect, it } from 'vitest'
import { liveSurvivalPlot, liveSurvivalTable } from '../../../../renderer/src/draw/comparison/live-survival'

const COUNTS = [
  { of: 'physical', rounds: 4, shots: 100, accepted: 100, failures: 10 },
  { of: 'encoded', rounds: 2, shots: 200, accepted: 50, failures: 5 },
  { of: 'encoded', rounds: 0, shots: 100, accepted: 0, failures: 0 },
] as const

describe('survival so far', () => {
  it('is of the kept shots, with an interval around it', () => {
    const { columns, rows } = liveSurvivalTable(COUNTS)
    expect(rows.every(row => row.length === columns.length)).toBe(true)
    expect(rows.map(row => [row[1], row[5]])).toEqual([
      [0, '—'],
      [2, '90 %'],
      [4, '90 %'],
    ])
    const { traces } = liveSurvivalPlot(COUNTS, 8, 'light')
    // Nothing kept is no point.
    expect(traces.map(trace => trace.y)).toEqual([[0.9], [0.9]])
    const bars = traces.map(trace => trace.error_y as { array: number[]; arrayminus: number[] })
    for (const { array, arrayminus } of bars) {
      expect(array[0]).toBeGreaterThan(0)
      expect(arrayminus[0]).toBeGreaterThan(array[0]!)
    }
  })

  it('has the axis of the whole run from its first point', () => {
    const { layout } = liveSurvivalPlot(COUNTS, 8, 'dark')
    expect((layout!.xaxis as { range: number[] }).range[1]).toBeCloseTo(8.4)
  })
})
