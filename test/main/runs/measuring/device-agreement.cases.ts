/**
 * The same run on the sequencer twin and on an engine of the same calibration: what the decoders made of either's shots, the
 * baseline of every qubit and the error per round, tested for homogeneity. All tests of a comparison share its level.
 */
import { expect } from 'vitest'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { RunRequest } from '../../../../main/contract/runs/request'
import type { DecayModel } from '../../../../main/qec/noise/transform'
import { calibratedNoise, type DeviceNoise } from '../../../../main/twins/sequencer/chip/device-noise'
import { rackOf } from '../../device/rack'
import type { Figures } from '../../qec/devices'
import { openMemoryStore } from '../../store/memory-store'
import { homogeneity, normalAbove } from '../../twins/sequencer/agreement.cases'
import { engines, twinOf } from '../../twins/sequencer/rig'
import { completed, figuresOfLab, MODULE, openLab, request } from '../laboratory'

/** Level of one comparison. All seeds are fixed, so that it fails for a change of the program only. */
export const FAMILY = 1e-2

/** Half of the level is for the error per round alone, the other half for all else (weighted Bonferroni, Rosenthal and Rubin 1983). */
const OF_ERROR = 0.5

const LIVE = { backend_id: 'lab', logical_id: 'c0.L0' }
/**
 * After one round most shots are right, after eight of them many are not: together they determine an error per round best, better
 * still where few readings are wrong, as those blur both.
 */
const FIGURES: Figures = {
  qubit: index => ({
    t1_us: 250 + index,
    t2_us: 200 + index,
    fidelity_1q: 0.9997,
    readout_fidelity: 0.998,
    reset_fidelity: 0.998,
  }),
  edge: () => ({ fidelity: 0.998, duration_ns: 60 }),
}
const { profile, snapshot } = figuresOfLab(FIGURES)
const CALIBRATED = calibratedNoise(profile, snapshot)

/** Every error so many times as likely. */
const scaled = (times: number, noise: DeviceNoise = CALIBRATED): DeviceNoise => ({
  single: qubit => times * noise.single(qubit),
  readout: qubit => times * noise.readout(qubit),
  reset: qubit => times * noise.reset(qubit),
  idle: (qubit, ns) => noise.idle(qubit, times * ns),
  cz: (a, b, pulses) => times * noise.cz(a, b, pulses),
})

export async function measured(request: RunRequest, decay: DecayModel, noise = CALIBRATED): Promise<RunRecord> {
  const qubits = profile.qubits.map(({ index }) => index)
  const rack = await rackOf({ sequencer: twinOf(decay, { noise, qubits, seed: 20_261_124 }) })
  const runs = openLab({ store: openMemoryStore(), figures: FIGURES, device: rack.device })
  try {
    return await completed(runs, await runs.submit(LIVE, request))
  } finally {
    await runs.stop()
    await rack.registry.close()
  }
}

/** On the mock, by the request's engine. */
export async function sampled(request: RunRequest): Promise<RunRecord> {
  const { trajectories } = engines
  const runs = openLab({ store: openMemoryStore(), figures: FIGURES, trajectories })
  try {
    return await completed(runs, await runs.submit(MODULE, request))
  } finally {
    await runs.stop()
  }
}

interface Counts {
  readonly shots: number
  readonly accepted: number
  readonly failures: number
}

/** Kept and right, kept and wrong, thrown away. */
const outcomes = ({ shots, accepted, failures }: Counts) => [accepted - failures, failures, shots - accepted]

const Z_95 = 1.959964

/** The error per round with its standard error, from the 95 % interval. */
function errorOf({ comparison }: RunRecord) {
  const { value, low, high } = comparison.encoded.fit!.error_per_round
  return { value: value!, sigma: (high! - low!) / (2 * Z_95) }
}

export interface Agreement {
  /** Of everything that is compared, as one test; beyond `FAMILY` the records agree. */
  readonly p: number
  /** Of the error per round of the encoded qubit alone, at its half of the level. */
  readonly p_error: number
  /** How likely an error per round that is off by so much would be found. */
  power(share: number): number
}

export function agreement(one: RunRecord, other: RunRecord): Agreement {
  const [a, b] = [one.comparison, other.comparison]
  const encoded = a.encoded.points.map((point, i) => homogeneity(outcomes(point), outcomes(b.encoded.points[i]!)))
  const physical = a.physical.map(({ points }, i) => {
    const sum = (all: readonly Counts[], of: keyof Counts) => all.reduce((total, point) => total + point[of], 0)
    const counts = (all: readonly Counts[]) => [sum(all, 'failures'), sum(all, 'shots') - sum(all, 'failures')]
    return homogeneity(counts(points), counts(b.physical[i]!.points))
  })
  const [first, second] = [errorOf(one), errorOf(other)]
  const sigma = Math.hypot(first.sigma, second.sigma)
  const p_error = 2 * normalAbove(Math.abs(first.value - second.value) / sigma)
  const others = [...encoded, ...physical]
  const p_others = (others.length * Math.min(...others)) / (1 - OF_ERROR)
  return {
    p: Math.min(1, p_others, p_error / OF_ERROR),
    p_error: Math.min(1, p_error / OF_ERROR),
    power(share) {
      let least = 0
      while (2 * normalAbove(least) > OF_ERROR * FAMILY) least += 0.001
      return normalAbove(least - (share * second.value) / sigma)
    },
  }
}

interface Comparison {
  readonly decay: DecayModel
  readonly engine: RunRequest['engine']
  /** Of each preparation on the twin. */
  readonly shots: number
  /** Of each preparation by the engine. */
  readonly reference_shots: number
  /** Relative error of the error per round that would be found with a power above 0.8. */
  readonly found: number
}

/** The records agree, an error per round that is off by `found` would be seen with a power above 0.8, and a twin whose noise is 10 % too strong is found out. */
export async function expectAgreement({
  decay,
  engine,
  shots,
  reference_shots,
  found: share,
}: Comparison): Promise<void> {
  const asked = request({ rounds: [1, 8], shots, preparation: 'projective', engine })
  const reference = await sampled({ ...asked, shots: reference_shots })
  const found = agreement(await measured(asked, decay), reference)
  console.info(`${engine}: p = ${found.p}, power against ${100 * share} %: ${found.power(share)}`)
  expect(found.p).toBeGreaterThan(FAMILY)
  expect(found.power(share)).toBeGreaterThan(0.8)
  const wrong = agreement(await measured({ ...asked, shots: 4_000 }, decay, scaled(1.1)), reference)
  console.info(`${engine}: noise 10 % too strong: p = ${wrong.p}, of the error per round ${wrong.p_error}`)
  expect(wrong.p).toBeLessThan(FAMILY)
}
