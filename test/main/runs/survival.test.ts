import { describe, expect, it } from 'vitest'
import type { CardinalState } from '../../../main/contract/model/protocols'
import { CARDINAL_STATES } from '../../../main/contract/model/protocols'
import type { Comparison } from '../../../main/contract/runs/comparison'
import { exactFailure } from '../../../main/qec/experiment/bloch-vector'
import { physicalWallTime } from '../../../main/runs/execution/execute-plan'
import type { EncodedResult } from '../../../main/runs/model/run'
import { baselineCircuit } from '../../../main/runs/planning/circuits'
import { createRunPlan } from '../../../main/runs/planning/plan-run'
import { runEngines } from '../../../main/runs/sampling/frame-engine'
import { sampledBaseline } from '../../../main/runs/sampling/sample'
import { createReferenceSimulator } from '../../../main/simulation/engines'
import { createReferenceTrajectories } from '../../../main/simulation/trajectories/reference'
import { completed, MODULE, request, resolvedWithNoise, SHORT_LIVED } from './laboratory'
import { labs } from './open-labs'

const lab = labs()

describe('the survival verdict of a run', () => {
  it('says plainly that a lost state survives less often at every measured R, whatever the gain says', async () => {
    const { runs } = lab({ figures: SHORT_LIVED })
    const run = await runs.submit(MODULE, request({ rounds: 1, override: true, preparation: 'projective' }))
    const record = await completed(runs, run)
    const verdict = record.survival_verdict!
    expect(verdict).toEqual(record.comparison.survival_verdict)
    expect(verdict).toMatchObject({ verdict: 'lower', includes: 'preparation and readout included', acceptance: null })
    expect(verdict.best!.differences.map(({ rounds }) => rounds)).toEqual([0, 1])
    expect(verdict.best!.qubit).toBe(record.comparison.best!.qubit)
    expect(verdict.crossing!.predicted).toBe(true)
    for (const words of [
      'lower than the best physical qubit',
      'preparation and readout included',
      'Predicted before',
      'One-sided',
    ])
      expect(verdict.text).toContain(words)
    const { summary } = runs.get({ ...MODULE, run_id: run.run_id })
    expect(summary!.survival_verdict).toMatchObject({ verdict: 'lower', text: verdict.text })
    const worded = verdict.best!.verdict
    expect([record.logical_gain.best.verdict, worded]).not.toContain('gain')
  })
  it('reports the acceptance of detection mode, and stays when the bits are decoded again', async () => {
    const { runs } = lab()
    const run = await runs.submit(MODULE, request({ mode: 'detection', rounds: [1, 2], states: ['0', 'i'] }))
    const record = await completed(runs, run)
    expect(record.survival_verdict!.acceptance!.map(({ rounds }) => rounds)).toEqual([0, 1, 2])
    expect(record.survival_verdict!.text).toContain('Shots kept')
    expect(record.comparison.physical_wall_time).toBeUndefined()
    const again = await runs.redecode({ ...MODULE, run_id: run.run_id }, { decoder: 'flag-map' })
    expect(again.comparison.survival_verdict).toEqual(record.survival_verdict)
  })
})

describe('the survival verdict of a correction run that discards shots', () => {
  it('reports how many it kept where no allowed attempt verified a state', async () => {
    const { runs } = lab({ figures: SHORT_LIVED })
    const asked = request({ rounds: 1, states: ['0'], override: true, preparation: 'verified' })
    const record = await completed(runs, await runs.submit(MODULE, asked))
    expect(record.preparation!.shots_unserved).toBeGreaterThan(0)
    expect(record.survival_verdict!.acceptance![0]!.measured.value).toBeLessThan(1)
  })
  it('reports how many it kept: without feed-forward an open window cannot be closed', async () => {
    const { runs } = lab({ profile: { feedforward_latency_ns: null } })
    const run = await runs.submit(MODULE, request({ rounds: [1, 2], states: ['0', 'i'], preparation: 'projective' }))
    const record = await completed(runs, run)
    expect(record).toMatchObject({ mode: 'correction', protocol: 'cyclic-window' })
    const { acceptance, text } = record.survival_verdict!
    expect(acceptance!.map(({ rounds }) => rounds)).toEqual([0, 1, 2])
    expect(acceptance!.find(({ rounds }) => rounds === 1)!.measured.value).toBeLessThan(1)
    expect(text).toContain('Shots kept')
    const again = await runs.redecode({ ...MODULE, run_id: run.run_id }, { decoder: 'flag-map' })
    expect(again.comparison.survival_verdict!.acceptance).toEqual(acceptance)
  })
})

