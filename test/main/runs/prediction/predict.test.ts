import { describe, expect, it } from 'vitest'
import { RunPrediction } from '../../../../main/contract/runs/run'
import { strideOf } from '../../../../main/qec/program/frame'
import { furtherRounds, pilotRounds } from '../../../../main/runs/prediction/pilot-run'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import type { Figures } from '../../qec/devices'
import { findAddon, nativeWith } from '../../simulation/engine-fixtures'
import { completed, MODULE, request, SHORT_LIVED } from '../laboratory'
import { codeOf, labs } from '../open-labs'

const lab = labs()
const addon = findAddon()

describe('a prediction', () => {
  it('is labelled, the same every time, and stores nothing', async () => {
    const { runs, store } = lab({ simulator: createReferenceSimulator() })
    const asked = request({ rounds: [1, 2] })
    const [one, two] = [await runs.predict(MODULE, asked), await runs.predict(MODULE, { ...asked, seed: 99 })]
    expect(RunPrediction.parse(one)).toEqual(one)
    expect(two).toEqual(one)
    expect(one).toMatchObject({ predicted: true, gate_passed: true })
    expect(one.method).toMatch(/sampled.*reference.*exact/s)
    expect(store.db.prepare('SELECT count(*) AS n FROM runs').get()).toEqual({ n: 0 })
  })

  it('counts shots, bytes and seconds of the run it is about', async () => {
    const { runs } = lab()
    const asked = request({ rounds: [1, 3], states: ['0', '+'], shots: 1000, preparation: 'projective' })
    const prediction = await runs.predict(MODULE, asked)
    // Nine baselines beside each encoded circuit, 0 rounds among them, a quarter of the shots again as pilots, and two qubits
    // at the wall times.
    expect(prediction.total_shots).toBe(3 * 2 * (1000 * 10 + 250 * 9) + 2 * 2 * 2 * 1000)
    expect(prediction.bytes).toBe(2 * (12 + 5 + 2 * 12 + 5 + 4 * 12 + 5) * strideOf(1000))
    const run = await runs.submit(MODULE, asked)
    const { round_duration_measured } = await completed(runs, run)
    const [one, rounds] = [round_duration_measured.value_ns / 1e9, 1 + 1 + 1 + 3 + 1]
    expect(prediction.device_time_s).toBeGreaterThan(2 * 1000 * (rounds + 5) * one)
    expect(prediction.device_time_s).toBeLessThan(2 * 1000 * (rounds + 5) * one * 2)
  })

  it('does not stop at a failed gate but says so, and warns of what the module warns of', async () => {
    const { runs } = lab({ figures: SHORT_LIVED })
    const prediction = await runs.predict(MODULE, request({ rounds: [1, 2] }))
    expect(prediction.gate_passed).toBe(false)
    const codes = prediction.warnings.map(({ code }) => code)
    expect(codes).toContain('round_duration_exceeds_gate')
    expect(codes).toContain('readout_not_self_checking')
  })

  it('is refused where a run would be: unknown modules and backends, too many bits', async () => {
    const { runs } = lab()
    expect(await codeOf(() => runs.predict({ ...MODULE, logical_id: 'c9.L0' }, request()))).toBe('not_found')
    expect(await codeOf(() => runs.predict({ ...MODULE, backend_id: 'nowhere' }, request()))).toBe('not_found')
    const huge = request({ rounds: 1000, shots: 1_000_000 })
    expect(await codeOf(() => runs.predict(MODULE, huge))).toBe('invalid_request')
  })
})

describe('the rounds of the pilot run', () => {
  const always = () => 1
  it.each([
    [[3], [3]],
    [[12], [12]],
    [[300], [4, 12]],
    [
      [1, 2, 4],
      [1, 4],
    ],
    [
      [100, 200],
      [4, 12],
    ],
    [
      [5, 6],
      [2, 6],
    ],
  ])('for %j are %j', (rounds, simulated) => {
    expect(pilotRounds(rounds, always)).toEqual(simulated)
  })

  it.each([
    [[1], 4],
    [[2], 8],
    [[3], 1],
    [[12], 4],
    [[1, 4], null],
  ])('for a curve where %j are simulated go further: %j', (simulated, further) => {
    expect(furtherRounds(simulated, always)).toBe(further)
    if (further !== null) expect(simulated).not.toContain(further)
    expect(furtherRounds([1], rounds => 0.1 ** rounds)).toBe(2)
  })

  it('are fewer where detection would accept next to nothing', () => {
    expect(pilotRounds([1, 10], rounds => Math.exp(-rounds))).toEqual([1, 3])
    expect(pilotRounds([1, 10], () => 0)).toEqual([1, 2])
  })
})

/** Gates err so little that preparation and readout are most of what a dozen rounds show. */
const FINE: Figures = {
  qubit: () => ({ t1_us: 3000, t2_us: 3000, fidelity_1q: 0.99995, readout_fidelity: 0.97, reset_fidelity: 0.99 }),
  edge: () => ({ fidelity: 0.9997, duration_ns: 40 }),
}

describe.skipIf(!addon)('a prediction for one number of rounds', () => {
  it('counts preparation and readout in as the run does, over all rounds', async () => {
    const { runs } = lab({ simulator: nativeWith(addon), figures: FINE })
    const fields = { rounds: 60, shots: 5_000, states: ['0', '+', 'i'], preparation: 'projective', seed: 5 } as const
    const asked = request({ ...fields, states: [...fields.states] })
    const { measured, predicted } = (await completed(runs, await runs.submit(MODULE, asked))).comparison.error!
    const room = (2.6 / 2) * (predicted!.high! - predicted!.low! + measured.high! - measured.low!)
    expect(Math.abs(measured.value! - predicted!.value!)).toBeLessThan(room)
    expect(room).toBeLessThan(measured.value!)
  })
})

it.skipIf(!addon)(
  'predicts the same crossing of survival curves whether a run asks for one number of rounds or for several',
  async () => {
    const { runs } = lab({ simulator: nativeWith(addon) })
    const crossing = async (rounds: number[]) => {
      const { survival, method } = await runs.predict(MODULE, request({ rounds, shots: 100 }))
      return { ...survival!.crossing.best, sampled: method }
    }
    const [one, several] = [await crossing([1]), await crossing([1, 2, 4])]
    expect(one.sampled).toContain('For the curves, 4 rounds were sampled too')
    expect(one.value === null).toBe(several.value === null)
    expect(one.low ?? 0).toBeLessThanOrEqual(several.high ?? Number.POSITIVE_INFINITY)
    expect(one.high ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(several.low ?? 0)
  },
)
