/**
 * How many shots tell a gain from 1: by runs that are imagined, counted and judged as a run is. Which physical qubit is the
 * best or the median one is found anew in each of them. The encoded side is known from a simulation only, so that its decays
 * are drawn from what that leaves open, of which the quarter counts that lies nearest to a gain of 1.
 */

import type { Decay, DecayDraw } from '../statistics/posterior'
import { uniforms } from '../statistics/random'
import {
  counted,
  meanError,
  type PlannedCircuits,
  posteriorOf,
  roughError,
  type Told,
  told,
  verdictOf,
} from './simulated-counts'

/** A physical qubit, known exactly: ε and A of each basis. */
export interface PlannedQubit {
  readonly circuits: PlannedCircuits
  readonly decay: Decay
}

export interface PlannedEncoded {
  readonly circuits: PlannedCircuits
  /** Draws of what the prediction leaves open. */
  readonly decay: DecayDraw
}

/** Of the imagined runs that shall find the verdict: rather more than the four of five that are promised. */
const SHARE = 0.83
/** Decays of the encoded side, and how many of them are taken. */
const DECAYS = 256
const NEAREST = DECAYS / 4
/** Imagined runs of each step on the way up, and how many of them must find the verdict for it to be the last. */
const CLIMB = { runs: 8, found: 6, factor: 4 } as const
const IMAGINED = 240
/** Octaves by which the first imagined run moves the shots: about one over the slope of the share. */
const STRIDE = 3.7
const MOST_SHOTS = 2 ** 40

/**
 * Shots for each state and number of rounds so that the interval of the gain against the physical qubit of rank `rank`, from 0
 * for the best, excludes 1 in four of five runs; null where none do, or where the prediction leaves open on which side the
 * gain lies. `physical` has every qubit, least error first. Pauses between imagined runs, a millisecond or so of work each.
 */
export function* planningShots(
  physical: readonly PlannedQubit[],
  encoded: PlannedEncoded,
  rank: number,
): Generator<void, number | null> {
  const random = uniforms(0n)
  const rival = meanError(physical[rank]!.decay)
  const decays = Array.from({ length: DECAYS }, () => encoded.decay(random)).sort((a, b) => meanError(a) - meanError(b))
  const wins = meanError(decays[DECAYS / 2]!) < rival
  const near = wins ? decays.slice(-NEAREST) : decays.slice(0, NEAREST)
  const crossed = near.filter(decay => meanError(decay) < rival !== wins).length
  if (crossed > (1 - SHARE) * near.length) return null
  const finds = (shots: number): boolean => {
    const decay = near[Math.floor(random() * near.length)]!
    const { qubit, counts } = chosenOf(physical, rank, shots, random)
    const logical = told(encoded.circuits, decay, shots)
    const verdict = verdictOf(posteriorOf(qubit, counts), posteriorOf(logical, counted(logical, random)))
    return verdict === (wins ? 1 : -1)
  }
  return yield* settled(finds, yield* climbed(finds))
}

/** The qubit that an imagined run finds at this rank, with its counts. */
function chosenOf(physical: readonly PlannedQubit[], rank: number, shots: number, random: () => number) {
  const measured = physical.map(({ circuits, decay }) => {
    const qubit: Told = told(circuits, decay, shots)
    const counts = counted(qubit, random)
    return { qubit, counts, error: roughError(qubit, counts) }
  })
  return measured.sort((a, b) => a.error - b.error)[rank]!
}

/** Shots that are enough more often than not; null above `MOST_SHOTS`. */
function* climbed(finds: (shots: number) => boolean): Generator<void, number | null> {
  for (let shots = 1; shots <= MOST_SHOTS; shots *= CLIMB.factor) {
    let found = 0
    for (let run = 0; run < CLIMB.runs && run - found <= CLIMB.runs - CLIMB.found; run++) {
      if (finds(shots)) found++
      yield
    }
    if (found >= CLIMB.found) return shots
  }
  return null
}

/** Up by a large step where a run misses the verdict, down by a small one where it finds it; later runs move less. */
function* settled(finds: (shots: number) => boolean, start: number | null): Generator<void, number | null> {
  if (start === null) return null
  let [octaves, sum] = [Math.log2(start), 0]
  for (let run = 1; run <= IMAGINED; run++) {
    const stride = STRIDE / (4 + run) ** 0.75
    octaves = Math.max(0, octaves + stride * (finds(Math.round(2 ** octaves)) ? SHARE - 1 : SHARE))
    if (run > IMAGINED / 2) sum += octaves
    yield
  }
  const shots = Math.ceil(2 ** (sum / (IMAGINED / 2)))
  return shots <= MOST_SHOTS ? shots : null
}
