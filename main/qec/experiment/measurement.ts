/**
 * Fault-tolerant logical measurement. Every data qubit is turned so that X_L is read; then A measures three of the weight-3
 * representatives K_i of `ring.ts`, flagged. No Pauli on one qubit flips all three, so agreement without a flag is trusted;
 * in correction mode anything else sets off all five K_i unflagged, which name the syndrome and the logical value at once. A
 * table of all single faults and input errors, made from the compiled circuit, decodes. The data are not read themselves.
 */

import { anticommute, single } from '../code/pauli'
import type { Durations, Extraction, Graph, Layout, Segment } from '../model/round'
import type { FaultRates } from '../noise/rates'
import { EVERY_FAULT } from '../proof/everyfault'
import { firstProven } from '../spam/first-proven'
import { extractionPieces, type Piece, type PlainOp } from '../schedule/expand'
import { mergeHadamards, orientSwaps } from '../schedule/hadamard-merging'
import { RING_CHECKS } from '../schedule/ring-state'
import { type RouteCost, swapsOf } from '../schedule/route'
import { segmentOf } from '../schedule/timeline'
import { cheapestTriples, checkTours } from '../spam/preparation-circuit'
import { checkBit } from '../program/extra-planes'
import { entryEffects, type FrameEffect, frameFaults } from '../program/frame-faults'
import { localQubits, segmentOps } from '../program/noisy-ops'

/** Three flagged checks, a_j and f_j of the j-th; then K_0..K_4 unflagged, s_i of K_i. */
export interface MeasurementPlan {
  readonly layout: Layout
  readonly centres: readonly number[]
  readonly checks: readonly Extraction[]
  readonly repeat: readonly Extraction[]
}

export interface CompiledMeasurement {
  readonly layout: Layout
  readonly centres: readonly number[]
  readonly segment: Segment
  readonly repeat: Segment
  /** Whether the outcome is wrong, by the eleven bits a0..a2, f0..f2, s0..s4 taken as a number; s only where it was run. */
  readonly table: readonly number[]
  readonly ft_preserved: boolean
  /** Single faults and input errors of weight 1 struck; how many of them the table reads wrongly. */
  readonly cases: number
  readonly failures: number
  readonly cz_count: number
  readonly swap_count: number
  readonly conditional_cz_count: number
  readonly duration_ns: number
  readonly conditional_duration_ns: number
}

/** The ten images of the three checks, cheapest first; empty when A or F cannot do it. */
export function measurementPlans(graph: Graph, layout: Layout, cost: RouteCost): readonly MeasurementPlan[] {
  const flagged = checkTours(graph, layout, cost, true)
  const bare = checkTours(graph, layout, cost, false)
  if (!flagged || !bare) return []
  const repeat = bare.map(({ steps }, i) => ({ generator: i, flagged: false, steps }))
  return cheapestTriples(flagged).map(centres => ({
    layout,
    centres,
    checks: centres.map((i, j) => ({ generator: j, flagged: true, steps: flagged[i]!.steps })),
    repeat,
  }))
}

const piecesOf = (layout: Layout, extractions: readonly Extraction[]): readonly Piece[] =>
  extractions.flatMap(extraction => extractionPieces(layout, extraction))

const compiledOf = (plan: MeasurementPlan, extractions: readonly Extraction[]): readonly PlainOp[] =>
  mergeHadamards(orientSwaps(piecesOf(plan.layout, extractions)))

const czs = (ops: readonly PlainOp[]): number => ops.filter(({ gate }) => gate === 'CZ').length

/** Compiled like a round; the table and the verdict follow from the compiled operations. */
export function compileMeasurement(plan: MeasurementPlan, durations: Durations): CompiledMeasurement {
  const [ops, repeatOps] = [compiledOf(plan, plan.checks), compiledOf(plan, plan.repeat)]
  const segment = segmentOf(ops, plan.layout, durations, 0)
  const repeat = segmentOf(repeatOps, plan.layout, durations, 0)
  const struck = patternsOf({ layout: plan.layout, segment, repeat }, EVERY_FAULT)
  const table = tableOf(struck)
  const failures = struck.filter(pattern => table[pattern] === 1).length
  return {
    layout: plan.layout,
    centres: plan.centres,
    segment,
    repeat,
    table,
    ft_preserved: failures === 0,
    cases: struck.length,
    failures,
    cz_count: czs(ops),
    swap_count: plan.checks.reduce((sum, check) => sum + swapsOf(check), 0),
    conditional_cz_count: czs(repeatOps),
    duration_ns: segment.duration_ns,
    conditional_duration_ns: repeat.duration_ns,
  }
}

