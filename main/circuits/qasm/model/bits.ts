import { limitExceeded, type SourceLocation, unsupportedError } from './diagnostics'
import { MAX_CONDITION_BITS, MAX_HEIGHT } from './limits'

/** Value that a measurement stored in a classical cell; a later write creates another version. */
export interface MeasurementOutcome {
  readonly kind: 'outcome'
  readonly cell: number
  readonly version: number
}
/** A Boolean known only when the circuit runs. */
export type RuntimeBit =
  | MeasurementOutcome
  | { readonly kind: 'not'; readonly of: RuntimeBit; readonly height: number }
  | { readonly kind: 'all' | 'odd'; readonly of: readonly RuntimeBit[]; readonly height: number }
  /** `holds[i]` is its value where outcome k is bit k of i. */
  | {
      readonly kind: 'table'
      readonly of: readonly MeasurementOutcome[]
      readonly holds: readonly (0 | 1)[]
      readonly height: 1
    }
export type Bit = 0 | 1 | RuntimeBit

/** An outcome that must have been `value`. */
export interface Literal extends MeasurementOutcome {
  readonly value: 0 | 1
}
/** Literals that must hold together; empty: always. */
export type Case = readonly Literal[]

const heightOf = (bit: RuntimeBit) => (bit.kind === 'outcome' ? 0 : bit.height)
const above = (at: SourceLocation, of: readonly RuntimeBit[]) => {
  const height = 1 + of.reduce((most, bit) => Math.max(most, heightOf(bit)), 0)
  return height > MAX_HEIGHT ? limitExceeded(at, 'a condition of too many operations on outcomes') : height
}
const isUnknown = (bit: Bit): bit is RuntimeBit => typeof bit === 'object'

export function notBit(at: SourceLocation, bit: Bit): Bit {
  if (!isUnknown(bit)) return bit === 1 ? 0 : 1
  return bit.kind === 'not' ? bit.of : { kind: 'not', of: bit, height: above(at, [bit]) }
}

export function andBits(at: SourceLocation, bits: readonly Bit[]): Bit {
  if (bits.includes(0)) return 0
  const of = bits.filter(isUnknown)
  if (of.length <= 1) return of[0] ?? 1
  return { kind: 'all', of, height: above(at, of) }
}

export const orBits = (at: SourceLocation, bits: readonly Bit[]): Bit =>
  notBit(
    at,
    andBits(
      at,
      bits.map(bit => notBit(at, bit)),
    ),
  )

export function xorBits(at: SourceLocation, bits: readonly Bit[]): Bit {
  const of = bits.filter(isUnknown)
  const isFlipped = bits.filter(bit => bit === 1).length % 2 === 1
  const odd: Bit = of.length <= 1 ? (of[0] ?? 0) : { kind: 'odd', of, height: above(at, of) }
  return isFlipped ? notBit(at, odd) : odd
}

/** A number for each outcome; distinct for versions below 2^24. */
export const outcomeKey = ({ cell, version }: MeasurementOutcome): number => cell * 2 ** 24 + version

/** A conjunction as its distinct literals, in the order written, and its operands that are not literals. */
interface Conjunction {
  readonly literals: ReadonlyMap<number, Literal>
  readonly rest: readonly RuntimeBit[]
  /** Whether it requires both values of one outcome. */
  readonly isNever: boolean
}

/** The bit as a conjunction. Its parts may be shared, so each is visited once. */
function conjunction(whole: RuntimeBit): Conjunction {
  const [literals, rest, seen] = [new Map<number, Literal>(), [] as RuntimeBit[], new Set<RuntimeBit>()]
  let isNever = false
  const add = (outcome: MeasurementOutcome, value: 0 | 1) => {
    const key = outcomeKey(outcome)
    const other = literals.get(key)
    if (other && other.value !== value) isNever = true
    // Written out member by member: spreading the outcome would cost more than all other work of this function.
    if (!other) literals.set(key, { kind: 'outcome', cell: outcome.cell, version: outcome.version, value })
  }
  const visit = (bit: RuntimeBit): void => {
    if (seen.has(bit)) return
    seen.add(bit)
    if (bit.kind === 'outcome') add(bit, 1)
    else if (bit.kind === 'not' && bit.of.kind === 'outcome') add(bit.of, 0)
    else if (bit.kind === 'all') for (const part of bit.of) visit(part)
    else rest.push(bit)
  }
  visit(whole)
  return { literals, rest, isNever }
}

