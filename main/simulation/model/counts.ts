import type { LoopBits } from '../../circuits/model/unroll'
import { type Checkpoint, eachChecked } from '../../worker/checkpoint'
import type { Yielder } from '../../worker/yielder'

/** Outcomes as the addon gives them: slot s of key k is bit s % 8 of byte s / 8 of its `words` × 8 bytes. */
export interface PackedCounts {
  readonly words: number
  readonly keys: Uint8Array
  readonly counts: Float64Array
}

/** Counts of many rows, one row after another; the counts of row r end before `ends[r]`. */
export interface PackedRows extends PackedCounts {
  readonly ends: Float64Array
}

/** Packed rows with the classical bits that the slots stand for. */
export type SlotRows = SlotCounts & PackedRows

/** The counts of each row. */
export const eachRow = ({ ends, keys, counts, words, clbit_of, clbits }: SlotRows): SlotCounts[] =>
  Array.from(ends, (end, row) => {
    const from = row === 0 ? 0 : ends[row - 1]!
    const bytes = words * 8
    return {
      words,
      clbit_of,
      clbits,
      keys: keys.subarray(from * bytes, end * bytes),
      counts: counts.subarray(from, end),
    }
  })

/** `clbit_of[slot]` is the classical bit a slot stands for; bits that no slot stands for are 0. */
export interface SlotCounts extends PackedCounts {
  readonly clbit_of: readonly number[]
  /** How many bits are shown, from 0 on; slots may stand for others, which are not shown. */
  readonly clbits: number
  /** A bit above those that are shown: outcomes in which it is 1 are left out. */
  readonly unfinished?: number | undefined
}

const ZERO = '0'.charCodeAt(0)

/** The counts of an unrolled circuit as those of the circuit with its loops: see `unroll.ts`. */
export const ofLoops = (packed: SlotCounts, loops: LoopBits | null): SlotCounts =>
  loops === null ? packed : { ...packed, clbits: loops.shown, unfinished: loops.unfinished }

const bitOf = ({ words, keys }: PackedCounts, outcome: number, slot: number): number =>
  (keys[outcome * words * 8 + (slot >> 3)]! >> (slot & 7)) & 1

/** Number of shots that are left out as unfinished. */
export function unfinishedShots(packed: SlotCounts): number {
  const slot = packed.unfinished === undefined ? -1 : packed.clbit_of.indexOf(packed.unfinished)
  return slot === -1 ? 0 : packed.counts.reduce((sum, count, k) => sum + bitOf(packed, k, slot) * count, 0)
}

/** Whether outcomes may differ only in bits that are not shown, or some are left out. */
const hidesBits = ({ clbit_of, clbits, unfinished }: SlotCounts): boolean =>
  unfinished !== undefined || clbit_of.some(clbit => clbit >= clbits)

/** The counts without unfinished outcomes; some of the others may differ only in bits that are not shown. */
export function finishedOnly(packed: SlotCounts): SlotCounts {
  const slot = packed.unfinished === undefined ? -1 : packed.clbit_of.indexOf(packed.unfinished)
  if (slot === -1) return packed
  const kept = [...packed.counts.keys()].filter(k => bitOf(packed, k, slot) === 0)
  const bytes = packed.words * 8
  const keys = new Uint8Array(kept.length * bytes)
  for (const [to, from] of kept.entries()) keys.set(packed.keys.subarray(from * bytes, (from + 1) * bytes), to * bytes)
  return { ...packed, keys, counts: Float64Array.from(kept, k => packed.counts[k]!), unfinished: undefined }
}

/**
 * Returns a function that gives the outcome of key k as a bitstring, left-most character = highest classical bit; null
 * where the outcome is left out.
 */
function bitstringReader(packed: SlotCounts): (k: number) => string | null {
  const { clbit_of, clbits } = packed
  const text = Buffer.alloc(clbits, ZERO)
  const unfinished = packed.unfinished === undefined ? -1 : clbit_of.indexOf(packed.unfinished)
  return k => {
    if (unfinished >= 0 && bitOf(packed, k, unfinished) === 1) return null
    for (let slot = 0; slot < clbit_of.length; slot++) {
      if (clbit_of[slot]! >= clbits) continue
      text[clbits - 1 - clbit_of[slot]!] = ZERO + bitOf(packed, k, slot)
    }
    return text.toString('latin1')
  }
}

/** Outcomes that differ in bits that are not shown are one. Works in slices: a million distinct outcomes take a second. */
export async function toBitstrings(packed: SlotCounts, yielder: Yielder): Promise<Map<string, number>> {
  const [result, bitstringAt] = [new Map<string, number>(), bitstringReader(packed)]
  for (let k = 0; k < packed.counts.length; k++) {
    if (k % 256 === 0 && yielder.isDue()) await yielder.yieldNow(1)
    const bits = bitstringAt(k)
    if (bits !== null) result.set(bits, (result.get(bits) ?? 0) + packed.counts[k]!)
  }
  return result
}

/** The JSON of the counts by bitstring, in UTF-8, for a thread. */
export function toJson(packed: SlotCounts, checkpoint: Checkpoint): Uint8Array {
  const { counts, clbits, clbit_of } = packed
  const [parts, bitstringAt, isMerged] = [[] as string[], bitstringReader(packed), hidesBits(packed)]
  const merged = new Map<string, number>()
  const bits = Math.max(clbits, clbit_of.length)
  const write = (bitstring: string, count: number): void => {
    parts.push(`"${bitstring}":${count}`)
  }
  const read = (k: number): void => {
    const bitstring = bitstringAt(k)
    if (bitstring === null) return
    if (isMerged) merged.set(bitstring, (merged.get(bitstring) ?? 0) + counts[k]!)
    else write(bitstring, counts[k]!)
  }
  eachChecked({ count: counts.length, bits }, read, checkpoint)
  const entries = [...merged]
  eachChecked({ count: entries.length, bits }, at => write(...entries[at]!), checkpoint)
  return new TextEncoder().encode(`{${parts.join(',')}}`)
}

/**
 * From counts by bitstring of the unrolled circuit: those of finished shots by shown bits, and how many shots are left
 * out.
 */
export function finishedCounts(counts: ReadonlyMap<string, number>, { shown, unfinished }: LoopBits) {
  const finished = new Map<string, number>()
  let left_out = 0
  for (const [bits, count] of counts) {
    const key = bits.slice(bits.length - shown)
    if (bits[bits.length - 1 - unfinished] === '1') left_out += count
    else finished.set(key, (finished.get(key) ?? 0) + count)
  }
  return { counts: finished, unfinished_shots: left_out }
}
