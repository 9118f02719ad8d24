/** Decodes the bits of one circuit, a little at a time, with one decoder or with several side by side. */
import { setImmediate } from 'node:timers/promises'
import type { Decoder } from '../../contract/model/protocols'
import { addTallies, NO_TALLIES, type PackedOutcomes, type Tallies } from '../../qec/decoding/flag-lut'
import { type AttemptCount, addAttempts, preparedShots } from '../../qec/decoding/prepared-shots'
import type { WordRange } from '../../qec/decoding/triggers'
import { planesOfWords, popcount, type WordPlanes, wordsOf } from '../../qec/decoding/words'
import type { BitPlanes } from '../../qec/program/frame'
import { type Circuit, planesOf } from '../planning/circuit'
import type { Kernels } from '../sampling/engine'
import type { RunPlan } from '../planning/plan'
import type { Scheme } from './protocols'
import type { DecodePiece } from './slices'

export interface Outcome {
  readonly accepted: number
  /** Of the accepted. */
  readonly failures: number
  /** Shots whose outcome or acceptance differs from the first decoder's. */
  readonly changed: number
}

export interface Outcomes extends Tallies {
  /** One for each decoder. */
  readonly outcomes: readonly Outcome[]
  /** Of the verified preparation, in order; empty without one. */
  readonly attempts: readonly AttemptCount[]
}

export interface CircuitDecoder {
  readonly decode: readonly DecodePiece[]
  /** Which shots have a state; absent where all have. */
  readonly prepared?: (planes: WordPlanes, range: WordRange) => Prepared
}

interface Prepared {
  readonly served: Int32Array
  readonly attempts: readonly AttemptCount[]
}

/** The decoders of a plan, side by side; tables are built once for all of its circuits. */
export function circuitDecoders(
  scheme: Scheme,
  plan: RunPlan,
  decoders: readonly Decoder[],
  kernels: Kernels,
): (circuit: Circuit) => CircuitDecoder {
  const of = decoders.map(decoder => scheme.decoders[decoder].decoder(plan, kernels))
  return circuit => ({
    decode: of.map(one => one(circuit)),
    ...(plan.preparation ? { prepared: preparedBy(circuit) } : {}),
  })
}

function preparedBy(circuit: Circuit): NonNullable<CircuitDecoder['prepared']> {
  const extra = planesOf(circuit)
  return (planes, { from, to }) => {
    const range = { from: from * 4, to: Math.min(to * 4, Math.ceil(planes.shots / 8)) }
    const { served, attempts } = preparedShots(planesOfWords(planes), extra, range)
    return { served: new Int32Array(served.buffer), attempts }
  }
}

export const noOutcomes = (decoders: number): Outcomes => ({
  ...NO_TALLIES,
  outcomes: Array.from({ length: decoders }, () => ({ accepted: 0, failures: 0, changed: 0 })),
  attempts: [],
})

export const addOutcomes = (a: Outcomes, b: Outcomes): Outcomes => ({
  ...addTallies(a, b),
  outcomes: a.outcomes.map(({ accepted, failures, changed }, i) => ({
    accepted: accepted + b.outcomes[i]!.accepted,
    failures: failures + b.outcomes[i]!.failures,
    changed: changed + b.outcomes[i]!.changed,
  })),
  attempts: addAttempts(a.attempts, b.attempts),
})

/** Words counted before the event loop gets its turn. */
const WORDS_AT_ONCE = 2_000

/** Gives way to the event loop; throws the signal's reason when aborted. */
export async function decodePlanes(
  planes: BitPlanes,
  { decode, prepared }: CircuitDecoder,
  signal: AbortSignal,
  onProgress: (fraction: number) => void = () => {},
): Promise<Outcomes> {
  const all: PackedOutcomes[] = []
  for (const [i, one] of decode.entries())
    all.push(await one(planes, { signal, onProgress: fraction => onProgress((i + fraction) / decode.length) }))
  signal.throwIfAborted()
  const bits = wordsOf(planes)
  const words = Math.ceil(planes.shots / 32)
  let sum: Outcomes = { ...noOutcomes(decode.length), ...addTallies(NO_TALLIES, all[0]!) }
  for (let from = 0; from < words; from += WORDS_AT_ONCE) {
    const range = { from, to: Math.min(words, from + WORDS_AT_ONCE) }
    const state = prepared?.(bits, range)
    const slices = all.map(outcomes => among(state, outcomes, range))
    const outcomes = slices.map(slice => counted(slice, slices[0]!))
    sum = addOutcomes(sum, { ...NO_TALLIES, outcomes, attempts: state?.attempts ?? [] })
    await setImmediate()
    signal.throwIfAborted()
  }
  return sum
}

type Kept = Pick<PackedOutcomes, 'accepted' | 'wrong'>

/** Of the range; shots without a state are not accepted. */
function among(prepared: Prepared | undefined, { accepted, wrong }: Kept, { from, to }: WordRange): Kept {
  const kept = accepted.subarray(from, to)
  return {
    accepted: prepared ? kept.map((word, i) => word & prepared.served[i]!) : kept,
    wrong: wrong.subarray(from, to),
  }
}

function counted({ accepted, wrong }: Kept, first: Kept): Outcome {
  const count = { accepted: 0, failures: 0, changed: 0 }
  for (let i = 0; i < accepted.length; i++) {
    const both = accepted[i]! & first.accepted[i]!
    count.accepted += popcount(accepted[i]!)
    count.failures += popcount(accepted[i]! & wrong[i]!)
    count.changed += popcount((accepted[i]! ^ first.accepted[i]!) | ((wrong[i]! ^ first.wrong[i]!) & both))
  }
  return count
}