/**
 * The cases of a conjunction of literals and the negation of one other conjunction of literals, as `else` gives; null
 * where the rest is anything else. Case k keeps the first k literals of the negated one as they are and inverts the
 * next; its literals that are given already are skipped.
 */
function exceptions({ literals, rest }: Conjunction, isLast: CaseOptions['isLast']): Case[] | null {
  const [first, ...others] = rest
  if (first?.kind !== 'not' || others.length > 0) return null
  const opposite = conjunction(first.of)
  if (opposite.rest.length > 0) return null
  const given = [...literals.values()]
  const open = inOrder(
    [...opposite.literals].filter(([key]) => !literals.has(key)).map(([, literal]) => literal),
    isLast,
  )
  const isContradicted = [...opposite.literals].some(
    ([key, { value }]) => (literals.get(key)?.value ?? value) !== value,
  )
  if (opposite.isNever || isContradicted) return [given]
  return open.map((literal, k) => [...given, ...open.slice(0, k), { ...literal, value: literal.value === 1 ? 0 : 1 }])
}

/** The outcomes that the bits depend on, each once, in the order in which they are found. */
export function outcomesBehind(bits: readonly Bit[]): MeasurementOutcome[] {
  const [found, seen] = [new Map<number, MeasurementOutcome>(), new Set<Bit>()]
  const visit = (bit: Bit): void => {
    if (!isUnknown(bit) || seen.has(bit)) return
    seen.add(bit)
    if (bit.kind === 'outcome') found.set(outcomeKey(bit), bit)
    else for (const part of bit.kind === 'not' ? [bit.of] : bit.of) visit(part)
  }
  for (const bit of bits) visit(bit)
  return [...found.values()]
}

/** Refuses a condition or value that depends on more outcomes than a table can have. */
export function checkTabulable(at: SourceLocation, outcomes: readonly MeasurementOutcome[]): void {
  if (outcomes.length > MAX_CONDITION_BITS)
    unsupportedError(
      at,
      `a condition or value of more than ${MAX_CONDITION_BITS} measured bits is supported only as && of bits or a comparison by == or !=`,
    )
}

/** Truth tables of bits over few outcomes: bit i of the result is the value where outcome k is bit k of i. */
export class TruthTable {
  private readonly positions: ReadonlyMap<number, number>
  readonly rows: number
  private readonly always: bigint
  private readonly known = new Map<RuntimeBit, bigint>()

  constructor(outcomes: readonly MeasurementOutcome[]) {
    this.positions = new Map(outcomes.map((outcome, position) => [outcomeKey(outcome), position]))
    this.rows = 2 ** outcomes.length
    this.always = (1n << BigInt(this.rows)) - 1n
  }

  /** Number of bits and parts of bits computed so far. */
  get nodes(): number {
    return this.known.size
  }

  /** The table of the bit as a list of 0 and 1. */
  of(bit: Bit): (0 | 1)[] {
    const digits = this.whole(bit).toString(2).padStart(this.rows, '0')
    return Array.from(digits, digit => (digit === '1' ? 1 : 0) as 0 | 1).reverse()
  }

  private whole(bit: Bit): bigint {
    if (!isUnknown(bit)) return bit === 1 ? this.always : 0n
    const known = this.known.get(bit)
    if (known !== undefined) return known
    const found = this.computed(bit)
    this.known.set(bit, found)
    return found
  }

