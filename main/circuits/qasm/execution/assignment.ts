import { inOneForm } from '../evaluation/angle'
import { assignElements } from '../evaluation/array-elements'
import { convertedTo } from '../evaluation/conversion'
import { evaluateAsBits, evaluateExpression, evaluateFor } from '../evaluation/expression'
import type { ExpressionType } from '../evaluation/expression-types'
import { positionsOf, rootOf } from '../evaluation/operands'
import { type Expression, indexExpressions, type StatementOf } from '../model/ast'
import { type Bit, outcomesBehind } from '../model/bits'
import { type SourceLocation, semanticError, unsupportedError } from '../model/diagnostics'
import { bitsOfValue } from '../model/numbers'
import { selectValue } from '../model/tables'
import { bitsValue, type Value } from '../model/values'
import type { BindingOf } from '../state/names'
import type { ProgramState } from '../state/program'
import { cellsOf, measureInto } from './measurement'

type AssignStatement = StatementOf<'assign'>

/** `target = value` and its compound forms. */
export function assign(program: ProgramState, statement: AssignStatement): void {
  const { target, operator, value } = statement
  const name = rootOf(target)
  const binding = program.names.need(target, name)
  if (operator !== '=') needInertIndices(program, target)
  if (binding.kind === 'variable') {
    assignVariable(program, statement, binding)
    return
  }
  if (binding.kind === 'array') {
    assignElements(program, statement, { target, value: whole(statement) })
    return
  }
  if (value.kind === 'measure' && operator === '=') {
    measureInto(program, statement, { of: value.of, into: target })
    return
  }
  if (binding.kind !== 'bits') {
    semanticError(target, `${name} cannot be assigned`)
    return
  }
  const cells = cellsOf(program, target)
  const result = evaluateFor(program, { name: 'bit', width: cells.length }, whole(statement))
  if (result.kind === 'bits') assignBits(program, statement, { cells, bits: result.bits })
}

/** `a[i] += b` reads and writes `a[i]`, so its index is evaluated twice and must have no effects. */
function needInertIndices(program: ProgramState, target: Expression): void {
  if (target.kind !== 'index') return
  const parts = target.items.flatMap(indexExpressions)
  program.inert(target, 'an index in a compound assignment', () => {
    for (const part of parts) evaluateExpression(program, part)
  })
  needInertIndices(program, target.of)
}

/** Assigns all cells at once: a bit that depends on a cell written before it is computed first. */
function assignBits(
  program: ProgramState,
  at: SourceLocation,
  { cells, bits }: { readonly cells: readonly number[]; readonly bits: readonly Bit[] },
): void {
  const { recorder, budget } = program
  const indices = new Map(cells.map((cell, i) => [cell, i]))
  const values = bits.map((bit, i) => {
    if (typeof bit !== 'object' || bits.length === 1) return bit
    const needed = outcomesBehind([bit])
    budget.spend(at, needed.length)
    if (!needed.some(({ cell }) => (indices.get(cell) ?? i) < i)) return bit
    const [spare] = recorder.addCells(at, 1, true)
    recorder.assign(at, spare!, bit)
    return recorder.read(spare!)
  })
  values.forEach((bit, i) => {
    recorder.assign(at, cells[i]!, bit)
  })
}

/** The expression whose value is stored: `a + b` for `a += b`. */
function whole(statement: AssignStatement): Expression {
  const { target, operator, value, line, column } = statement
  if (operator === '=') return value
  const height = 1 + Math.max(target.height, value.height)
  return { line, column, kind: 'binary', operator: operator.slice(0, -1), left: target, right: value, height }
}

function assignVariable(program: ProgramState, statement: AssignStatement, variable: BindingOf<'variable'>): void {
  if (variable.isConst) semanticError(statement, `${rootOf(statement.target)} is a constant`)
  const value =
    statement.target.kind === 'index'
      ? withBitsOf(program, statement, variable)
      : storedIn(program, statement, variable)
  variable.value =
    variable.conditions < program.conditions ? perhaps(program, statement, { variable, changed: value }) : value
}

const storedIn = (program: ProgramState, statement: AssignStatement, { type, width }: BindingOf<'variable'>): Value =>
  evaluateFor(program, { name: type as ExpressionType['name'], width }, whole(statement))

function withBitsOf(program: ProgramState, statement: AssignStatement, variable: BindingOf<'variable'>): Value {
  const given = evaluateExpression(program, whole(statement))
  const { budget } = program
  return convertedTo(budget, statement, {
    type: variable.type,
    width: variable.width,
    value: withBits(program, statement, { variable, value: given }),
  })
}

/** The new value where the conditions since the variable's declaration hold, the old one elsewhere. */
function perhaps(
  program: ProgramState,
  at: SourceLocation,
  { variable, changed }: { readonly variable: BindingOf<'variable'>; readonly changed: Value },
): Value {
  const { type, conditions, value } = variable
  const [after, before] = inOneForm(program.budget, at, type, [changed, value])
  return selectValue(program.budget, at, {
    when: program.recorder.conditions.asBit(at, conditions),
    yes: after!,
    no: before!,
  })
}

/** The value as `count` bits; a register of another size is refused. */
function bitsFor(at: SourceLocation, value: Value, count: number): readonly Bit[] {
  if (value.kind === 'bits' && value.bits.length !== count)
    semanticError(at, `${value.bits.length} bits do not fit in ${count}`)
  return bitsOfValue(at, value, count, 'what becomes bits')
}

/** The variable's value with the bits that the index names replaced. */
function withBits(
  program: ProgramState,
  statement: AssignStatement,
  { variable, value }: { readonly variable: BindingOf<'variable'>; readonly value: Value },
): Value {
  const { target } = statement
  if (target.kind !== 'index' || target.of.kind !== 'name')
    return unsupportedError(statement, 'indices of indices on the left of an assignment')
  const of = evaluateAsBits(program, target.of)
  const width = of.kind === 'bits' ? of.bits.length : (variable.width ?? 32)
  const positions = positionsOf(program, target, target.items, width)
  const bits = bitsOfValue(statement, of, width, 'what is indexed by bit')
  const given = bitsFor(statement, value, positions.length)
  positions.forEach((position, i) => {
    bits[position] = given[i] ?? 0
  })
  return bitsValue(bits, variable.type === 'int')
}
