import { exceeded, type Place, unsupported } from './fault'
import { MAX_CONDITION_BITS, MAX_HEIGHT } from './limits'

/** What a measurement left in a classical cell; a later write makes another version of it. */
export interface Outcome {
  readonly kind: 'outcome'
  readonly cell: number
  readonly version: number
}
/** A Boolean known only when the circuit runs. */
export type Unknown =
  | Outcome
  | { readonly kind: 'not'; readonly of: Unknown; readonly height: number }
  | { readonly kind: 'all' | 'odd'; readonly of: readonly Unknown[]; readonly height: number }
export type Bit = 0 | 1 | Unknown

/** An outcome that must have been `value`. */
export interface Literal extends Outcome {
  readonly value: 0 | 1
}
/** Literals that must hold together; empty: always. */
export type Case = readonly Literal[]

const heightOf = (bit: Unknown) => (bit.kind === 'outcome' ? 0 : bit.height)
const above = (at: Place, of: readonly Unknown[]) => {
  const height = 1 + of.reduce((most, bit) => Math.max(most, heightOf(bit)), 0)
  return height > MAX_HEIGHT ? exceeded(at, 'a condition of too many operations on outcomes') : height
}
const isUnknown = (bit: Bit): bit is Unknown => typeof bit === 'object'

export function notBit(at: Place, bit: Bit): Bit {
  if (!isUnknown(bit)) return bit === 1 ? 0 : 1
  return bit.kind === 'not' ? bit.of : { kind: 'not', of: bit, height: above(at, [bit]) }
}

export function allBits(at: Place, bits: readonly Bit[]): Bit {
  if (bits.includes(0)) return 0
  const of = bits.filter(isUnknown)
  if (of.length <= 1) return of[0] ?? 1
  return { kind: 'all', of, height: above(at, of) }
}

export const anyBit = (at: Place, bits: readonly Bit[]): Bit =>
  notBit(
    at,
    allBits(
      at,
      bits.map(bit => notBit(at, bit)),
    ),
  )

export function oddBits(at: Place, bits: readonly Bit[]): Bit {
  const of = bits.filter(isUnknown)
  const isFlipped = bits.filter(bit => bit === 1).length % 2 === 1
  const odd: Bit = of.length <= 1 ? (of[0] ?? 0) : { kind: 'odd', of, height: above(at, of) }
  return isFlipped ? notBit(at, odd) : odd
}

/** The literals of a plain conjunction, in the order written; null for anything else. */
function conjunction(bit: Unknown): Literal[] | null {
  if (bit.kind === 'outcome') return [{ ...bit, value: 1 }]
  if (bit.kind === 'not') return bit.of.kind === 'outcome' ? [{ ...bit.of, value: 0 }] : null
  if (bit.kind === 'odd') return null
  const parts = bit.of.map(conjunction)
  return parts.some(part => part === null) ? null : parts.flatMap(part => part!)
}

/** Cells and versions both stay far below 2^24 (limits.ts). */
const keyOf = ({ cell, version }: Outcome) => cell * 2 ** 24 + version

/** The literals without repetition; null if two contradict each other. Same cell of two versions: both are kept. */
function merged(literals: readonly Literal[]): Case | null {
  const kept = new Map<number, Literal>()
  for (const literal of literals) {
    const key = keyOf(literal)
    const other = kept.get(key)
    if (other && other.value !== literal.value) return null
    if (!other) kept.set(key, literal)
  }
  return [...kept.values()]
}

function outcomesOf(bit: Unknown, into: Map<number, Outcome>): Map<number, Outcome> {
  if (bit.kind === 'outcome') into.set(keyOf(bit), bit)
  else for (const part of bit.kind === 'not' ? [bit.of] : bit.of) outcomesOf(part, into)
  return into
}

/** The bit once one outcome is known. */
function given(at: Place, bit: Bit, known: Literal): Bit {
  if (!isUnknown(bit)) return bit
  if (bit.kind === 'outcome') return bit.cell === known.cell && bit.version === known.version ? known.value : bit
  if (bit.kind === 'not') return notBit(at, given(at, bit.of, known))
  const parts = bit.of.map(part => given(at, part, known))
  return bit.kind === 'all' ? allBits(at, parts) : oddBits(at, parts)
}

/**
 * Cases of which exactly one holds whenever all the bits do, and none otherwise (Shannon expansion).
 * A plain conjunction is one case with its literals in the order written.
 */
export function casesOf(at: Place, bits: readonly Bit[]): Case[] {
  const whole = allBits(at, bits)
  if (!isUnknown(whole)) return whole === 1 ? [[]] : []
  const plain = conjunction(whole)
  if (plain !== null) {
    const one = merged(plain)
    return one ? [one] : []
  }
  const outcomes = [...outcomesOf(whole, new Map()).values()]
  if (outcomes.length > MAX_CONDITION_BITS)
    unsupported(
      at,
      `a condition on more than ${MAX_CONDITION_BITS} measured bits must be a conjunction or a comparison by ==`,
    )
  return expanded(at, whole, outcomes)
}

function expanded(at: Place, bit: Bit, outcomes: readonly Outcome[]): Case[] {
  if (!isUnknown(bit)) return bit === 1 ? [[]] : []
  const [first, ...rest] = outcomes
  return ([0, 1] as const).flatMap(value => {
    const literal: Literal = { ...first!, value }
    return expanded(at, given(at, bit, literal), rest).map(literals => [literal, ...literals])
  })
}
