import { type Bit, outcomesOf } from '../model/bits'
import { convertedTo } from '../convert'
import { assignElements } from '../evaluation/array-elements'
import { evaluate, evaluateAsBits } from '../evaluation/expression'
import { type Place, semantic, unsupported } from '../model/diagnostics'
import { cellsOf, measureInto } from './measurement'
import { bitsOfValue, numberOf } from '../numbers'
import { positionsOf, rootOf } from '../evaluation/operands'
import type { Binding, Program } from '../state/program'
import { type Expression, partsOf, type Statement } from '../model/ast'
import { either } from '../tables'
import { bitwise, isRunTime, numeric, type Value } from '../values'

type Assignment = Extract<Statement, { kind: 'assign' }>
type Variable = Extract<Binding, { kind: 'variable' }>

/** `target = value` and its compound forms. */
export function assign(program: Program, statement: Assignment): void {
  const { target, operator, value } = statement
  const name = rootOf(target)
  const binding = program.need(target, name)
  if (operator !== '=') needInertIndices(program, target)
  if (binding.kind === 'variable') {
    assignVariable(program, statement, name, binding)
    return
  }
  if (binding.kind === 'array') {
    assignElements(program, statement, target, whole(statement))
    return
  }
  if (value.kind === 'measure' && operator === '=') {
    measureInto(program, statement, value.of, target)
    return
  }
  if (binding.kind !== 'bits') {
    semantic(target, `${name} cannot be assigned`)
    return
  }
  const cells = cellsOf(program, target)
  const given = evaluate(program, whole(statement))
  const result = convertedTo(program.meter, statement, 'bit', cells.length, given)
  if (result.kind === 'bits') assignBits(program, statement, cells, result.bits)
}

/** `a[i] += b` reads and writes `a[i]`, so that its index is worked out twice. */
function needInertIndices(program: Program, target: Expression): void {
  if (target.kind !== 'index') return
  const parts = target.items.flatMap(partsOf)
  program.inert(target, 'an index in a compound assignment', () => {
    for (const part of parts) evaluate(program, part)
  })
  needInertIndices(program, target.of)
}

/** All at once: a bit that depends on a cell written before it is computed first. */
function assignBits(program: Program, at: Place, cells: readonly number[], bits: readonly Bit[]): void {
  const { recorder, meter } = program
  const places = new Map(cells.map((cell, i) => [cell, i]))
  const values = bits.map((bit, i) => {
    if (typeof bit !== 'object' || bits.length === 1) return bit
    const needed = outcomesOf([bit])
    meter.spend(at, needed.length)
    if (!needed.some(({ cell }) => (places.get(cell) ?? i) < i)) return bit
    const [spare] = recorder.addCells(at, 1, true)
    recorder.assign(at, spare!, bit)
    return recorder.read(spare!)
  })
  values.forEach((bit, i) => {
    recorder.assign(at, cells[i]!, bit)
  })
}

/** The expression that the assignment stores: `a += b` stores `a + b`. */
function whole(statement: Assignment): Expression {
  const { target, operator, value, line, column } = statement
  if (operator === '=') return value
  const height = 1 + Math.max(target.height, value.height)
  return { line, column, kind: 'binary', operator: operator.slice(0, -1), left: target, right: value, height }
}

function assignVariable(program: Program, statement: Assignment, name: string, variable: Variable): void {
  if (variable.isConst) semantic(statement, `${name} is a constant`)
  const given = evaluate(program, whole(statement))
  const stored = statement.target.kind === 'index' ? withBits(program, statement, variable, given) : given
  const value = convertedTo(program.meter, statement, variable.type, variable.width, stored)
  variable.value = variable.conditions < program.conditions ? perhaps(program, statement, variable, value) : value
}

/** The new value where the conditions since the variable's declaration hold, the old one elsewhere. */
function perhaps(program: Program, at: Place, { conditions, value: before }: Variable, after: Value): Value {
  return either(program.meter, at, program.recorder.conditionSince(at, conditions), after, before)
}

/** The variable's value with the bits that the index names replaced. */
function withBits(program: Program, statement: Assignment, variable: Variable, value: Value): Value {
  const { target } = statement
  if (target.kind !== 'index' || target.of.kind !== 'name')
    return unsupported(statement, 'indices of indices on the left of an assignment')
  const of = evaluateAsBits(program, target.of)
  const width = of.kind === 'bits' ? of.bits.length : (variable.width ?? 32)
  const positions = positionsOf(program, target, target.items, width)
  const bits = bitsOfValue(statement, of, width, 'what is indexed by bit')
  const given = bitsOfValue(statement, value, positions.length, 'what becomes bits')
  positions.forEach((position, i) => {
    bits[position] = given[i] ?? 0
  })
  const changed = bitwise(bits)
  return of.kind === 'bits' || isRunTime(changed) ? changed : numeric(numberOf(statement, changed, 'this value'))
}
