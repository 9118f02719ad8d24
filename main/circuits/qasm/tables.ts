import { allBits, anyBit, type Bit, needFew, notBit, type Outcome, outcomesOf, Truth } from './model/bits'
import type { Place } from './model/diagnostics'
import type { Meter } from './meter'
import { bitwise, numeric, type Value } from './values'

/** A number known only when the circuit runs: `values[i]` where outcome k is bit k of i. */
export type Table = Extract<Value, { kind: 'table' }>

const bitsIn = (value: Value): readonly Bit[] => {
  if (value.kind === 'number') return []
  return value.kind === 'bits' ? value.bits : value.of
}

/** The number that the value is in each row of the table over the outcomes; bits count as an unsigned number. */
function rowsOf(truth: Truth, rows: number, value: Value): number[] {
  if (value.kind === 'number') return Array<number>(rows).fill(value.value)
  const columns = bitsIn(value).map(bit => truth.of(bit))
  const sums = Array.from({ length: rows }, (_, row) =>
    columns.reduce((sum, column, k) => (column[row] === 1 ? sum + 2 ** k : sum), 0),
  )
  return value.kind === 'bits' ? sums : sums.map(index => value.values[index]!)
}

/** All the outcomes that the values depend on, and what each value is in every case of them. */
export function casesOfValues(meter: Meter, at: Place, values: readonly Value[]): { of: Outcome[]; rows: number[][] } {
  const of = outcomesOf(values.flatMap(bitsIn))
  needFew(at, of)
  const rows = 2 ** of.length
  meter.spend(at, rows * (1 + values.reduce((sum, value) => sum + bitsIn(value).length, 0)))
  const truth = new Truth(of)
  const columns = values.map(value => rowsOf(truth, rows, value))
  return { of, rows: Array.from({ length: rows }, (_, row) => columns.map(column => column[row]!)) }
}

/** The function of the values in every case of what they depend on; a number where all cases agree. */
export function lifted(
  meter: Meter,
  at: Place,
  values: readonly Value[],
  compute: (...numbers: number[]) => number,
): Value {
  const { of, rows } = casesOfValues(meter, at, values)
  const results = rows.map(numbers => compute(...numbers))
  return results.every(result => result === results[0]) ? numeric(results[0]!) : { kind: 'table', of, values: results }
}

/** The one value where the bit holds, the other elsewhere. */
export function either(meter: Meter, at: Place, when: Bit, yes: Value, no: Value): Value {
  if (when === 1) return yes
  if (when === 0) return no
  if (yes.kind === 'bits' && no.kind === 'bits' && yes.bits.length === no.bits.length)
    return bitwise(yes.bits.map((bit, i) => chosen(at, when, bit, no.bits[i]!)))
  return lifted(meter, at, [bitwise([when]), yes, no], (holds, a, b) => (holds === 1 ? a! : b!))
}

const chosen = (at: Place, when: Bit, yes: Bit, no: Bit): Bit =>
  anyBit(at, [allBits(at, [when, yes]), allBits(at, [notBit(at, when), no])])
