/**
 * Reading table of the eleven bits of the logical measurement, a0..a2 f0..f2 s0..s4 as a number. Every single fault and
 * input error is read correctly, or the verdict counts it as a failure. Patterns that none of them explains are read as
 * the likelier value, by the exact odds of all sets of faults where rates are given.
 */
import { anticommute, single } from '../code/pauli'
import type { Layout, Segment } from '../model/round'
import type { FaultRates } from '../noise/rates'
import { UNIFORM_RATES } from '../noise/rates'
import { checkBit } from '../program/extra-planes'
import { entryEffects, type FrameEffect, frameFaults } from '../program/frame-faults'
import { localQubits, segmentOps } from '../program/noisy-ops'
import { patternOdds } from '../program/pattern-odds'
import { RING_CHECKS } from '../schedule/ring-state'

export const MEASURED_BITS = 11

const PHASE_ONE = 0b111_111
/** The outcomes of the three checks, which a flipped logical value changes. */
export const CHECK_OUTCOMES = 0b111
/**
 * The outcomes that a flipped logical value changes where the repeat was run: the three, and the five of the repeat.
 */
export const VALUE_MASK = 0b11111_000_111

/** Whether the pattern triggers the repeat: a flag rose, or the three outcomes differ. */
export const isTriggered = (pattern: number): boolean => {
  const outcomes = pattern & CHECK_OUTCOMES
  return (pattern & PHASE_ONE) > CHECK_OUTCOMES || (outcomes !== 0 && outcomes !== CHECK_OUTCOMES)
}

/** The pattern as it is observed: without a trigger the repeat is not run, and its bits are 0. */
export const visibleBits = (pattern: number): number => (isTriggered(pattern) ? pattern : pattern & PHASE_ONE)

/** The pattern that the same faults give for the other logical value. */
const otherValue = (pattern: number): number => pattern ^ (isTriggered(pattern) ? VALUE_MASK : CHECK_OUTCOMES)

/** The compiled operations: three flagged checks, then K_0..K_4 unflagged. */
export interface Stretches {
  readonly layout: Layout
  /** Labels of the three checks. */
  readonly centres: readonly number[]
  readonly segment: Segment
  readonly repeat: Segment
}

/** Both parts as one stretch. `ends` counts the operations of the first part, after which the repeat begins. */
function stretchOf({ layout, segment, repeat }: Stretches, rates: FaultRates) {
  const { qubits, local } = localQubits({ layout })
  const first = segmentOps(segment, { local, rates, bit: checkBit })
  const ops = [...first, ...segmentOps(repeat, { local, rates, bit: checkBit })]
  return { ops, qubits, bits: Array.from({ length: MEASURED_BITS }, (_, i) => i), ends: first.length }
}

const pattern = ({ flips }: FrameEffect): number => visibleBits(flips)

/**
 * Patterns of every single fault in the three checks and of the fifteen input errors; the repeat runs only after a
 * fault.
 */
export function singleFaultPatterns(stretches: Stretches): readonly number[] {
  const stretch = stretchOf(stretches, UNIFORM_RATES)
  const faults = frameFaults(stretch).filter(({ op }) => op < stretch.ends)
  const entry = entryEffects(stretch)
  const inputs = [0, 1, 2, 3, 4].flatMap(q => [entry.x[q]!, entry.z[q]!, xor(entry.x[q]!, entry.z[q]!)])
  return [...faults.map(({ effect }) => pattern(effect)), ...inputs.map(pattern)]
}

const xor = (a: FrameEffect, b: FrameEffect): FrameEffect => ({ flips: a.flips ^ b.flips, x: a.x ^ b.x, z: a.z ^ b.z })

/** Outcomes of K_0..K_4 under the errors of weight at most 1: sixteen of 32; the others mean the other logical value. */
const CORRECTABLE_SIGNS: ReadonlySet<number> = new Set([
  0,
  ...[0, 1, 2, 3, 4].flatMap(q =>
    (['X', 'Y', 'Z'] as const).map(letter =>
      RING_CHECKS.reduce((bits, k, i) => bits | (anticommute(single(q, letter), k) ? 1 << i : 0), 0),
    ),
  ),
])

/** Reading of a pattern that no single fault explains: the repeat where it was run, else the agreed outcome. */
const unexplained = (pattern: number): number =>
  isTriggered(pattern) ? (CORRECTABLE_SIGNS.has(pattern >> 6) ? 0 : 1) : Number((pattern & CHECK_OUTCOMES) !== 0)

/** How likely each pattern of signs of K_0..K_4 is when the measurement begins, bit i for K_i. */
export type Signs = Float64Array

/**
 * How likely each pattern is at these rates, exactly; without a trigger, s0..s4 are what the repeat would have read.
 */
export function measuredOdds(stretches: Stretches, rates: FaultRates, before: Signs): Float64Array {
  const odds = patternOdds(frameFaults(stretchOf(stretches, rates)), MEASURED_BITS, ({ flips }) => flips)
  return enteredOdds(odds, stretches.centres, before)
}

/** The odds of patterns when the measurement begins with signs drawn from `before`; `odds` are those without any. */
export function enteredOdds(odds: Float64Array, centres: readonly number[], before: Signs): Float64Array {
  const sum = new Float64Array(odds.length)
  before.forEach((chance, signs) => {
    if (chance === 0) return
    const flips = (signs << 6) | centres.reduce((bits, i, j) => bits | (((signs >> i) & 1) << j), 0)
    for (let at = 0; at < odds.length; at++) sum[at ^ flips]! += chance * odds[at]!
  })
  return sum
}

/** How often the table reads the wrong value. */
export const misreadOdds = (odds: Float64Array, table: readonly number[]): number =>
  odds.reduce((sum, chance, at) => sum + chance * table[visibleBits(at)]!, 0)

/** How often even the likelier value is wrong. */
export function leastMisread(odds: Float64Array): number {
  const seen = seenOdds(odds)
  return seen.reduce((sum, chance, at) => sum + Math.min(chance, seen[otherValue(at)]!), 0) / 2
}

/** Odds of the observed patterns: sums over the bits of a repeat that was not run. */
function seenOdds(odds: Float64Array): Float64Array {
  const seen = new Float64Array(odds.length)
  for (let at = 0; at < odds.length; at++) seen[visibleBits(at)]! += odds[at]!
  return seen
}

/**
 * Whether the outcome is wrong (1) or right (0), by pattern. A single fault's pattern counts as right, the same pattern
 * with the other value as wrong. Where faults disagree on a pattern, the majority decides and the others fail. Patterns
 * without a majority go by `odds` where they are given, and by `unexplained` otherwise.
 */
export function readingTable(patterns: readonly number[], odds: Float64Array | null): readonly number[] {
  const votes = new Int32Array(2 ** MEASURED_BITS)
  for (const pattern of patterns) {
    votes[pattern]!++
    votes[otherValue(pattern)]!--
  }
  const seen = odds && seenOdds(odds)
  const likelier = (at: number): number => (seen ? seen[at]! - seen[otherValue(at)]! : 0)
  return Array.from(votes, (vote, at) => {
    const right = vote || likelier(at)
    return right === 0 ? unexplained(at) : right > 0 ? 0 : 1
  })
}
