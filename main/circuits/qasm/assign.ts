import type { Bit } from './bits'
import { convertedTo, evaluate } from './evaluate'
import { type Place, semantic, unsupported } from './fault'
import { cellsOf, measureInto } from './measure'
import { positionsOf } from './operands'
import type { Binding, Program } from './program'
import type { Expression, Statement } from './syntax'
import { bitsOfNumber, bitwise, integerOf, numberOf, numeric, type Value } from './values'

type Assignment = Extract<Statement, { kind: 'assign' }>
type Variable = Extract<Binding, { kind: 'variable' }>

/** `target = value` and its compound forms. */
export function assign(program: Program, statement: Assignment): void {
  const { target, operator, value } = statement
  const name = rootOf(target)
  const binding = program.need(target, name)
  if (binding.kind === 'variable') {
    assignVariable(program, statement, name, binding)
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
  const result = convertedTo(statement, 'bit', cells.length, evaluate(program, whole(statement)))
  if (result.kind === 'bits')
    for (const [i, bit] of result.bits.entries()) program.recorder.assign(statement, cells[i]!, bit)
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
  if (variable.conditions < program.conditions)
    unsupported(statement, 'assigning to a variable where a measurement decides is not supported')
  const value = evaluate(program, whole(statement))
  const stored = statement.target.kind === 'index' ? withBits(program, statement, variable, value) : value
  variable.value = convertedTo(statement, variable.type, variable.width, stored)
}

/** The variable's value with the bits that the index names replaced. */
function withBits(program: Program, statement: Assignment, variable: Variable, value: Value): Value {
  const { target } = statement
  if (target.kind !== 'index' || target.of.kind !== 'name')
    return unsupported(statement, 'indices of indices on the left of an assignment')
  const width = variable.value.kind === 'bits' ? variable.value.bits.length : (variable.width ?? 32)
  const positions = positionsOf(program, target, target.items, width)
  const bits = bitsOf(statement, variable.value, width)
  const given = bitsOf(statement, value, positions.length)
  positions.forEach((position, i) => {
    bits[position] = given[i] ?? 0
  })
  const changed = bitwise(bits)
  return variable.value.kind === 'bits' ? changed : numeric(numberOf(statement, changed, 'this value'))
}

const bitsOf = (at: Place, value: Value, width: number): Bit[] =>
  value.kind === 'bits' ? [...value.bits] : bitsOfNumber(integerOf(at, value, 'what becomes bits'), width)

function rootOf(target: Expression): string {
  if (target.kind === 'index') return rootOf(target.of)
  return target.kind === 'name' ? target.name : semantic(target, 'only a variable can be assigned')
}
