/**
 * Observations of every shot's rounds as symbols of `tables.ts`, for the protocols that correct. In the adaptive protocol a round
 * is observed when it triggers, and its repeat is the new reference. Without feed-forward every pass's outcomes are the reference
 * of the next pass, and a pass is observed when one of them changes or a flag is raised; windows, which have references of their
 * own, only decide in which shots the closing extraction was run.
 */
import { GENERATOR_INDICES } from '../code/five-qubit'
import type { FlagCount } from '../decoding/tallies'
import { type WordRange, walkTriggers } from '../decoding/triggers'
import { liveBits, popcount, type WordPlanes } from '../decoding/words'
import { type PlaneLayout, roundPlane, tailPlane } from '../schedule/plane-layout'
import { closingSymbol, observation, passSymbol } from './tables'

/** Called in order of time for each shot, counted from the range's first; the closing extraction is of round `rounds` + 1. */
type Show = (shot: number, round: number, symbol: number) => void

export interface Shown {
  /** Per generator, the references that the residual error and the readout are compared with. */
  readonly references: readonly Int32Array[]
  /** Per generator, the references that the circuit itself used. */
  readonly registers: readonly Int32Array[]
  /** Discarded shots: their window was left open. */
  readonly lost: Int32Array
  readonly flags: readonly FlagCount[]
  readonly triggers: readonly number[]
}

interface ShownShots {
  readonly layout: PlaneLayout
  readonly range: WordRange
  readonly show: Show
}

export const walkShown = (planes: WordPlanes, shots: ShownShots): Shown =>
  shots.layout.perRound === 12 ? adaptive(planes, shots) : windows(planes, shots)

function adaptive(planes: WordPlanes, { layout, range, show }: ShownShots): Shown {
  const walked = walkTriggers(
    planes,
    { layout, range, adaptive: true },
    ({ index, round, hits, flags, outcomes, change }) => {
      for (let k = 0; k < 4; k++)
        eachBit(hits[k]!, bit =>
          show(
            index * 32 + bit,
            round,
            observation(k, bitOf(outcomes[k]!, bit), bitOf(flags[k]!, bit), gathered(change, bit)),
          ),
        )
    },
  )
  return { ...walked, registers: walked.references, lost: new Int32Array(range.to - range.from) }
}

function windows({ words, stride, shots }: WordPlanes, { layout, range: { from, to }, show }: ShownShots): Shown {
  const start = (k: number) => roundPlane(layout, { round: 0, kind: 'a', generator: k }) * stride
  const references = GENERATOR_INDICES.map(k => words.slice(start(k) + from, start(k) + to))
  const registers = references.map(reference => reference.slice())
  const opened = references.map(({ length }) => new Int32Array(length))
  const [raised, triggers] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]
  const [flags, change] = [new Int32Array(4), new Int32Array(4)]
  const openAt = (i: number) => opened[0]![i]! | opened[1]![i]! | opened[2]![i]! | opened[3]![i]!
  for (let round = 1; round <= layout.rounds; round++) {
    const [a, f] = [
      roundPlane(layout, { round, kind: 'a', generator: 0 }) * stride,
      roundPlane(layout, { round, kind: 'f', generator: 0 }) * stride,
    ]
    for (let word = from; word < to; word++) {
      const i = word - from
      const live = liveBits(shots, word)
      let any = 0
      for (let k = 0; k < 4; k++) {
        const outcome = words[a + k * stride + word]!
        flags[k] = words[f + k * stride + word]! & live
        change[k] = (outcome ^ references[k]![i]!) & live
        any |= flags[k]! | change[k]!
        references[k]![i] = outcome
        // The slot as the circuit sees it: `noteWindow`.
        const open = openAt(i)
        const seen = outcome ^ registers[k]![i]!
        opened[k]![i] = (seen | flags[k]!) & ~open & live
        registers[k]![i]! ^= seen & open
        raised[k]! += popcount(flags[k]!)
        triggers[k]! += popcount(opened[k]![i]!)
      }
      eachBit(any, bit => show(i * 32 + bit, round, passSymbol(gathered(flags, bit), gathered(change, bit))))
    }
  }
  const lost = Int32Array.from({ length: to - from }, (_, i) => (layout.tail > 0 ? 0 : openAt(i)))
  for (let i = 0; layout.tail > 0 && i < to - from; i++) {
    const open = openAt(i)
    if (open === 0) continue
    for (const k of GENERATOR_INDICES) {
      const s = words[tailPlane(layout, k) * stride + from + i]!
      change[k] = s ^ references[k]![i]!
      references[k]![i]! ^= change[k]! & open
      registers[k]![i]! ^= (s ^ registers[k]![i]!) & open
    }
    eachBit(open, bit => show(i * 32 + bit, layout.rounds + 1, closingSymbol(gathered(change, bit))))
  }
  const executed = (Math.min(shots, to * 32) - from * 32) * layout.rounds
  return {
    references,
    registers,
    lost,
    triggers,
    flags: GENERATOR_INDICES.map(k => ({ executed, raised: raised[k]! })),
  }
}

const bitOf = (word: number, bit: number): number => (word >> bit) & 1

export function eachBit(word: number, visit: (bit: number) => void): void {
  for (let rest = word; rest !== 0; rest &= rest - 1) visit(31 - Math.clz32(rest & -rest))
}

/** One shot's bits of four words. */
export const gathered = (words: Int32Array, bit: number): number =>
  bitOf(words[0]!, bit) | (bitOf(words[1]!, bit) << 1) | (bitOf(words[2]!, bit) << 2) | (bitOf(words[3]!, bit) << 3)
