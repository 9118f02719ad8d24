import { traceQasm } from '../../qasm/read'

/** The value of an expression of constants, in radians: `pi/2` is 1.5707963…; null where it is no such expression, or not finite. */
export function numberOfExpression(expression: string): number | null {
  const plain = Number(expression)
  if (expression.trim() !== '' && Number.isFinite(plain)) return plain
  if (/[;{}@"]/.test(expression)) return null
  const { trace, faults } = traceQasm(`OPENQASM 3.0;\nqubit q;\nU((${expression}\n), 0.0, 0.0) q;`)
  const value = trace.statements.at(-1)?.applications[0]?.params[0]
  return faults.length === 0 && typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The shortest digits that read back to the same number, with a point, so that OpenQASM 2 takes it for a real one. */
export function numberText(value: number): string {
  const text = Object.is(value, -0) ? '0.0' : String(value)
  return /^-?[0-9]+(e|$)/.test(text) ? text.replace(/^-?[0-9]+/, '$&.0') : text
}

const DENOMINATORS = [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 64]
const CLOSE = 1e-12

/** The angle as a simple fraction of pi where it is one, else in full: `-3*pi/4`, `0.1`. */
export function angleText(radians: number): string {
  if (Math.abs(radians) < CLOSE) return '0'
  const turns = radians / Math.PI
  const denominator = DENOMINATORS.find(n => Math.abs(turns * n - Math.round(turns * n)) < CLOSE)
  if (denominator === undefined) return numberText(radians)
  const numerator = Math.round(turns * denominator)
  const times = Math.abs(numerator) === 1 ? 'pi' : `${Math.abs(numerator)}*pi`
  return `${numerator < 0 ? '-' : ''}${times}${denominator === 1 ? '' : `/${denominator}`}`
}

const NUMBER_BEFORE_CONSTANT =
  /(?<![\p{L}\p{Nl}\p{Nd}_.])((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(?=(?:pi|π|tau|τ)(?![\p{L}\p{Nl}\p{Nd}_]))/gu

/** An expression as it is typed, as OpenQASM writes it: `2pi` and `0.25π` become products. */
export const typedExpression = (typed: string): string => typed.trim().replaceAll(NUMBER_BEFORE_CONSTANT, '$1*')