  private computed(bit: RuntimeBit): bigint {
    switch (bit.kind) {
      case 'outcome':
        return this.rowsWhere(row => this.valueAt(row, bit))
      case 'not':
        return this.always ^ this.whole(bit.of)
      case 'all':
        return bit.of.reduce((held, part) => held & this.whole(part), this.always)
      case 'odd':
        return bit.of.reduce((odd, part) => odd ^ this.whole(part), 0n)
      case 'table':
        return this.rowsWhere(
          row => bit.holds[bit.of.reduce((index, outcome, k) => index + this.valueAt(row, outcome) * 2 ** k, 0)]!,
        )
    }
  }

  private valueAt(row: number, outcome: MeasurementOutcome): 0 | 1 {
    return ((row >> this.positions.get(outcomeKey(outcome))!) & 1) as 0 | 1
  }

  private rowsWhere(holds: (row: number) => 0 | 1): bigint {
    let digits = ''
    for (let row = this.rows - 1; row >= 0; row--) digits += holds(row)
    return BigInt(`0b${digits}`)
  }
}

/** The conjunction of outcomes that holds in this row of their truth table and in no other. */
function onlyIn(of: readonly MeasurementOutcome[], row: number): Bit {
  const literals = of.map(
    (outcome, k): RuntimeBit => ((row >> k) % 2 === 1 ? outcome : { kind: 'not', of: outcome, height: 1 }),
  )
  if (literals.length === 1) return literals[0]!
  return literals.length === 0 ? 1 : { kind: 'all', of: literals, height: 2 }
}

/** The bit that `holds` tabulates. */
export function fromTruthTable(of: readonly MeasurementOutcome[], holds: readonly (0 | 1)[]): Bit {
  const first = holds.indexOf(1)
  if (first === -1) return 0
  if (holds.indexOf(1, first + 1) === -1) return onlyIn(of, first)
  return holds.includes(0) ? { kind: 'table', of, holds, height: 1 } : 1
}

export interface CaseOptions {
  /** Called with the steps that a condition costs which is no plain conjunction. */
  readonly spend: (steps: number) => void
  /** Outcomes that the expansion splits by last: two cases then never differ in the values of these alone. */
  readonly isLast?: (outcome: MeasurementOutcome) => boolean
}

function inOrder<Outcome extends MeasurementOutcome>(
  outcomes: readonly Outcome[],
  isLast: CaseOptions['isLast'],
): readonly Outcome[] {
  if (isLast === undefined) return outcomes
  return [...outcomes.filter(outcome => !isLast(outcome)), ...outcomes.filter(isLast)]
}

/**
 * Cases of which exactly one holds whenever all the bits do, and none otherwise (Shannon expansion). A plain
 * conjunction is one case with its literals in the order written.
 */
export function casesOf(at: SourceLocation, bits: readonly Bit[], { spend, isLast }: CaseOptions): readonly Case[] {
  const whole = andBits(at, bits)
  if (!isUnknown(whole)) return whole === 1 ? [[]] : []
  const plain = conjunction(whole)
  if (plain.isNever) return []
  if (plain.rest.length === 0) return [[...plain.literals.values()]]
  const outcomes = inOrder(outcomesBehind([whole]), isLast)
  if (outcomes.length > MAX_CONDITION_BITS) {
    spend(outcomes.length ** 2)
    const cases = exceptions(plain, isLast)
    if (cases) return cases
  }
  checkTabulable(at, outcomes)
  spend(2 * 2 ** outcomes.length)
  const truth = new TruthTable(outcomes)
  const holds = truth.of(whole)
  spend(2 * truth.nodes)
  return expanded(holds, outcomes)
}

/** Splits the table by one outcome after the other; an outcome on which it does not depend is left out. */
function expanded(holds: readonly (0 | 1)[], [first, ...rest]: readonly MeasurementOutcome[]): Case[] {
  if (first === undefined) return holds[0] === 1 ? [[]] : []
  const [zero, one] = [holds.filter((_, row) => row % 2 === 0), holds.filter((_, row) => row % 2 === 1)]
  if (zero.every((value, row) => value === one[row])) return expanded(zero, rest)
  return [zero, one].flatMap((part, value) =>
    expanded(part, rest).map((literals): Case => [{ ...first, value: value as 0 | 1 }, ...literals]),
  )
}
