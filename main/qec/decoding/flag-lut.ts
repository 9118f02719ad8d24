/**
 * From measured bits to outcomes with the decoder `flag-lut`, 32 shots to a word: which corrections anticommute with
 * the logical operator is a Boolean function of the syndrome's four bits, evaluated for a word of shots at once. Pure;
 * the per-shot reference in the tests is compared with it.
 */
import { generatorMask } from '../code/five-qubit'
import { type Readout, supportMask } from '../code/logical-readout'
import { anticommute, atIndex, multiply } from '../code/pauli'
import type { Pauli5 } from '../model/fault'
import type { DecoderTables } from '../proof/flag-table'
import { dataPlane, type PlaneLayout, roundPlane } from '../schedule/plane-layout'
import { evaluate, monomials, normalForm } from './boolean-functions'
import type { Tallies } from './tallies'
import { type TriggerWalk, type WordRange, walkTriggers } from './triggers'
import { liveBits, type WordPlanes } from './words'

export interface Decoding {
  readonly layout: PlaneLayout
  /** Pauli indices (`indexOf`) of the corrections; each correction has the syndrome under which it stands. */
  readonly tables: DecoderTables
  readonly readout: Readout
  /** The logical Pauli whose eigenstate was prepared. */
  readonly logical: Pauli5
  /** Correction mode: whether a failed check flips the outcome. */
  readonly flip_on_failed_check: boolean
  /** Reads each shot in place of `readout`, e.g. `measuredReading`. */
  readonly reading?: ReadShot
}

/**
 * One shot's outcome (bit 0) and whether its check failed (bit 1), from its bits and its reference syndrome; where the
 * corrections anticommute with the logical operator, the outcome is the other one.
 */
export type ReadShot = (bit: (plane: number) => number, syndrome: number) => number

export interface Decoded extends Tallies {
  /**
   * Per shot, 1 where it is kept: in correction mode always, except for open windows that are discarded (`erasure`).
   */
  readonly accepted: Uint8Array
  /** Per shot, 1 where the logical outcome is not the prepared one. Meaningful where accepted. */
  readonly wrong: Uint8Array
}

/** `Decoded` with one bit a shot; padding bits are 0. */
export interface PackedOutcomes extends Tallies {
  readonly accepted: Int32Array
  readonly wrong: Int32Array
}

/** Normal form of the syndromes at which a table's correction anticommutes with the logical operator. */
const anticommuting = (table: readonly number[], logical: Pauli5): number[] =>
  normalForm(table.map(correction => (anticommute(atIndex(correction), logical) ? 1 : 0)))

export function packedCorrection(planes: WordPlanes, decoding: Decoding, range: WordRange): PackedOutcomes {
  const { layout, tables, logical, flip_on_failed_check } = decoding
  const byLookup = anticommuting(tables.lookup, logical)
  const flagged = tables.flagged.map(table => anticommuting(table, logical))
  const flipped = new Int32Array(range.to - range.from)
  const products = new Int32Array(16)
  const walked = walkTriggers(planes, { layout, range, adaptive: true }, ({ index, hits, flags, change }) => {
    monomials(change, products)
    let unflagged = 0
    let flips = 0
    for (let k = 0; k < 4; k++) {
      const raised = hits[k]! & flags[k]!
      unflagged |= hits[k]! & ~raised
      if (raised !== 0) flips ^= raised & evaluate(flagged[k]!, products)
    }
    flipped[index]! ^= flips ^ (unflagged & evaluate(byLookup, products))
  })
  const { outcome, failed, live } = readOut(planes, decoding, { references: walked.references, range })
  const flip = flip_on_failed_check ? -1 : 0
  const wrong = outcome.map((word, i) => (word ^ flipped[i]! ^ (failed[i]! & flip)) & live[i]!)
  return { ...tallies(planes, walked, range), accepted: live, wrong }
}

export function packedDetection(planes: WordPlanes, decoding: Decoding, range: WordRange): PackedOutcomes {
  const { layout } = decoding
  const rejected = new Int32Array(range.to - range.from)
  const walked = walkTriggers(planes, { layout, range, adaptive: false }, ({ index, hits }) => {
    rejected[index]! |= hits[0]! | hits[1]! | hits[2]! | hits[3]!
  })
  for (let k = 0; k < 4; k++) {
    const plane = roundPlane(layout, { round: 0, kind: 'f', generator: k }) * planes.stride + range.from
    for (let i = 0; i < rejected.length; i++) rejected[i]! |= planes.words[plane + i]!
  }
  const { outcome, failed, live } = readOut(planes, decoding, { references: walked.references, range })
  return {
    ...tallies(planes, walked, range),
    accepted: live.map((word, i) => word & ~(rejected[i]! | failed[i]!)),
    wrong: outcome.map((word, i) => word & live[i]!),
  }
}

export const tallies = ({ shots }: WordPlanes, { flags, triggers }: TriggerWalk, { from, to }: WordRange): Tallies => ({
  shots: Math.min(shots, to * 32) - from * 32,
  flags,
  triggers,
})

/**
 * Outcome and check as words, with every shot's frame applied as far as its syndrome determines it; corrections that
 * anticommute with the logical operator come on top. A frame's syndrome is always the reference, and the first frame
 * commutes with the logical operator: a frame's parity with the representative (the logical operator times a
 * stabilizer) is therefore linear in its syndrome.
 */
function readOut(
  planes: WordPlanes,
  { layout, readout, logical, reading }: Pick<Decoding, 'layout' | 'readout' | 'logical' | 'reading'>,
  { references, range }: Pick<TriggerWalk, 'references'> & { readonly range: WordRange },
) {
  const parity = (measured: Pauli5, mask: number): Int32Array => {
    const sum = new Int32Array(range.to - range.from)
    const add = (words: Int32Array, at: number) => {
      for (let i = 0; i < sum.length; i++) sum[i]! ^= words[at + i]!
    }
    for (let q = 0; q < 5; q++)
      if ((supportMask(measured) >> q) & 1) add(planes.words, dataPlane(layout, q) * planes.stride + range.from)
    for (let k = 0; k < 4; k++) if ((mask >> k) & 1) add(references[k]!, 0)
    return sum
  }
  const live = Int32Array.from({ length: range.to - range.from }, (_, i) => liveBits(planes.shots, range.from + i))
  if (reading) return { ...readEach(planes, { reading, references, first: range.from, live }), live }
  return {
    outcome: parity(readout.representative, generatorMask(multiply(readout.representative, logical))),
    failed: parity(readout.check, generatorMask(readout.check)),
    live,
  }
}

interface ReadWords {
  readonly reading: ReadShot
  readonly references: TriggerWalk['references']
  /** The first word. */
  readonly first: number
  /** By word from `first` on: mask of the shots, without padding. */
  readonly live: Int32Array
}

/** Applies `reading` to each shot. */
function readEach({ words, stride }: WordPlanes, { reading, references, first, live }: ReadWords) {
  const [outcome, failed] = [new Int32Array(live.length), new Int32Array(live.length)]
  live.forEach((shots, i) => {
    for (let rest = shots; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest)
      const syndrome = references.reduce((sum, reference, k) => sum | (((reference[i]! >> bit) & 1) << k), 0)
      const read = reading(plane => (words[plane * stride + first + i]! >> bit) & 1, syndrome)
      outcome[i]! |= (read & 1) << bit
      failed[i]! |= (read >> 1) << bit
    }
  })
  return { outcome, failed }
}
