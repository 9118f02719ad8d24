import type { Pace } from './pace'

/** Outcomes as the addon gives them: slot s of key k is bit s % 8 of byte s / 8 of its `words` × 8 bytes. */
export interface PackedCounts {
  readonly words: number
  readonly keys: Uint8Array
  readonly counts: Float64Array
}

const ZERO = '0'.charCodeAt(0)

/**
 * Counts by bitstring, left-most character = highest classical bit. `clbitOf[slot]` is the classical bit a slot stands
 * for; bits that no slot stands for are 0. Works in slices: a million distinct outcomes take a second.
 */
export async function toBitstrings(
  { words, keys, counts }: PackedCounts,
  clbitOf: readonly number[],
  clbits: number,
  pace: Pace,
): Promise<Map<string, number>> {
  const result = new Map<string, number>()
  const text = Buffer.alloc(clbits, ZERO)
  for (let k = 0; k < counts.length; k++) {
    if (k % 256 === 0 && pace.due()) await pace.breathe(1)
    for (let slot = 0; slot < clbitOf.length; slot++) {
      // A bit that is only read may lie above those that are shown.
      if (clbitOf[slot]! >= clbits) continue
      const bit = (keys[k * words * 8 + (slot >> 3)]! >> (slot & 7)) & 1
      text[clbits - 1 - clbitOf[slot]!] = ZERO + bit
    }
    result.set(text.toString('latin1'), counts[k]!)
  }
  return result
}
