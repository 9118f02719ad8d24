/** Runs on a device that decides nothing within a shot; those on one whose decisions take time are in slow-decisions.soak.test.ts. */
import { describe, expect, it } from 'vitest'
import { RunRecord } from '../../../main/contract/runs/record'
import type { RunRequest } from '../../../main/contract/runs/request'
import { RunPrediction } from '../../../main/contract/runs/run'
import { completed, MODULE, modulesOf, request } from './laboratory'
import { labs } from './open-labs'

const lab = labs()
const SMALL = { rounds: [1, 2], states: ['0', '+', 'i'] as RunRequest['states'], shots: 300 }
const small = (fields: Partial<RunRequest> = {}) => request({ ...SMALL, ...fields })

describe('a device without feed-forward', () => {
  const without = () => lab({ profile: { feedforward_latency_ns: null } })

  it('offers cyclic-window alone, proves it, and takes it where a request names no protocol', async () => {
    const modules = modulesOf(undefined, undefined, { feedforward_latency_ns: null })
    const { module, compiled } = await modules.resolve(MODULE.backend_id, MODULE.logical_id)
    expect(module.protocols).toEqual(['cyclic-window'])
    expect(module.diagnostics.ft).toMatchObject({ protocol: 'cyclic-window', failures: 0 })
    expect(module.warnings.map(({ code }) => code)).toContain('no_feedforward_window_decoder')
    expect(compiled.decision).toBeUndefined()

    const { runs } = without()
    const run = await runs.submit(MODULE, small())
    expect(run.request).toMatchObject({ protocol: 'cyclic-window', closing: 'erasure', attempts: 1 })
    const record = await completed(runs, run)
    expect(RunRecord.parse(record)).toEqual(record)
    expect(record).toMatchObject({
      protocol: 'cyclic-window',
      feedforward: { latency_ns: null, basis: null, wait_ns: 0 },
    })
    expect(record.preparation).toMatchObject({ attempts_allowed: 1, attempts_made: 9 * 300 })
    expect(record.round_layout.filter(name => name.startsWith('final.s'))).toEqual([])
    const { value, low, high } = record.postselection_acceptance_rate
    expect(value).toBeLessThan(1)
    const predicted = record.comparison.acceptance.map(one => one.predicted!)
    expect(Math.min(...predicted)).toBeLessThan(high! + 0.03)
    expect(Math.max(...predicted)).toBeGreaterThan(low! - 0.03)
    const again = await runs.redecode({ ...MODULE, run_id: run.run_id }, { decoder: 'flag-map' })
    expect(again.total_shots).toBe(9 * 300)
    const repeated = await completed(runs, await runs.replay({ ...MODULE, run_id: run.run_id }))
    expect(repeated.replay).toMatchObject({ identical: true })
  })

  it('refuses what decides within a shot, and says what can be asked for instead', async () => {
    const { runs } = without()
    const refused = (fields: Partial<RunRequest>, pointer: string, remedy: string) =>
      expect(runs.submit(MODULE, small(fields))).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(new RegExp(`no feed-forward.*${remedy}`)),
        faults: [expect.objectContaining({ pointer })],
      })
    await refused({ protocol: 'adaptive' }, '/protocol', 'protocol cyclic-window')
    await refused({ readout: 'fault-tolerant' }, '/readout', 'readout checked')
    await expect(runs.predict(MODULE, small({ protocol: 'adaptive' }))).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  it('predicts how many shots it keeps, and runs detection as ever', async () => {
    const { runs } = without()
    const prediction = await runs.predict(MODULE, small())
    expect(RunPrediction.parse(prediction).method).toContain('Acceptance: exact')
    const record = await completed(
      runs,
      await runs.submit(MODULE, small({ mode: 'detection', readout: 'fault-tolerant' })),
    )
    expect(record.protocol).toBe('detection')
  })
})
