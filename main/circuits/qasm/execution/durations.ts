import { evaluateExpression } from '../evaluation/expression'
import { quantumBits } from '../evaluation/operands'
import type { Expression, ExpressionOf, StatementOf } from '../model/ast'
import { type SourceLocation, semanticError } from '../model/diagnostics'
import type { ProgramState } from '../state/program'

type Delay = StatementOf<'delay'>
type DurationDeclaration = StatementOf<'time'>

/** A delay does nothing here; the notes say that it was there. */
export function delay(program: ProgramState, { line, column, time, of }: Delay): void {
  checkDuration(program, time)
  for (const operand of of) quantumBits(program, operand)
  program.leaveOut({ line, column })
}

export function declareTime(program: ProgramState, statement: DurationDeclaration): void {
  const { name, value } = statement
  program.names.declaring(name, () => {
    if (value) checkDuration(program, value)
    program.names.declare(statement, name, { kind: 'time' })
  })
}

export function checkDuration(program: ProgramState, expression: Expression): void {
  if (!isTime(program, expression)) semanticError(expression, 'expected a duration such as 100ns, found a number')
}

/** Whether the expression is a time; parts that are numbers are evaluated, so that their faults are reported. */
function isTime(program: ProgramState, expression: Expression): boolean {
  if (expression.kind === 'time') return true
  if (expression.kind === 'name' && program.names.find(expression.name)?.kind === 'time') return true
  if (expression.kind === 'unary') return program.budget.nested(expression, () => isTime(program, expression.of))
  if (expression.kind === 'binary') return program.budget.nested(expression, () => isTimeOfTwo(program, expression))
  evaluateExpression(program, expression)
  return false
}

function isTimeOfTwo(program: ProgramState, expression: ExpressionOf<'binary'>): boolean {
  const { operator } = expression
  const [left, right] = [isTime(program, expression.left), isTime(program, expression.right)]
  if (operator === '+' || operator === '-') return left === right ? left : mismatch(expression, operator)
  if (operator === '*') return left && right ? mismatch(expression, operator) : left || right
  if (operator === '/') return right && !left ? mismatch(expression, operator) : left && !right
  return left || right ? mismatch(expression, operator) : false
}

const mismatch = (at: SourceLocation, operator: string): never =>
  semanticError(at, `${operator} does not take a duration here`)
