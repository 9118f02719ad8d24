import { type Checkpoint, checkedOrder, eachChecked, stepsToCheckpoint } from '../../worker/checkpoint'
import { type Json, jsonText } from '../../worker/json'
import type { Outcomes } from '../model/sweep'

export const bytesPerShot = (clbits: number): number => Math.ceil(clbits / 8)

const [QUOTE, ZERO, COMMA, CLOSE] = Buffer.from('"0,}') as unknown as [number, number, number, number]

/**
 * Reads the JSON of counts as this service writes it, without spaces: parsing a million of them into an object would take
 * seconds. Throws for anything else.
 */
export function outcomesOf(counts: Json, clbits: number, checkpoint: Checkpoint): Outcomes {
  const text = typeof counts === 'string' ? Buffer.from(counts) : counts
  const width = bytesPerShot(clbits)
  const most = Math.floor(text.length / (clbits + 5)) + 1
  const found = { rows: new Uint8Array(most * width), counts: new Uint32Array(most), width }
  const between = stepsToCheckpoint(clbits)
  let [at, length] = [1, 0]
  for (; text[at] === QUOTE; length++) {
    if (length % between === between - 1) checkpoint()
    const end = at + 1 + clbits
    if (text[end] !== QUOTE) throw new Error(`Counts are not all of ${clbits} bits`)
    for (let bit = 0; bit < clbits; bit++)
      found.rows[length * width + (bit >> 3)]! |= (text[end - 1 - bit]! - ZERO) << (bit & 7)
    for (at = end + 2; text[at] !== COMMA && text[at] !== CLOSE; at++)
      found.counts[length] = found.counts[length]! * 10 + text[at]! - ZERO
    at += 1
  }
  if (at < text.length - 1) throw new Error('Counts are not in the form in which they are stored')
  const outcomes = {
    rows: found.rows.subarray(0, length * width),
    counts: found.counts.subarray(0, length),
    width,
  }
  return outcomesInOrder(outcomes, checkpoint)
}

/** Sorts the outcomes by their bitstrings, in which most engines count already. */
export function outcomesInOrder(outcomes: Outcomes, checkpoint: Checkpoint): Outcomes {
  const { rows, counts, width } = outcomes
  const compare = checkedOrder((a: number, b: number): number => {
    let byte = width - 1
    while (byte > 0 && rows[a * width + byte] === rows[b * width + byte]) byte -= 1
    return (rows[a * width + byte] ?? 0) - (rows[b * width + byte] ?? 0)
  }, checkpoint)
  if (counts.every((_, at) => at === 0 || compare(at - 1, at) < 0)) return outcomes
  const order = Uint32Array.from(counts.keys()).sort(compare)
  const sorted = new Uint8Array(rows.length)
  for (const [to, from] of order.entries()) sorted.set(rows.subarray(from * width, (from + 1) * width), to * width)
  return { rows: sorted, counts: Uint32Array.from(order, from => counts[from]!), width }
}

/** Merges equal outcomes of a sorted list and adds up their counts. */
export function mergedOutcomes({ rows, counts, width }: Outcomes): Outcomes {
  const merged = { rows: new Uint8Array(rows.length), counts: new Uint32Array(counts.length) }
  let length = 0
  for (let at = 0; at < counts.length; at++) {
    const row = rows.subarray(at * width, (at + 1) * width)
    const last = (length - 1) * width
    const isNew = length === 0 || row.some((byte, i) => byte !== merged.rows[last + i])
    if (isNew) merged.rows.set(row, width * length++)
    merged.counts[length - 1]! += counts[at]!
  }
  return { rows: merged.rows.subarray(0, length * width), counts: merged.counts.subarray(0, length), width }
}

/**
 * Finds the row of the outcome at byte `at` of packed shots; −1 where the table lacks it. By open addressing: a Map would
 * need a text for each shot.
 */
export function createOutcomeIndex(
  { rows, counts, width }: Outcomes,
  checkpoint: Checkpoint,
): (shots: Uint8Array, at: number) => number {
  const size = 2 ** Math.ceil(Math.log2(2 * counts.length + 1))
  const slots = new Int32Array(size).fill(-1)

  const isAt = (place: number, shots: Uint8Array, at: number): boolean => {
    for (let byte = 0; byte < width; byte++) if (rows[place * width + byte] !== shots[at + byte]) return false
    return true
  }
  /** The slot of the hash table that holds the outcome, or the free one where it would go. */
  function slotOf(shots: Uint8Array, at: number): number {
    let hash = 0x811c9dc5
    for (let byte = 0; byte < width; byte++) hash = Math.imul(hash ^ shots[at + byte]!, 0x01000193)
    hash ^= hash >>> 15
    let slot = Math.imul(hash, 0x2c1b3c6d) >>> 0
    for (slot %= size; slots[slot]! >= 0 && !isAt(slots[slot]!, shots, at); ) slot = (slot + 1) % size
    return slot
  }

  const enter = (place: number): void => {
    slots[slotOf(rows, place * width)] = place
  }
  eachChecked({ count: counts.length, bits: 8 * width }, enter, checkpoint)
  return (shots, at) => slots[slotOf(shots, at)]!
}

/**
 * Number of leading bits that the bitstrings lack: 0 except for records of earlier versions, whose bitstrings ended at the
 * highest bit that was measured, though a condition read one above it. All bitstrings of a record are of one length.
 */
export function missingLeadingBits(counts: Json, clbits: number): number {
  const at = (index: number) => (typeof counts === 'string' ? counts.charCodeAt(index) : counts[index])
  if (at(1) !== QUOTE) return 0
  let end = 2
  while (end < counts.length && at(end) !== QUOTE) end++
  return Math.max(0, clbits - (end - 2))
}

/** The counts (JSON, as this service writes it) with as many zeros in front of each bitstring. */
export function padBitstrings(counts: Json, missing: number, checkpoint: Checkpoint): Uint8Array {
  const [opening, parts] = [`"${'0'.repeat(missing)}`, jsonText(counts).split(',')]
  const pad = (at: number): void => {
    parts[at] = parts[at]!.replace('"', opening)
  }
  eachChecked({ count: parts.length, bits: parts[0]!.length + missing }, pad, checkpoint)
  return new TextEncoder().encode(parts.join(','))
}
