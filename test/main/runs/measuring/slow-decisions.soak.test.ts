/** Runs on a device whose decisions take longer than its resets. */
import { describe, expect, it } from 'vitest'
import type { RunRequest } from '../../../../main/contract/runs/request'
import { completed, MODULE, modulesOf, request } from '../laboratory'
import { labs } from '../open-labs'

const lab = labs()
const SMALL = { rounds: [1, 2], states: ['0', '+', 'i'] as RunRequest['states'], shots: 300 }
const small = (fields: Partial<RunRequest> = {}) => request({ ...SMALL, ...fields })

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
