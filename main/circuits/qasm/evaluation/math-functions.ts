import { type SourceLocation, unsupportedError } from '../model/diagnostics'

export type MathFunction = { readonly arity: number; readonly of: (...args: number[]) => number }
const one = (of: (value: number) => number): MathFunction => ({ arity: 1, of })

/** Functions of numbers by their names in OpenQASM 2 and 3, in drafts and in published programs. */
const FUNCTIONS: Readonly<Record<string, MathFunction>> = {
  sin: one(Math.sin),
  cos: one(Math.cos),
  tan: one(Math.tan),
  exp: one(Math.exp),
  ln: one(Math.log),
  log: one(Math.log),
  sqrt: one(Math.sqrt),
  arcsin: one(Math.asin),
  arccos: one(Math.acos),
  arctan: one(Math.atan),
  asin: one(Math.asin),
  acos: one(Math.acos),
  atan: one(Math.atan),
  abs: one(Math.abs),
  floor: one(Math.floor),
  ceiling: one(Math.ceil),
  pow: { arity: 2, of: (a, b) => a ** b },
}
export const CONSTANTS: Readonly<Record<string, number>> = {
  pi: Math.PI,
  π: Math.PI,
  tau: 2 * Math.PI,
  τ: 2 * Math.PI,
  euler: Math.E,
  ℇ: Math.E,
}
const COMPLEX = ['real', 'imag']

/**
 * Refuses negative numbers: OpenQASM does not say whether the remainder has the sign of the dividend or of the divisor.
 */
export function remainder(at: SourceLocation, a: number, b: number): number {
  const rest = modulo(a, b)
  return rest === 0 || (a >= 0 && b >= 0)
    ? rest
    : unsupportedError(at, 'the remainder of a negative number is not supported')
}

/** The remainder with the sign of the divisor. */
export const modulo = (a: number, b: number): number => a - b * Math.floor(a / b)

/** The built-in function of that name; null if there is none. */
export function functionNamed(at: SourceLocation, name: string): MathFunction | null {
  if (COMPLEX.includes(name))
    return unsupportedError(at, `the function ${name} is not supported: there are no complex numbers here`)
  if (name === 'mod') return { arity: 2, of: (a, b) => remainder(at, a!, b!) }
  return Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]! : null
}
