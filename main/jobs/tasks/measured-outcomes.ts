/** The outcomes of some classical bits of an execution, in whatever form its engine gave them. */
import { sum } from '../../contract/numbers/arithmetic'
import { finishedOnly, type SlotCounts } from '../../simulation/model/counts'
import type { BitOutcomes } from '../estimation/moments'
import type { ExecutionResult } from '../model/execution-result'

export type CountedForm =
  | Pick<Extract<ExecutionResult, { packed: unknown }>, 'packed'>
  | Pick<Extract<ExecutionResult, { counts: unknown }>, 'counts'>
  | Pick<Extract<ExecutionResult, { planes: unknown }>, 'planes'>

/** The counts of a result alone, without what cannot be sent to another thread or is not needed there. */
export function formOf(result: ExecutionResult): CountedForm {
  if ('counts' in result) return { counts: result.counts }
  return 'packed' in result ? { packed: result.packed } : { planes: result.planes }
}

/**
 * Maximum bits for which equal outcomes are merged in a table of all outcomes; with more bits, equal outcomes may have
 * several rows.
 */
const MAX_TABLE_BITS = 16

/** Outcomes of the classical bits `clbits`; bit k is classical bit `clbits[k]`. */
export const measuredOutcomes = (form: CountedForm, clbits: readonly number[]): BitOutcomes =>
  joinedOutcomes([form], clbits)

/** Joins the outcomes of several executions, at least one. */
export function joinedOutcomes(forms: readonly CountedForm[], clbits: readonly number[]): BitOutcomes {
  const each = forms.map(form => rowsOf(form, clbits))
  const rows = each.length === 1 ? each[0]! : joined(each, widthOf(clbits))
  return clbits.length <= MAX_TABLE_BITS ? merged(rows, clbits.length) : rows
}

function joined(each: readonly BitOutcomes[], width: number): BitOutcomes {
  const size = sum(each.map(({ counts }) => counts.length))
  const [rows, counts] = [new Uint8Array(size * width), new Float64Array(size)]
  let at = 0
  for (const one of each) {
    rows.set(one.rows, at * width)
    counts.set(one.counts, at)
    at += one.counts.length
  }
  return { rows, width, counts }
}

function rowsOf(form: CountedForm, clbits: readonly number[]): BitOutcomes {
  if ('counts' in form) return ofCounts(form.counts, clbits)
  return 'packed' in form ? ofPacked(form.packed, clbits) : ofPlanes(form.planes, clbits)
}

const widthOf = (clbits: readonly number[]): number => Math.max(1, Math.ceil(clbits.length / 8))

function ofCounts(counts: ReadonlyMap<string, number>, clbits: readonly number[]): BitOutcomes {
  const width = widthOf(clbits)
  const rows = new Uint8Array(width * counts.size)
  let at = 0
  for (const bits of counts.keys()) {
    for (const [k, clbit] of clbits.entries())
      if (bits[bits.length - 1 - clbit] === '1') rows[at + (k >> 3)]! |= 1 << (k & 7)
    at += width
  }
  return { rows, width, counts: Float64Array.from(counts.values()) }
}

function ofPacked(packed: SlotCounts, clbits: readonly number[]): BitOutcomes {
  const { words, keys, counts, clbit_of } = finishedOnly(packed)
  const width = widthOf(clbits)
  const rows = new Uint8Array(width * counts.length)
  const slots = clbits.map(clbit => clbit_of.indexOf(clbit))
  for (let at = 0; at < counts.length; at++)
    for (const [k, slot] of slots.entries()) {
      if (slot < 0) continue
      const bit = (keys[at * words * 8 + (slot >> 3)]! >> (slot & 7)) & 1
      rows[at * width + (k >> 3)]! |= bit << (k & 7)
    }
  return { rows, width, counts }
}

function ofPlanes(
  { data, shots, stride }: Extract<CountedForm, { planes: unknown }>['planes'],
  clbits: readonly number[],
): BitOutcomes {
  const width = widthOf(clbits)
  const rows = new Uint8Array(width * shots)
  for (let shot = 0; shot < shots; shot++)
    for (const [k, clbit] of clbits.entries()) {
      const bit = (data[clbit * stride + (shot >> 3)]! >> (shot & 7)) & 1
      rows[shot * width + (k >> 3)]! |= bit << (k & 7)
    }
  return { rows, width, counts: new Float64Array(shots).fill(1) }
}

/** Counts indexed by outcome, with 0 for outcomes that did not occur. */
export function outcomeCounts({ rows, width, counts }: BitOutcomes, bits: number): Float64Array {
  const table = new Float64Array(2 ** bits)
  for (let at = 0; at < counts.length; at++) {
    let index = 0
    for (let byte = width - 1; byte >= 0; byte--) index = (index << 8) | rows[at * width + byte]!
    table[index]! += counts[at]!
  }
  return table
}

function merged(outcomes: BitOutcomes, bits: number): BitOutcomes {
  const table = outcomeCounts(outcomes, bits)
  const seen = [...table.keys()].filter(index => table[index]! > 0)
  const { width } = outcomes
  const rows = new Uint8Array(seen.length * width)
  for (const [at, index] of seen.entries())
    for (let byte = 0; byte < width; byte++) rows[at * width + byte] = (index >> (8 * byte)) & 255
  return { rows, width, counts: Float64Array.from(seen, index => table[index]!) }
}

/** Number of shots in which each bit was 1. */
export function onesOf({ rows, width, counts }: BitOutcomes, bits: number): number[] {
  return Array.from({ length: bits }, (_, bit) =>
    counts.reduce((sum, count, at) => sum + ((rows[at * width + (bit >> 3)]! >> (bit & 7)) & 1) * count, 0),
  )
}

/** Counts by bitstring, with bit 0 the right-most character; null where there are more than `most` outcomes. */
export function bitstringCounts(
  { rows, width, counts }: BitOutcomes,
  bits: number,
  most: number,
): Record<string, number> | null {
  const found = new Map<string, number>()
  for (let at = 0; at < counts.length; at++) {
    let text = ''
    for (let bit = bits - 1; bit >= 0; bit--) text += (rows[at * width + (bit >> 3)]! >> (bit & 7)) & 1
    found.set(text, (found.get(text) ?? 0) + counts[at]!)
    if (found.size > most) return null
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}
