/**
 * Fault-tolerant logical measurement, this program's own construction, proved by enumeration. Every data qubit is turned so that
 * X_L is read; then A measures three of the weight-3 representatives K_i of `ring-state.ts`, each with a flag as in Chao and
 * Reichardt, Phys. Rev. Lett. 121 (2018) 050502. No Pauli on one qubit flips all three, so agreement without a flag is trusted; in
 * correction mode anything else triggers all five K_i unflagged, which determine the syndrome and the logical value at once. A
 * table made from the compiled circuit decodes: `decoding/measurement-reading.ts`. The data are not read themselves.
 */
import { sum } from '../../contract/numbers/arithmetic'
import { permutations } from '../code/five-qubit'
import type { Durations } from '../model/noise-model'
import type { Extraction, Graph, Layout, Segment } from '../model/round'
import type { FaultRates } from '../noise/rates'
import { decided } from '../schedule/decision'
import { extractionPieces, type OpOrSwap, type PlainOp } from '../schedule/expand'
import { mergeHadamards, orientSwaps } from '../schedule/hadamard-merging'
import { IMAGES, THREE_CHECKS } from '../schedule/ring-state'
import { type RouteCost, swapsOf } from '../schedule/route'
import { segmentOf } from '../schedule/timeline'
import {
  leastMisread,
  measuredOdds,
  readingTable,
  type Signs,
  type Stretches,
  singleFaultPatterns,
} from './measurement-table'
import { cheapestFirst, checkTours } from './preparation-circuit'
import { firstProven } from './proving'

/**
 * Three flagged checks, of which the j-th writes bits a_j and f_j; then K_0..K_4 unflagged, of which K_i writes s_i.
 */
export interface MeasurementPlan {
  readonly layout: Layout
  readonly centres: readonly number[]
  readonly checks: readonly Extraction[]
  readonly repeat: readonly Extraction[]
}

export interface CompiledMeasurement extends Stretches {
  /**
   * Whether the outcome is wrong (1) or right (0), by the eleven bits a0..a2, f0..f2, s0..s4 taken as a number; s0..s4
   * are 0 where the repeat was not run.
   */
  readonly table: readonly number[]
  readonly ft_preserved: boolean
  /** Single faults and input errors of weight 1 injected; how many of them the table reads wrongly. */
  readonly cases: number
  readonly failures: number
  readonly cz_count: number
  readonly swap_count: number
  readonly conditional_cz_count: number
  readonly duration_ns: number
  readonly conditional_duration_ns: number
}

/**
 * Every order of each set of three checks that no Pauli on one qubit flips all at once, each with two orders of the
 * repeat: cheapest first. Empty when A or F cannot measure the checks.
 */
export function measurementPlans(graph: Graph, layout: Layout, cost: RouteCost): readonly MeasurementPlan[] {
  const flagged = checkTours(graph, { layout, cost, flagged: true })
  const bare = checkTours(graph, { layout, cost, flagged: false })
  if (!flagged || !bare) return []
  return cheapestFirst(CHECK_ORDERS, flagged).flatMap(centres =>
    repeatOrders(centres).map(order => ({
      layout,
      centres,
      checks: centres.map((i, j) => ({ generator: j, flagged: true, steps: flagged[i]!.steps })),
      repeat: order.map(i => ({ generator: i, flagged: false, steps: bare[i]!.steps })),
    })),
  )
}

/** All orders of the images of THREE_CHECKS: five sets, six orders each. */
const CHECK_ORDERS: readonly (readonly number[])[] = IMAGES.slice(0, 5).flatMap(image =>
  permutations(THREE_CHECKS.map(image)),
)

/**
 * Order of the repeat: checks not measured yet come first and fourth, the one measured last comes last; of all 120 orders these
 * fail least.
 */
function repeatOrders([first, second, third]: readonly number[]): readonly (readonly number[])[] {
  const [u, v] = [0, 1, 2, 3, 4].filter(i => i !== first && i !== second && i !== third) as [number, number]
  return [
    [u, first!, second!, v, third!],
    [v, first!, second!, u, third!],
  ]
}

