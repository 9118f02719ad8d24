/** Decodes the bits of one circuit, in short slices, with one decoder or with several side by side. */
import type { PackedOutcomes } from '../../qec/decoding/flag-lut'
import { type AttemptCount, addAttempts } from '../../qec/decoding/prepared-shots'
import { addTallies, NO_TALLIES, type Tallies } from '../../qec/decoding/tallies'
import type { WordRange } from '../../qec/decoding/triggers'
import { addWallTimes, type WallTimes } from '../../qec/decoding/wall-time'
import { popcount, type WordPlanes, wordsOf } from '../../qec/decoding/words'
import { joined } from '../../qec/flag-map/decode'
import type { BitPlanes } from '../../qec/program/frame'
import type { DecoderCount } from '../model/run'
import type { Cancellation } from '../model/run-engine'

export type DecodeWords = (planes: WordPlanes, range: WordRange) => PackedOutcomes

export interface DecodingOptions extends Cancellation {
  readonly onProgress?: (fraction: number) => void
}

/** Decodes all shots of the planes; rejects once cancelled. */
export type DecodePlanes = (planes: BitPlanes, options: DecodingOptions) => Promise<PackedOutcomes>

export interface Slices {
  readonly rounds: number
  /** Words × rounds to decode between two checkpoints. */
  readonly at_once: number
  /** Whether the decoder works shot by shot. */
  readonly each_shot: boolean
}

/** However few the rounds: what is done shot by shot at the end takes time too. */
const MAX_WORDS_AT_ONCE = 16
/** Words between two reports of progress, at least. */
const WORDS_A_REPORT = 500

/** Passes a checkpoint after every slice. */
export function sliced(decode: DecodeWords, { rounds, at_once, each_shot }: Slices): DecodePlanes {
  const step = Math.min(each_shot ? MAX_WORDS_AT_ONCE : Infinity, Math.max(1, Math.floor(at_once / (rounds + 1))))
  return async (planes, { checkpoint, onProgress }) => {
    const bits = wordsOf(planes)
    const words = Math.ceil(planes.shots / 32)
    const parts: PackedOutcomes[] = []
    let reported = 0
    for (let from = 0; from < words; from += step) {
      const to = Math.min(words, from + step)
      parts.push(decode(bits, { from, to }))
      if (to - reported >= WORDS_A_REPORT || to === words) {
        onProgress?.(to / words)
        reported = to
      }
      checkpoint()
    }
    return joined(parts)
  }
}

export interface DecodedShots extends Tallies {
  /** Counts of each decoder. */
  readonly outcomes: readonly DecoderCount[]
  /** Counts of the attempts of the verified preparation, in order; empty without one. */
  readonly attempts: readonly AttemptCount[]
  /** Wall times of the accepted shots; empty where they are not counted. */
  readonly wall_times: WallTimes
}

export interface CircuitDecoder {
  readonly decode: readonly DecodePlanes[]
  /** Which shots have a state; absent where all have. */
  readonly prepared?: (planes: WordPlanes, range: WordRange) => PreparationOutcomes
  /** Counts the durations of the rounds of the accepted shots; absent where they are not needed. */
  readonly wall?: {
    readonly rounds: number
    readonly count: (planes: WordPlanes, range: WordRange, accepted: Int32Array) => WallTimes
  }
}

interface PreparationOutcomes {
  /** Bit mask, by word, of the shots whose preparation was accepted. */
  readonly served: Int32Array
  readonly attempts: readonly AttemptCount[]
}

export const nothingDecoded = (decoders: number): DecodedShots => ({
  ...NO_TALLIES,
  outcomes: Array.from({ length: decoders }, () => ({ accepted: 0, failures: 0, changed: 0 })),
  attempts: [],
  wall_times: new Map(),
})

export const addDecoded = (a: DecodedShots, b: DecodedShots): DecodedShots => ({
  ...addTallies(a, b),
  outcomes: a.outcomes.map(({ accepted, failures, changed }, i) => ({
    accepted: accepted + b.outcomes[i]!.accepted,
    failures: failures + b.outcomes[i]!.failures,
    changed: changed + b.outcomes[i]!.changed,
  })),
  attempts: addAttempts(a.attempts, b.attempts),
  wall_times: addWallTimes(a.wall_times, b.wall_times),
})

/** Words counted between two checkpoints, and words × rounds where wall times are. */
const WORDS_AT_ONCE = 250
const TIMED_AT_ONCE = 2_000

/** Decodes all shots with every decoder, and counts. Rejects once cancelled. */
export async function decodePlanes(
  planes: BitPlanes,
  {
    decoder: { decode, prepared, wall },
    signal,
    checkpoint,
    onProgress = () => {},
  }: DecodingOptions & { readonly decoder: CircuitDecoder },
): Promise<DecodedShots> {
  const all: PackedOutcomes[] = []
  for (const [i, one] of decode.entries())
    all.push(await one(planes, { signal, checkpoint, onProgress: done => onProgress((i + done) / decode.length) }))
  signal.throwIfAborted()
  const bits = wordsOf(planes)
  const words = Math.ceil(planes.shots / 32)
  let sum: DecodedShots = { ...nothingDecoded(decode.length), ...addTallies(NO_TALLIES, all[0]!) }
  const step = wall
    ? Math.max(1, Math.min(WORDS_AT_ONCE, Math.floor(TIMED_AT_ONCE / (wall.rounds + 1))))
    : WORDS_AT_ONCE
  for (let from = 0; from < words; from += step) {
    const range = { from, to: Math.min(words, from + step) }
    const state = prepared?.(bits, range)
    const slices = all.map(outcomes => withPreparation(state, outcomes, range))
    const outcomes = slices.map(slice => counted(slice, slices[0]!))
    const wall_times = wall?.count(bits, range, slices[0]!.accepted) ?? new Map()
    sum = addDecoded(sum, { ...NO_TALLIES, outcomes, attempts: state?.attempts ?? [], wall_times })
    checkpoint()
  }
  return sum
}

type AcceptedWords = Pick<PackedOutcomes, 'accepted' | 'wrong'>

/** Applies the preparation to the shots of the range; shots without a prepared state are not accepted. */
function withPreparation(
  prepared: PreparationOutcomes | undefined,
  outcomes: AcceptedWords,
  { from, to }: WordRange,
): AcceptedWords {
  const accepted = outcomes.accepted.subarray(from, to)
  return {
    accepted: prepared ? accepted.map((word, i) => word & prepared.served[i]!) : accepted,
    wrong: outcomes.wrong.subarray(from, to),
  }
}

function counted({ accepted, wrong }: AcceptedWords, first: AcceptedWords): DecoderCount {
  const count = { accepted: 0, failures: 0, changed: 0 }
  for (let i = 0; i < accepted.length; i++) {
    const both = accepted[i]! & first.accepted[i]!
    count.accepted += popcount(accepted[i]!)
    count.failures += popcount(accepted[i]! & wrong[i]!)
    count.changed += popcount((accepted[i]! ^ first.accepted[i]!) | ((wrong[i]! ^ first.wrong[i]!) & both))
  }
  return count
}
