/** Expressions of parameters written from their parts, as OpenQASM's operators and functions make them. */
import { type Angle, MAX_EXPRESSION } from '../../contract/jobs/circuit'
import { compileExpression, ExpressionError, isFunction, namesIn } from './expression'

const OPERATORS: Readonly<Record<string, string>> = { '+': '+', '-': '-', '*': '*', '/': '/', '**': '^' }
/** Other names in OpenQASM for functions of expressions. */
const SAME: Readonly<Record<string, string>> = { log: 'ln', asin: 'arcsin', acos: 'arccos', atan: 'arctan' }

const NAME_OR_NUMBER = /^(?:[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}_]*|\d+(?:\.\d+)?)$/u

/** An operand, in parentheses unless it is a name or a number. */
function part(angle: Angle): string {
  const text = typeof angle === 'number' ? String(angle) : angle
  return NAME_OR_NUMBER.test(text) ? text : `(${text})`
}

/** The expression of an operator on two operands; null where parameters have no such operator, or the result could not be read. */
export function joinedBy(operator: string, left: Angle, right: Angle): string | null {
  const sign = OPERATORS[operator]
  return sign === undefined ? null : readable(`${part(left)} ${sign} ${part(right)}`)
}

export const negatedAngle = (angle: Angle): Angle | null =>
  typeof angle === 'number' ? -angle : readable(`-${part(angle)}`)

export function calledWith(name: string, argument: Angle): string | null {
  const known = SAME[name] ?? name
  return isFunction(known) ? readable(`${known}(${argument})`) : null
}

interface HeldType {
  readonly type: 'angle' | 'int' | 'uint'
  readonly width: number | null
}

/** The expression of a value that a variable of that type holds: see `TYPES` of expressions. */
export function asHeld(text: string, { type, width }: HeldType): string {
  const held = `${type}${width === null ? '' : `[${width}]`}(`
  return text.startsWith(held) && closes(text, held.length) ? text : `${held}${text})`
}

/** Whether the parenthesis that opens before `from` closes at the end of the text. */
function closes(text: string, from: number): boolean {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0
    if (depth === 0) return at === text.length - 1
  }
  return false
}

function readable(text: string): string | null {
  if (text.length > MAX_EXPRESSION) return null
  try {
    compileExpression(text, namesIn(text))
    return text
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}
