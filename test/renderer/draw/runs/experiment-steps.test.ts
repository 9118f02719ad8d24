import { describe, expect, it } from 'vitest'
import { experimentSteps, stepBefore } from '../../../../renderer/src/draw/runs/experiment-steps'
import { sampleRun } from '../../samples/runs'

const NOW = Date.parse('2026-11-21T09:00:00Z')
const MODULE = { backend_id: 'dev-a-mock', logical_id: 'a01.L0' }

describe('the step before', () => {
  it('is none at the calibration', () =>
    expect(stepBefore(experimentSteps({ backend_id: null, logical_id: null }, NOW), 'calibration')).toBeNull())

  it('of the set-up is the proof of the module', () =>
    expect(stepBefore(experimentSteps(MODULE, NOW), 'set-up')).toEqual({
      name: 'proof',
      address: '/modules/dev-a-mock/a01.L0?step=proof',
    }))

  it('leaves out steps that have no page yet: of a module that is not chosen it is the device', () =>
    expect(stepBefore(experimentSteps({ backend_id: 'dev-a-mock', logical_id: null }, NOW), 'proof')?.name).toBe(
      'module',
    ))

  it('of the verdict is the set-up, as run and verdict are one page', () => {
    const before = stepBefore(experimentSteps({ ...MODULE, run: sampleRun('COMPLETED') }, NOW), 'verdict')
    expect(before?.name).toBe('set-up')
    expect(before?.address).toContain('like=')
  })
})

it('the notes on modes and rounds are short, however many lengths there are', () => {
  const run = sampleRun('COMPLETED')
  const noteOf = (rounds: number[]) =>
    experimentSteps({ ...MODULE, run: { ...run, request: { ...run.request, rounds } } }, NOW).find(
      ({ name }) => name === 'set-up',
    )?.note
  expect(noteOf([1, 2, 4, 8])).toBe(`${run.request.mode}, R = 1 to 8`)
  expect(noteOf([4])).toBe(`${run.request.mode}, R = 4`)
})
