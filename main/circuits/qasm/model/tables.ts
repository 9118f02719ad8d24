import {
  andBits,
  type Bit,
  checkTabulable,
  type MeasurementOutcome,
  notBit,
  orBits,
  outcomesBehind,
  TruthTable,
} from './bits'
import { type SourceLocation, unsupportedError } from './diagnostics'
import { safe } from './numbers'
import type { StepBudget } from './step-budget'
import { bitsValue, numberValue, ONLY_ANGLES, type Value } from './values'

const bitsIn = (value: Value): readonly Bit[] => {
  if (value.kind === 'number' || value.kind === 'symbol') return []
  return value.kind === 'bits' ? value.bits : value.of
}

/** The value as a number in each row of the table over the outcomes. */
function rowsOf(at: SourceLocation, truth: TruthTable, value: Value): number[] {
  const { rows } = truth
  if (value.kind === 'number')
    return Array<number>(rows).fill(value.exact === undefined ? value.value : safe(at, value.value))
  if (value.kind === 'symbol') return unsupportedError(at, ONLY_ANGLES)
  const columns = bitsIn(value).map(bit => truth.of(bit))
  const sign = value.kind === 'bits' && value.isSigned ? columns.length - 1 : -1
  const sums = Array.from({ length: rows }, (_, row) =>
    columns.reduce(
      (sum, column, k) => (column[row] === 1 ? safe(at, sum + (k === sign ? -(2 ** k) : 2 ** k)) : sum),
      0,
    ),
  )
  return value.kind === 'bits' ? sums : sums.map(index => value.values[index]!)
}

/** All outcomes that the values depend on, and a row of the values' numbers for every case of the outcomes. */
export function valueTable(
  budget: StepBudget,
  at: SourceLocation,
  values: readonly Value[],
): { of: MeasurementOutcome[]; rows: number[][] } {
  const of = outcomesBehind(values.flatMap(bitsIn))
  checkTabulable(at, of)
  const rows = 2 ** of.length
  budget.spend(at, rows * (1 + values.reduce((sum, value) => sum + bitsIn(value).length, 0)))
  const truth = new TruthTable(of)
  const columns = values.map(value => rowsOf(at, truth, value))
  return { of, rows: Array.from({ length: rows }, (_, row) => columns.map(column => column[row]!)) }
}

/**
 * Computes the function for every case of the outcomes that the values depend on; a number where all cases agree.
 * Hot loop: for each operation that a program's loops evaluate, up to millions.
 */
export function mapTable(
  budget: StepBudget,
  at: SourceLocation,
  values: readonly Value[],
  compute: (...numbers: number[]) => number,
): Value {
  const { of, rows } = valueTable(budget, at, values)
  const results = rows.map(numbers => compute(...numbers))
  return results.every(result => result === results[0])
    ? numberValue(results[0]!)
    : { kind: 'table', of, values: results }
}

/** The value `yes` where the bit holds, and `no` elsewhere. */
export function selectValue(
  budget: StepBudget,
  at: SourceLocation,
  { when, yes, no }: { readonly when: Bit; readonly yes: Value; readonly no: Value },
): Value {
  if (when === 1) return yes
  if (when === 0) return no
  if (yes.kind === 'bits' && no.kind === 'bits' && yes.bits.length === no.bits.length && yes.isSigned === no.isSigned) {
    const bits = yes.bits.map((bit, i) => chosen(at, when, [bit, no.bits[i]!]))
    return bitsValue(bits, yes.isSigned)
  }
  return mapTable(budget, at, [bitsValue([when]), yes, no], (holds, a, b) => (holds === 1 ? a! : b!))
}

const chosen = (at: SourceLocation, when: Bit, [yes, no]: readonly [Bit, Bit]): Bit =>
  orBits(at, [andBits(at, [when, yes]), andBits(at, [notBit(at, when), no])])
