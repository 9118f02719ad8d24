import { elementsOf } from '../evaluation/array-elements'
import { evaluateExpression } from '../evaluation/expression'
import { rangeIndices, rangeOf } from '../evaluation/operands'
import type { RangeItem, StatementOf } from '../model/ast'
import { type Bit, fromTruthTable } from '../model/bits'
import { type SourceLocation, semanticError } from '../model/diagnostics'
import { integerOf } from '../model/numbers'
import { valueTable } from '../model/tables'
import { isRunTime, numberValue, type Value } from '../model/values'
import type { Elements } from '../state/names'
import type { ProgramState } from '../state/program'

/** One iteration of a loop: the value of its variable, and the bit that is 1 where the loop gets there. */
export interface Iteration {
  readonly value: Value
  readonly when: Bit
}
const always = (value: Value): Iteration => ({ value, when: 1 })

/** The iterations of a loop in order; its bounds are evaluated before the first. */
export function iterationsOf(program: ProgramState, over: StatementOf<'for'>['over']): Iteration[] {
  if ('register' in over) {
    const array = elementsOf(program, over.register)
    if (array) return valuesOf(over.register, array).map(always)
    const value = evaluateExpression(program, over.register)
    if (value.kind !== 'bits')
      return semanticError(over.register, 'a loop runs over a range, a set or a register of bits')
    return value.bits.map(bit => always({ kind: 'bits', bits: [bit] }))
  }
  return 'kind' in over
    ? iterationsOfRange(program, over)
    : over.map(value => always(evaluateExpression(program, value)))
}

function valuesOf(at: SourceLocation, { sizes, elements }: Elements): Value[] {
  if (sizes.length !== 1) semanticError(at, `a loop runs over one dimension, not ${sizes.length}`)
  return elements.map(({ value }) => value)
}

function iterationsOfRange(program: ProgramState, range: RangeItem): Iteration[] {
  const { start, step, stop } = range
  if (!start || !stop) return rangeOf(program, range, null).map(value => always(numberValue(value)))
  const ends = [start, step, stop].map(end => (end ? evaluateExpression(program, end) : numberValue(1)))
  const { of, rows } = valueTable(program.budget, range, ends)
  if (!ends.some(isRunTime)) return rangeBetween(program, range, rows[0]!).map(value => always(numberValue(value)))
  const ranges = rows.map(row => rangeBetween(program, range, row))
  const isDown = rows.some(([, by]) => by! < 0)
  if (isDown && rows.some(([, by]) => by! > 0))
    semanticError(range, 'a range must count up or down whatever is measured')
  const values = [...new Set(ranges.flat())].sort((a, b) => (isDown ? b - a : a - b))
  program.budget.spend(range, values.length * rows.length)
  const within = ranges.map(range => new Set(range))
  return values.map(value => ({
    value: numberValue(value),
    when: fromTruthTable(
      of,
      within.map(set => (set.has(value) ? 1 : 0)),
    ),
  }))
}

function rangeBetween(program: ProgramState, range: RangeItem, [start, step, stop]: readonly number[]): number[] {
  const [from, by, to] = [start, step, stop].map(end => integerOf(range, numberValue(end!), 'what bounds a range'))
  return rangeIndices(program, range, { start: from!, stop: to!, step: by! })
}