describe('the baseline at the wall times of the shots', () => {
  it('waits for the rounds as they lasted, on the best and the median qubit, beside the headline', async () => {
    const { runs } = lab()
    const run = await runs.submit(MODULE, request({ rounds: [1, 3], states: ['0', '+'], preparation: 'projective' }))
    const record = await completed(runs, run)
    const { best, median, physical_wall_time: wall } = record.comparison
    expect(wall!.best!.qubit).toBe(best!.qubit)
    expect(wall!.median!.qubit).toBe(median!.qubit)
    expect(wall!.best!.points).toHaveLength(2 * 2)
    for (const point of wall!.best!.points) expect(point.shots).toBe(200)
    const { value_ns, mean_with_repeats_ns } = record.round_duration_measured
    const mean = wall!.wall_times.reduce((sum, { mean_ns }) => sum + mean_ns, 0) / 4
    expect(wall!.wall_times.map(({ nominal_ns }) => nominal_ns)).toEqual([value_ns, 3 * value_ns])
    expect(mean / mean_with_repeats_ns!).toBeCloseTo(1, 9)
    const again = await runs.redecode({ ...MODULE, run_id: run.run_id }, { decoder: 'flag-map' })
    expect(again.comparison.physical_wall_time!.best!.points).toEqual(wall!.best!.points)
  })
  it('takes one of two times after cyclic windows, by whether the last one was open', async () => {
    const { runs } = lab()
    const record = await completed(
      runs,
      await runs.submit(MODULE, request({ rounds: 2, states: ['-'], protocol: 'cyclic-window' })),
    )
    const [row] = record.comparison.physical_wall_time!.wall_times
    expect(row!.distinct).toBe(2)
    expect(row!.least_ns).toBe(row!.nominal_ns)
  })
  it('keeps what is exactly left on average over the durations', async () => {
    const plan = createRunPlan(await resolvedWithNoise())
    const { duration_ns } = plan.compiled
    const wall_times = new Map([
      [2 * duration_ns, 50],
      [3 * duration_ns, 30],
      [9 * duration_ns, 20],
    ])
    const encoded = CARDINAL_STATES.map(state => ({
      state,
      rounds: 2,
      accepted: 100,
      failures: 10,
      shots: 100,
      wall_times,
    }))
    const engines = runEngines({ simulator: createReferenceSimulator(), trajectories: createReferenceTrajectories() })
    const side = { qubit: 3, error_per_round: estimate, pooled: [] }
    const comparison = { best: side, median: side, physical: [] as Comparison['physical'] } as unknown as Comparison
    const asked = { seed: Math.floor(Math.random() * 2 ** 32), shots: 2_000 }
    const given = { plan, settings: asked, signal: new AbortController().signal }
    const context = { ...given, baselineAfter: sampledBaseline(engines.frames, given) }
    const waited = (await physicalWallTime(encoded as unknown as EncodedResult[], comparison, context))!
    expect(waited.best!.points).toEqual(waited.median!.points)
    const exact = (state: CardinalState) =>
      [...wall_times].reduce((sum, [time, shots]) => {
        const program = baselineCircuit(plan, { qubit: 3, state, rounds: 2, duration_ns: time })
        return sum + (shots / 100) * exactFailure(program, 'twirled')
      }, 0)
    for (const { state, failures, shots } of waited.best!.points) {
      const p = exact(state!)
      expect(shots).toBe(2_000)
      expect(Math.abs(failures / shots - p), `seed ${asked.seed}`).toBeLessThan(6 * Math.sqrt((p * (1 - p)) / shots))
    }
    expect(waited.wall_times).toEqual([
      {
        rounds: 2,
        nominal_ns: 2 * duration_ns,
        mean_ns: expect.closeTo(3.7 * duration_ns, 6),
        least_ns: 2 * duration_ns,
        most_ns: 9 * duration_ns,
        distinct: 3,
      },
    ])
  })
  it('is nothing where every shot took T_round × R', async () => {
    const plan = createRunPlan(await resolvedWithNoise())
    const encoded = [{ state: '0', rounds: 2, wall_times: new Map([[2 * plan.compiled.duration_ns, 100]]) }]
    const engines = runEngines({ simulator: createReferenceSimulator(), trajectories: createReferenceTrajectories() })
    const settings = { seed: 7, shots: 10 }
    const given = { plan, settings, signal: new AbortController().signal }
    const context = { ...given, baselineAfter: sampledBaseline(engines.frames, given) }
    const side = { qubit: 3, error_per_round: estimate, pooled: [] }
    const comparison = { best: side, median: null, physical: [] } as unknown as Comparison
    expect(await physicalWallTime(encoded as unknown as EncodedResult[], comparison, context)).toBeNull()
  })
})

const estimate = { value: 0.1, low: 0.09, high: 0.11, confidence: 0.95, method: '' }
