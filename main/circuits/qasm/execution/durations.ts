import { evaluate } from '../evaluation/expression'
import { type Place, semantic } from '../model/diagnostics'
import { quantumBits } from '../evaluation/operands'
import type { Program } from '../state/program'
import type { Expression, Statement } from '../model/ast'

type Delay = Extract<Statement, { kind: 'delay' }>
type Named = Extract<Statement, { kind: 'time' }>

/** A delay does nothing here; that it was there is told in the notes. */
export function delay(program: Program, { line, column, time, of }: Delay): void {
  needTime(program, time)
  for (const operand of of) quantumBits(program, operand)
  program.leaveOut({ line, column })
}

export function declareTime(program: Program, statement: Named): void {
  const { name, value } = statement
  program.declaring(name, () => {
    if (value) needTime(program, value)
    program.declare(statement, name, { kind: 'time' })
  })
}

export function needTime(program: Program, expression: Expression): void {
  if (!isTime(program, expression)) semantic(expression, 'expected a duration such as 100ns, found a number')
}

/** Whether the expression is a time; what of it is none is worked out, for its faults. */
function isTime(program: Program, expression: Expression): boolean {
  if (expression.kind === 'time') return true
  if (expression.kind === 'name' && program.find(expression.name)?.kind === 'time') return true
  if (expression.kind === 'unary') return program.meter.within(expression, () => isTime(program, expression.of))
  if (expression.kind === 'binary') return program.meter.within(expression, () => isTimeOfTwo(program, expression))
  evaluate(program, expression)
  return false
}

function isTimeOfTwo(program: Program, expression: Extract<Expression, { kind: 'binary' }>): boolean {
  const { operator } = expression
  const [left, right] = [isTime(program, expression.left), isTime(program, expression.right)]
  if (operator === '+' || operator === '-') return left === right ? left : mismatch(expression, operator)
  if (operator === '*') return left && right ? mismatch(expression, operator) : left || right
  if (operator === '/') return right && !left ? mismatch(expression, operator) : left && !right
  return left || right ? mismatch(expression, operator) : false
}

const mismatch = (at: Place, operator: string): never => semantic(at, `${operator} does not take a duration here`)
