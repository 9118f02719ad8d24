import { valueOfBits } from '../../model/condition-value'
import type { Token } from '../../qasm/parser/lexer'
import type { CircuitDocument, CircuitWire, StepCondition } from './model'
import { statementTokens } from './tokens'

/** Bit i of `value` is required of the i-th classical bit; `value` is a string of decimal digits beyond 2^53 - 1. */
export interface BitComparison {
  readonly clbits: readonly number[]
  readonly value: number | string
}

/** Required value of each bit, by its index. */
type RequiredValues = Map<number, 0 | 1>

/**
 * The bits that a condition compares with constants, as in `c == 3`, `c[0]`, `!c[0]` and `c[0] == 1 && c[1] == 0`; null for any
 * other condition, and for one that requires both values of a bit.
 */
export function comparedBits({ text, clbits }: CircuitDocument, condition: StepCondition): BitComparison | null {
  const wanted: RequiredValues = new Map()
  for (const term of terms(statementTokens(text, condition.span))) {
    const bits = termBits(clbits, term)
    if (bits === null || bits.some(([bit, value]) => (wanted.get(bit) ?? value) !== value)) return null
    for (const [bit, value] of bits) wanted.set(bit, value)
  }
  // A variable of the same name in a body hides the bit: then the condition reads the variable.
  if (![...wanted.keys()].every(bit => condition.clbits.includes(bit))) return null
  return { clbits: [...wanted.keys()], value: valueOfBits([...wanted.values()]) }
}

function terms(tokens: readonly Token[]): Token[][] {
  const found: Token[][] = [[]]
  for (const token of tokens) {
    if (token.text === '&&') found.push([])
    else found.at(-1)!.push(token)
  }
  return found
}

const VALUE: Readonly<Record<string, bigint>> = { true: 1n, false: 0n }

function termBits(wires: readonly CircuitWire[], term: readonly Token[]): [number, 0 | 1][] | null {
  const isNegated = term[0]?.text === '!'
  const equals = term.findIndex(({ text }) => text === '==')
  const named = term.slice(isNegated ? 1 : 0, equals === -1 ? undefined : equals)
  const bits = bitsNamed(wires, named.map(({ text }) => text).join(''))
  if (bits.length === 0) return null
  if (equals === -1) return bits.length === 1 ? [[bits[0]!, isNegated ? 0 : 1]] : null
  const [constant, more] = term.slice(equals + 1)
  if (isNegated || constant === undefined || more !== undefined) return null
  const value = VALUE[constant.text] ?? (/^[0-9]+$/.test(constant.text) ? BigInt(constant.text) : null)
  if (value === null || value >> BigInt(bits.length) !== 0n) return null
  return bits.map((bit, i) => [bit, (value >> BigInt(i)) & 1n ? 1 : 0])
}

/** A single bit by its name, or all bits of a register, the lowest first. */
function bitsNamed(wires: readonly CircuitWire[], name: string): number[] {
  const one = wires.findIndex(wire => wire.name === name)
  return one === -1 ? wires.flatMap((wire, clbit) => (wire.register === name ? [clbit] : [])) : [one]
}
