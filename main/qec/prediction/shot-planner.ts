/**
 * How many shots distinguish a gain from 1, by simulated runs that are counted and judged as a run is. Each of them finds
 * anew the qubits that a gain has to hold against, or the median of all qubits. The encoded side is known from a simulation
 * only: its decays are drawn among those that the simulation leaves possible, and the quarter nearest to a gain of 1 is
 * used.
 */
import { lowerMedian } from '../experiment/baseline'
import type { Curves, Decay, DecayDraw, Grid } from '../statistics/posterior'
import { uniforms } from '../statistics/random'
import {
  type CountInformation,
  counted,
  errorDeviation,
  informationOf,
  meanError,
  oneStepError,
  oneStepMedians,
  type PlannedCircuits,
  posteriorOfCounts,
  verdictOverBest,
  verdictOverMedian,
} from './simulated-counts'

/** A physical qubit, known exactly: ε and A of each basis. */
export interface PlannedQubit {
  readonly circuits: PlannedCircuits
  readonly decay: Decay
}

export interface PlannedEncoded {
  readonly circuits: PlannedCircuits
  /** Draws decays among those that the prediction leaves possible. */
  readonly decay: DecayDraw
}

/** Share of the simulated runs that must find the verdict: a little more than the four of five that are promised. */
const FOUND_SHARE = 0.83
/** Decays drawn for the encoded side, and how many of them, those nearest to a gain of 1, are used. */
const DECAYS = 256
const NEAREST = DECAYS / 4
/**
 * Steps of the search upwards: simulated runs of each, how many of them must find the verdict for it to be the last, and
 * the factor between the shots of two steps.
 */
const BRACKETING = { runs: 8, found: 6, factor: 4 } as const
const SIMULATED_RUNS = 240
/** Octaves of shots, divided by (4 + run)^0.75: the first simulated run moves the shots by less than one octave. */
const STRIDE = 3.7
const MAX_SHOTS = 2 ** 40

/** Physical qubit that the gain is relative to. */
export type Against = 'best' | 'median'

/** Qubits that a simulated run tests, those of the smallest errors: a gain over these is taken for a gain over all. */
const TESTED = 4

/**
 * Shots for each state and number of rounds so that the verdict on the gain against the best or the median physical qubit
 * is found in four of five runs; null where no number does this, or where the prediction leaves open on which side of 1 the
 * gain lies. `physical` has every qubit, least error first. `checkpoint` is called for each simulated run, about a
 * millisecond of work.
 */
export function shotsNeeded(
  physical: readonly PlannedQubit[],
  {
    encoded,
    against,
    checkpoint,
  }: { readonly encoded: PlannedEncoded; readonly against: Against; readonly checkpoint: () => void },
): number | null {
  const random = uniforms(0n)
  const rival = meanError(physical[against === 'best' ? 0 : lowerMedian(physical.length)]!.decay)
  const decays = Array.from({ length: DECAYS }, () => encoded.decay(random)).sort((a, b) => meanError(a) - meanError(b))
  const wins = meanError(decays[DECAYS / 2]!) < rival
  const near = wins ? decays.slice(-NEAREST) : decays.slice(0, NEAREST)
  const crossed = near.filter(decay => meanError(decay) < rival !== wins).length
  if (crossed > (1 - FOUND_SHARE) * near.length) return null
  const finds = (shots: number): boolean => {
    checkpoint()
    const decay = near[Math.floor(random() * near.length)]!
    const logical = informationOf(encoded.circuits, decay, shots)
    const grid = posteriorOfCounts(logical, counted(logical, random))
    const measured = measuredOf(physical, shots, random)
    return verdictOfRun({ measured, encoded: grid }, against, random) === (wins ? 1 : -1)
  }
  return stochasticApproximation(finds, bracketed(finds))
}

/** A physical qubit of a simulated run: its counts, and ε after one scoring step with its standard deviation. */
interface SimulatedQubit {
  readonly qubit: CountInformation
  readonly counts: Curves
  readonly error: number
  readonly deviation: number
}

/** The qubits of a simulated run, smallest error first. */
function measuredOf(physical: readonly PlannedQubit[], shots: number, random: () => number): SimulatedQubit[] {
  const measured = physical.map(({ circuits, decay }) => {
    const qubit = informationOf(circuits, decay, shots)
    const counts = counted(qubit, random)
    return { qubit, counts, error: oneStepError(qubit, counts), deviation: errorDeviation(qubit) }
  })
  return measured.sort((a, b) => a.error - b.error)
}

function verdictOfRun(
  { measured, encoded }: { readonly measured: readonly SimulatedQubit[]; readonly encoded: Grid | null },
  against: Against,
  random: () => number,
): -1 | 0 | 1 {
  if (!encoded) return 0
  if (against === 'median')
    return verdictOverMedian(oneStepMedians(measured, lowerMedian(measured.length), random), encoded)
  const nearest = measured.slice(0, TESTED).map(({ qubit, counts }) => posteriorOfCounts(qubit, counts))
  return verdictOverBest(nearest, measured.length, encoded)
}

/** The first number of shots, going up by a factor, at which enough runs find the verdict; null above `MAX_SHOTS`. */
function bracketed(finds: (shots: number) => boolean): number | null {
  for (let shots = 1; shots <= MAX_SHOTS; shots *= BRACKETING.factor) {
    let found = 0
    for (let run = 0; run < BRACKETING.runs && run - found <= BRACKETING.runs - BRACKETING.found; run++) {
      if (finds(shots)) found++
    }
    if (found >= BRACKETING.found) return shots
  }
  return null
}

/**
 * Stochastic approximation (Robbins and Monro 1951) with the average of its second half: up by a large step where a run misses
 * the verdict, down by a small one where it finds it; later runs move less.
 */
function stochasticApproximation(finds: (shots: number) => boolean, start: number | null): number | null {
  if (start === null) return null
  let [octaves, sum] = [Math.log2(start), 0]
  for (let run = 1; run <= SIMULATED_RUNS; run++) {
    const stride = STRIDE / (4 + run) ** 0.75
    octaves = Math.max(0, octaves + stride * (finds(Math.round(2 ** octaves)) ? FOUND_SHARE - 1 : FOUND_SHARE))
    if (run > SIMULATED_RUNS / 2) sum += octaves
  }
  const shots = Math.ceil(2 ** (sum / (SIMULATED_RUNS / 2)))
  return shots <= MAX_SHOTS ? shots : null
}
