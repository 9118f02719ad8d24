import { type Place, semantic, unsupported } from './fault'

type Function = { readonly arity: number; readonly of: (...args: number[]) => number }
const one = (of: (value: number) => number): Function => ({ arity: 1, of })

/** Functions of numbers; those of OpenQASM 2 and 3, and the names drafts and other programs use for them. */
const FUNCTIONS: Readonly<Record<string, Function>> = {
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
  mod: { arity: 2, of: (a, b) => modulo(a, b) },
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
const FOREIGN = ['rotl', 'rotr', 'real', 'imag']

/** The remainder with the sign of the divisor. */
export const modulo = (a: number, b: number): number => a - b * Math.floor(a / b)

/** The value of a built-in function; null if there is none of that name. */
export function callFunction(at: Place, name: string, args: () => number[]): number | null {
  if (FOREIGN.includes(name)) return unsupported(at, `the function ${name} is not supported`)
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]! : null
  if (known === null) return null
  const given = args()
  if (given.length !== known.arity) semantic(at, `${name} takes ${known.arity} arguments, ${given.length} given`)
  return finite(at, known.of(...given))
}

export const finite = (at: Place, value: number): number =>
  Number.isFinite(value) ? value : semantic(at, 'this has no finite value')
