/** Runs on devices whose decisions take time, and on one that decides nothing within a shot. */
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

describe('a device whose decisions take longer than its resets', () => {
  const slow = { feedforward_latency_ns: 1_400, feedforward_latency_basis: 'measured' as const }
  const [reset, latency] = [400, 1_400]

  it('runs, predicts and compares with qubits that idle for rounds as long as that makes them', async () => {
    const quick = await modulesOf(undefined, undefined, { ...slow, feedforward_latency_ns: 0 }).resolve(
      'lab-mock',
      'c0',
    )
    const { runs } = lab({ profile: slow })
    const record = await completed(runs, await runs.submit(MODULE, small({ preparation: 'projective' })))
    expect(record.round_duration_measured.value_ns).toBe(quick.compiled.duration_ns + 4 * (latency - reset))
    expect(record.feedforward).toEqual({ latency_ns: latency, basis: 'measured', wait_ns: latency - reset })
    expect(record.physical_baseline_definition).toContain(`T_round = ${record.round_duration_measured.value_ns} ns`)
    expect(record.physical_baseline_definition).toContain('waits for its decisions included')
  })

  it('goes through its rounds without those waits where nothing is decided in them', async () => {
    const { runs } = lab({ profile: slow })
    const duration = async (fields: Partial<RunRequest>) =>
      (await completed(runs, await runs.submit(MODULE, small({ preparation: 'projective', ...fields }))))
        .round_duration_measured.value_ns
    const adaptive = await duration({})
    expect(await duration({ protocol: 'cyclic-window' })).toBe(adaptive - 4 * (latency - reset))
    expect(await duration({ mode: 'detection' })).toBe(adaptive - 4 * (latency - reset))
  })

  it('loses more of what waits', async () => {
    const figures = { qubit: () => ({ t1_us: 90, t2_us: 60 }) }
    const error = async (feedforward_latency_ns: number) => {
      const { runs } = lab({ figures, profile: { ...slow, feedforward_latency_ns } })
      const asked = small({ rounds: [2], states: ['+', '-'], shots: 400, preparation: 'projective', override: true })
      const { comparison } = await completed(runs, await runs.submit(MODULE, asked))
      return comparison.encoded.pooled.find(({ rounds }) => rounds === 2)!.error.value!
    }
    expect(await error(6_000)).toBeGreaterThan(await error(0))
  })
})
