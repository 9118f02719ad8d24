import type { Yielder } from './yield'

/** Outcomes as the addon gives them: slot s of key k is bit s % 8 of byte s / 8 of its `words` × 8 bytes. */
export interface PackedCounts {
  readonly words: number
  readonly keys: Uint8Array
  readonly counts: Float64Array
}

/** `clbit_of[slot]` is the classical bit a slot stands for; bits that no slot stands for are 0. */
export interface SlotCounts extends PackedCounts {
  readonly clbit_of: readonly number[]
  readonly clbits: number
}

const ZERO = '0'.charCodeAt(0)

/**
 * Each outcome as a bitstring, left-most character = highest classical bit, with its count, in the order of the keys.
 * Works in slices: a million distinct outcomes take a second.
 */
async function eachOutcome(
  { words, keys, counts, clbit_of, clbits }: SlotCounts,
  yielder: Yielder,
  visit: (bits: string, count: number) => void,
): Promise<void> {
  const text = Buffer.alloc(clbits, ZERO)
  for (let k = 0; k < counts.length; k++) {
    if (k % 256 === 0 && yielder.isDue()) await yielder.yieldNow(1)
    for (let slot = 0; slot < clbit_of.length; slot++) {
      // A bit that is only read may lie above those that are shown.
      if (clbit_of[slot]! >= clbits) continue
      const bit = (keys[k * words * 8 + (slot >> 3)]! >> (slot & 7)) & 1
      text[clbits - 1 - clbit_of[slot]!] = ZERO + bit
    }
    visit(text.toString('latin1'), counts[k]!)
  }
}

export async function toBitstrings(packed: SlotCounts, yielder: Yielder): Promise<Map<string, number>> {
  const result = new Map<string, number>()
  await eachOutcome(packed, yielder, (bits, count) => result.set(bits, count))
  return result
}

/** The JSON of the counts by bitstring, in UTF-8. */
export async function toJson(packed: SlotCounts, yielder: Yielder): Promise<Uint8Array> {
  const parts: string[] = []
  await eachOutcome(packed, yielder, (bits, count) => parts.push(`"${bits}":${count}`))
  return new TextEncoder().encode(`{${parts.join(',')}}`)
}