const piecesOf = (layout: Layout, extractions: readonly Extraction[]): readonly OpOrSwap[] =>
  extractions.flatMap(extraction => extractionPieces(layout, extraction))

const compiledOf = (plan: MeasurementPlan, extractions: readonly Extraction[]): readonly PlainOp[] =>
  mergeHadamards(orientSwaps(piecesOf(plan.layout, extractions)))

const czs = ({ ops }: Segment): number => ops.filter(({ gate }) => gate === 'CZ').length

/** Rates and initial signs from which patterns that no single fault explains get their odds. */
export interface PatternWeights {
  readonly rates: FaultRates
  /** Signs of K_0..K_4 after the preparation. */
  readonly before: Signs
}

interface TimedMeasurement extends Stretches {
  readonly plan: MeasurementPlan
}

/** Expands SWAPs, merges H's and schedules both parts; the first ends with the wait for its decision. */
function timed(plan: MeasurementPlan, durations: Durations): TimedMeasurement {
  const { layout, centres } = plan
  const segmentFor = (extractions: readonly Extraction[]) =>
    segmentOf(compiledOf(plan, extractions), { layout, durations, start_ns: 0 })
  const segment = decided(segmentFor(plan.checks), { layout, durations })
  return { plan, layout, centres, segment, repeat: segmentFor(plan.repeat) }
}

/** Adds the table and the verdict, which follow from the compiled operations. */
function withTable({ plan, ...stretches }: TimedMeasurement, likely: PatternWeights | null): CompiledMeasurement {
  const patterns = singleFaultPatterns(stretches)
  const table = readingTable(patterns, likely && measuredOdds(stretches, likely.rates, likely.before))
  const failures = patterns.filter(pattern => table[pattern] === 1).length
  const { segment, repeat } = stretches
  return {
    ...stretches,
    table,
    ft_preserved: failures === 0,
    cases: patterns.length,
    failures,
    cz_count: czs(segment),
    swap_count: sum(plan.checks.map(swapsOf)),
    conditional_cz_count: czs(repeat),
    duration_ns: segment.duration_ns,
    conditional_duration_ns: repeat.duration_ns,
  }
}

export const compileMeasurement = (
  plan: MeasurementPlan,
  durations: Durations,
  likely: PatternWeights | null = null,
): CompiledMeasurement => withTable(timed(plan, durations), likely)

/**
 * The first measurement that the enumeration proves fault tolerant. Plans are tried in the order of how often they are
 * predicted to be read wrongly, waiting included; without rates, cheapest first. Null when no plan is proved.
 */
export function provenMeasurement(
  graph: Graph,
  layout: Layout,
  {
    cost,
    durations,
    likely = null,
  }: { readonly cost: RouteCost; readonly durations: Durations; readonly likely?: PatternWeights | null | undefined },
): CompiledMeasurement | null {
  const plans = measurementPlans(graph, layout, cost)
  const holds = ({ ft_preserved }: CompiledMeasurement) => ft_preserved
  if (!likely) return firstProven(plans, plan => compileMeasurement(plan, durations), holds)
  const ranked = byMisreading(
    plans.map(plan => timed(plan, durations)),
    likely,
  )
  return firstProven(ranked, one => withTable(one, likely), holds)
}

/** The same circuits with the table for other rates: patterns that a single fault explains are read as before. */
export function reweightedMeasurement(
  measurement: CompiledMeasurement,
  { rates, before }: PatternWeights,
): CompiledMeasurement {
  const patterns = singleFaultPatterns(measurement)
  const table = readingTable(patterns, measuredOdds(measurement, rates, before))
  const failures = patterns.filter(pattern => table[pattern] === 1).length
  return { ...measurement, table, failures, ft_preserved: failures === 0 }
}

function byMisreading(
  plans: readonly TimedMeasurement[],
  { rates, before }: PatternWeights,
): readonly TimedMeasurement[] {
  return plans
    .map(one => ({ one, misread: leastMisread(measuredOdds(one, rates, before)) }))
    .sort((a, b) => a.misread - b.misread)
    .map(({ one }) => one)
}
