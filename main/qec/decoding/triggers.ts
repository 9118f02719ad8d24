/**
 * The walk over a run's rounds for all but cyclic windows: where each round's first trigger came, and what it changed.
 */
import { GENERATOR_INDICES } from '../code/five-qubit'
import type { PlaneLayout } from '../schedule/plane-layout'
import { roundPlane } from '../schedule/plane-layout'
import type { FlagCount } from './tallies'
import { liveBits, popcount, type WordPlanes } from './words'

/** One word of shots in one round, at least one of which triggered. One object, filled anew for every call. */
export interface TriggerWord {
  round: number
  /** Position within the range. */
  index: number
  /** Per generator k: the shots whose first trigger of the round came at k. */
  readonly hits: Int32Array
  readonly flags: Int32Array
  /** Per generator k: the shots whose outcome differs from its reference. */
  readonly outcomes: Int32Array
  /** Correction mode: what the repeat measured against the reference, per generator. */
  readonly change: Int32Array
}

/** Words [from, to) of every plane. */
export interface WordRange {
  readonly from: number
  readonly to: number
}

export interface TriggerWalk {
  /** Per generator, the reference each shot ends with. */
  readonly references: readonly Int32Array[]
  readonly flags: readonly FlagCount[]
  /** Rounds whose first trigger came at generator k, summed over the shots. */
  readonly triggers: readonly number[]
}

export interface WalkedRounds {
  readonly layout: PlaneLayout
  readonly range: WordRange
  readonly adaptive: boolean
}

/**
 * Calls `visit` for every word of every round in which a shot triggered; a word without a trigger costs twelve loads
 * (outcomes, flags and references of four generators). With `adaptive` a trigger ends the shot's flagged pass and its
 * repeat becomes the new reference (correction mode); without, every extraction is executed and the reference stays
 * (detection mode). Time O(rounds × words) and the visits.
 */
export function walkTriggers(
  { words, stride, shots }: WordPlanes,
  { layout, range: { from, to }, adaptive }: WalkedRounds,
  visit: (word: TriggerWord) => void,
): TriggerWalk {
  const four = (): Int32Array => new Int32Array(4)
  const at: TriggerWord = { round: 0, index: 0, hits: four(), flags: four(), outcomes: four(), change: four() }
  const { hits, flags, outcomes, change } = at
  const planeAt = (round: number, kind: 'a' | 'f' | 's', k: number) =>
    roundPlane(layout, { round, kind, generator: k }) * stride
  const references = GENERATOR_INDICES.map(k => words.slice(planeAt(0, 'a', k) + from, planeAt(0, 'a', k) + to))
  const [executed, raised, triggers] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]
  for (let round = 1; round <= layout.rounds; round++) {
    at.round = round
    const [a, f, s] = [planeAt(round, 'a', 0), planeAt(round, 'f', 0), planeAt(round, 's', 0)]
    for (let word = from; word < to; word++) {
      const index = word - from
      let any = 0
      for (let k = 0; k < 4; k++) {
        flags[k] = words[f + k * stride + word]!
        outcomes[k] = words[a + k * stride + word]! ^ references[k]![index]!
        any |= flags[k]! | outcomes[k]!
      }
      const live = liveBits(shots, word)
      if ((any & live) === 0) continue
      let pending = live
      for (let k = 0; k < 4; k++) {
        const seen = adaptive ? pending : live
        raised[k]! += popcount(flags[k]! & seen)
        hits[k] = (flags[k]! | outcomes[k]!) & pending
        triggers[k]! += popcount(hits[k]!)
        pending &= ~hits[k]!
      }
      at.index = index
      if (adaptive) {
        const triggered = live & ~pending
        for (let k = 0; k < 4; k++) {
          const reference = references[k]!
          change[k] = (words[s + k * stride + word]! ^ reference[index]!) & triggered
          reference[index]! ^= change[k]!
        }
      }
      visit(at)
    }
  }
  const all = (Math.min(shots, to * 32) - from * 32) * layout.rounds
  let left = all
  for (const k of GENERATOR_INDICES) {
    executed[k] = left
    if (adaptive) left -= triggers[k]!
  }
  return { references, flags: GENERATOR_INDICES.map(k => ({ executed: executed[k]!, raised: raised[k]! })), triggers }
}