const PHASE_ONE = 0b111_111
/** What a flipped logical value changes: all three outcomes, and the five of the repeat where it was run. */
export const OUTCOMES = 0b111
export const VALUE = 0b11111_000_111

/** Whether the repeat is set off: a flag, or outcomes that differ. */
export const isTriggered = (pattern: number): boolean => {
  const outcomes = pattern & OUTCOMES
  return (pattern & PHASE_ONE) > OUTCOMES || (outcomes !== 0 && outcomes !== OUTCOMES)
}

/** Bits that are there to see: without a trigger the repeat was not run. */
export const seenPattern = (pattern: number): number => (isTriggered(pattern) ? pattern : pattern & PHASE_ONE)

/** The same pattern, had the logical value been the other one. */
const otherValue = (pattern: number): number => pattern ^ (isTriggered(pattern) ? VALUE : OUTCOMES)

type Stretches = Pick<CompiledMeasurement, 'layout' | 'segment' | 'repeat'>

/** Both parts as one stretch: faults strike the first only, for the second runs only where one has struck. */
function stretchOf({ layout, segment, repeat }: Stretches, rates: FaultRates) {
  const { qubits, local } = localQubits({ layout })
  const first = segmentOps(segment, local, rates, checkBit)
  const ops = [...first, ...segmentOps(repeat, local, rates, checkBit)]
  return { ops, qubits, bits: Array.from({ length: 11 }, (_, i) => i), ends: first.length }
}

const pattern = ({ flips }: FrameEffect): number => seenPattern(flips)

/** Patterns of every single fault and of the fifteen input errors. */
function patternsOf(stretches: Stretches, rates: FaultRates): readonly number[] {
  const stretch = stretchOf(stretches, rates)
  const faults = frameFaults(stretch).filter(({ op }) => op < stretch.ends)
  const entry = entryEffects(stretch)
  const inputs = [0, 1, 2, 3, 4].flatMap(q => [entry.x[q]!, entry.z[q]!, xor(entry.x[q]!, entry.z[q]!)])
  return [...faults.map(({ effect }) => pattern(effect)), ...inputs.map(pattern)]
}

const xor = (a: FrameEffect, b: FrameEffect): FrameEffect => ({ flips: a.flips ^ b.flips, x: a.x ^ b.x, z: a.z ^ b.z })

/** Outcomes of K_0..K_4 under the errors of weight at most 1: sixteen of 32; the others mean the other logical value. */
const NEAR: ReadonlySet<number> = new Set([
  0,
  ...[0, 1, 2, 3, 4].flatMap(q =>
    (['X', 'Y', 'Z'] as const).map(letter =>
      RING_CHECKS.reduce((bits, k, i) => bits | (anticommute(single(q, letter), k) ? 1 << i : 0), 0),
    ),
  ),
])

/** What to make of a pattern no single fault explains: believe the repeat where it ran, else the agreed outcome. */
const unexplained = (pattern: number): number =>
  isTriggered(pattern) ? (NEAR.has(pattern >> 6) ? 0 : 1) : Number((pattern & OUTCOMES) !== 0)

/** Each struck pattern is right, its other value wrong; where two disagree, more faults win and some fail. */
function tableOf(struck: readonly number[]): readonly number[] {
  const votes = new Int32Array(2048)
  for (const pattern of struck) {
    votes[pattern]!++
    votes[otherValue(pattern)]!--
  }
  return Array.from(votes, (vote, pattern) => (vote === 0 ? unexplained(pattern) : vote > 0 ? 0 : 1))
}

/** The cheapest measurement that the enumeration proves fault tolerant, null when none is. */
export function provenMeasurement(
  graph: Graph,
  layout: Layout,
  cost: RouteCost,
  durations: Durations,
): CompiledMeasurement | null {
  const compile = (plan: MeasurementPlan): CompiledMeasurement => compileMeasurement(plan, durations)
  return firstProven(measurementPlans(graph, layout, cost), compile, ({ ft_preserved }) => ft_preserved)
}
