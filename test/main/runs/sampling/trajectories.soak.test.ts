import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { RunRequest } from '../../../../main/contract/runs/request'
import type { Figures } from '../../qec/devices'
import { freshSeed } from '../../simulation/engine-fixtures'
import { completed, MODULE } from '../laboratory'
import { labs } from '../open-labs'
import { addon, exact, expectAlike, fast, shotsOf } from './exact-request'
import { reproducibleCases } from './trajectories.cases'

const lab = labs()

const figuresWith = (t1_us: number, t2_us: number): Figures => ({
  qubit: () => ({ t1_us, t2_us, fidelity_1q: 0.9995, readout_fidelity: 0.985, reset_fidelity: 0.99 }),
  edge: () => ({ fidelity: 0.996, duration_ns: 60 }),
})

reproducibleCases([
  ['runs windows between proven ends', { protocol: 'cyclic-window', readout: 'fault-tolerant' }],
  ['corrects, decoded by flag-map', { decoder: 'flag-map' }],
  ['detects', { mode: 'detection' }],
])

const seedOf = () => Number(freshSeed() % 2n ** 48n)

async function bothEngines(figures: Figures, fields: Partial<RunRequest>) {
  const { runs } = lab({ ...fast, figures })
  const seed = seedOf()
  const record = async (engine: RunRequest['engine']) =>
    completed(runs, await runs.submit(MODULE, exact({ seed, engine, override: true, ...fields })))
  return { seed, frames: await record('frames'), trajectories: await record('trajectories') }
}

describe('beside the frames, trajectories', () => {
  it('count the same failures and flags where all noise is Pauli noise', async () => {
    const shots = shotsOf(3_000)
    const both = await bothEngines(figuresWith(1e9, 1e9), { shots, rounds: [2], states: ['1', '+', 'i'] })
    const pooled = (record: RunRecord) => record.comparison.encoded.pooled.at(-1)!.failures
    expect(pooled(both.frames)).toBeGreaterThan(shots / 20)
    expectAlike(pooled(both.trajectories), pooled(both.frames), 3 * shots, `failures, seed ${both.seed}`)
    for (const [k, { raised, executed }] of both.trajectories.flag_outcomes.entries()) {
      const other = both.frames.flag_outcomes[k]!
      expectAlike(raised, other.raised, 6 * shots, `flags of ${k}, seed ${both.seed}`)
      expectAlike(executed, other.executed, 6 * shots, `extractions of ${k}, seed ${both.seed}`)
    }
  })

  it('see 1 decay and 0 stay, where frames see the mean of the two', async () => {
    const shots = shotsOf(4_000)
    // Waiting is long against T1, and readout and reset err little.
    const both = await bothEngines(figuresWith(20, 40), { shots, rounds: [2], preparation: 'projective' })
    const failures = (record: RunRecord, state: string) =>
      record.comparison.physical.reduce(
        (sum, { points }) => sum + points.find(point => point.state === state && point.rounds === 2)!.failures,
        0,
      )
    const note = `seed ${both.seed}`
    const of = (state: string) => [failures(both.frames, state), failures(both.trajectories, state)] as const
    const [[frames0, exact0], [frames1, exact1]] = [of('0'), of('1')]
    expectAlike(frames0, frames1, 9 * shots, `frames, ${note}`)
    expectAlike(frames0 + frames1, exact0 + exact1, 18 * shots, `the mean, ${note}`)
    expect(exact1, note).toBeGreaterThan(3 * exact0)
    const { best } = both.trajectories.physical_baseline_error
    const predicted = await lab({ ...fast, figures: figuresWith(20, 40) }).runs.predict(
      MODULE,
      exact({ rounds: [2], states: ['0', '1'] }),
    )
    const { low, high } = best!.error_per_round
    expect(predicted.physical_best!.error_per_round, note).toBeGreaterThan(low! - 2 * (high! - low!))
    expect(predicted.physical_best!.error_per_round, note).toBeLessThan(high! + 2 * (high! - low!))
  })
})

const WAITING: Figures = {
  qubit: () => ({ t1_us: 200, t2_us: 380, fidelity_1q: 0.99997, readout_fidelity: 0.998, reset_fidelity: 0.998 }),
  edge: () => ({ fidelity: 0.9997, duration_ns: 60 }),
}

describe.skipIf(!addon)('where waiting dominates', () => {
  it('both states of a letter fail together as under the twirl, each alone does not', async () => {
    const { runs } = lab({ ...fast, figures: WAITING })
    const shots = 8_000
    const failures = async (engine: RunRequest['engine']) => {
      const asked = exact({ engine, shots, rounds: [1], preparation: 'projective', override: true, seed: 5 })
      const { encoded } = (await completed(runs, await runs.submit(MODULE, asked))).comparison
      const waited = encoded.points.filter(({ rounds }) => rounds > 0)
      return waited.map(point => point.failures) as [number, number]
    }
    const [[frames0, frames1], [exact0, exact1]] = [await failures('frames'), await failures('trajectories')]
    expectAlike(frames0, frames1, shots, 'frames')
    expectAlike(frames0 + frames1, exact0 + exact1, 2 * shots, 'together')
    expect(exact1).toBeGreaterThan(1.1 * exact0)
  })
})
