/**
 * Verified preparation of |−>_L on a layout: the ring of `ring-state.ts`, then three flagged weight-3 checks, accepted when all six
 * outcomes are trivial. The state is a graph state (Schlingemann and Werner, "Quantum error-correcting codes associated with
 * graphs", Phys. Rev. A 65 (2001) 012308), the checks use one flag qubit as in Chao and Reichardt, "Quantum error correction with
 * only two extra qubits", Phys. Rev. Lett. 121 (2018) 050502; their combination is this program's own and proved by enumeration.
 * Where two data sites are not neighbours, A carries a copy of one qubit's Z value to the other's side: such a CZ can go wrong in
 * the same fifteen ways as a direct one, and A's leftovers meet the checks.
 */
import { permutations } from '../code/five-qubit'
import type { Durations } from '../model/noise-model'
import type { Extraction, Graph, Layout, Segment, Step } from '../model/round'
import { plus, type Walks, walksOf } from '../schedule/all-pairs-paths'
import { cheapest, shortestTour, type Tour, type Visit } from '../schedule/ancilla-tours'
import { decided } from '../schedule/decision'
import { extractionPieces, type OpOrSwap, type PlainOp } from '../schedule/expand'
import { mergeHadamards, orientSwaps } from '../schedule/hadamard-merging'
import { checkVisits, IMAGES, RING_EDGES, THREE_CHECKS } from '../schedule/ring-state'
import { type HubVisit, shortestRingTour } from '../schedule/ring-tour'
import type { RouteCost } from '../schedule/route'
import { segmentOf } from '../schedule/timeline'

/** How |−>_L is made. Data qubits are given by their labels 0..4. */
export interface PreparationPlan {
  readonly layout: Layout
  /** Ring edges done by one CZ between neighbours. */
  readonly direct: readonly (readonly [number, number])[]
  /**
   * A's walk for the other edges couples to each hub twice (to copy its Z value, then to remove it), to its partners
   * between.
   */
  readonly hubs: readonly HubVisit[]
  readonly steps: readonly Step[]
  /** Flagged checks of K_i, i in `centres`; the j-th writes bits a_j and f_j. */
  readonly centres: readonly number[]
  readonly checks: readonly Extraction[]
}

/** Operations of one attempt, on a clock of its own; `segment` ends where the outcomes are known. */
export interface CompiledPreparation {
  readonly layout: Layout
  readonly segment: Segment
  readonly centres: readonly number[]
  readonly edges_direct: number
  readonly edges_through_ancilla: number
  readonly cz_count: number
  readonly swap_count: number
  readonly duration_ns: number
}

/**
 * The cheapest ring, by CZs between neighbours where `graph` has them and A's shortest tour for the other edges,
 * followed by the three checks of every turn and mirror image: cheapest first. Empty when the ring or one of K_0..K_4
 * is out of A's reach, or F does not neighbour home.
 */
export function preparationPlans(graph: Graph, layout: Layout, cost: RouteCost): readonly PreparationPlan[] {
  const checks = checkTours(graph, { layout, cost, flagged: true })
  const adjacent = ([i, j]: readonly [number, number]) => isEdge(graph, layout.data[i]!, layout.data[j]!)
  const walks = walksOf(graph, layout, (from, to) => cost.move(from, to))
  const edges = RING_EDGES.filter(edge => !adjacent(edge))
  const ring = edges.length === 0 ? NO_TOUR : shortestRingTour(walks, { layout, edges, cost })
  if (!checks || !ring) return []
  return cheapestTriples(checks).map(centres => ({
    layout,
    direct: RING_EDGES.filter(adjacent),
    hubs: ring.hubs,
    steps: ring.steps,
    centres,
    checks: centres.map((i, j) => ({ generator: j, flagged: true, steps: checks[i]!.steps })),
  }))
}

const NO_TOUR = { hubs: [], steps: [] }

/** Images of the three checks, cheapest first: five sets, each in two orders. */
const cheapestTriples = (checks: readonly Tour[]): readonly (readonly number[])[] =>
  cheapestFirst(
    IMAGES.map(image => THREE_CHECKS.map(image)),
    checks,
  )

/** Triples of checks by the effort of their tours, least cost first, then fewest steps. */
export const cheapestFirst = (
  triples: readonly (readonly number[])[],
  checks: readonly Tour[],
): readonly (readonly number[])[] =>
  triples
    .map(centres => ({ centres, effort: centres.map(i => checks[i]!.effort).reduce(plus) }))
    .sort((p, q) => p.effort.cost - q.effort.cost || p.effort.steps - q.effort.steps)
    .map(({ centres }) => centres)

const isEdge = ({ edges }: Graph, a: number, b: number): boolean =>
  edges.some(([p, q]) => (p === a && q === b) || (p === b && q === a))

/**
 * A's cheapest tour through the three couplings of K_i in any order, since every order is fault tolerant; `flagged`
 * puts the flag's two couplings around the middle one.
 */
function cheapestCheck(
  walks: Walks,
  layout: Layout,
  { i, cost, flagged }: { readonly i: number; readonly cost: RouteCost; readonly flagged: boolean },
): Tour | null {
  const flag: Visit[] = flagged ? ['flag'] : []
  const visits = permutations(checkVisits(i)).map(([first, second, third]) => [
    first!,
    ...flag,
    second!,
    ...flag,
    third!,
  ])
  return cheapest(visits.map(order => shortestTour(walks, { layout, visits: order, cost })))
}

/** The cheapest tour that measures each of K_0..K_4; null when one of them is out of reach. */
export function checkTours(
  graph: Graph,
  { layout, cost, flagged }: { readonly layout: Layout; readonly cost: RouteCost; readonly flagged: boolean },
): readonly Tour[] | null {
  const walks = walksOf(graph, layout, (from, to) => cost.move(from, to))
  const tours = [0, 1, 2, 3, 4].map(i => cheapestCheck(walks, layout, { i, cost, flagged }))
  return tours.every((tour): tour is Tour => tour !== null) ? tours : null
}

const plain = (gate: PlainOp['gate'], sites: readonly number[], purpose: string): PlainOp => ({
  gate,
  sites,
  bit: null,
  generator: 0,
  purpose,
})

/** |+> on all five, the direct CZs, then A's walk. */
function ringPieces({ layout, direct, hubs, steps }: PreparationPlan): readonly OpOrSwap[] {
  const { data, ancilla } = layout
  return [
    ...data.map((site, i) => plain('R', [site], `reset D${i}`)),
    ...data.map((site, i) => plain('H', [site], `prepare D${i}`)),
    ...direct.map(([i, j]) => plain('CZ', [data[i]!, data[j]!], `ring ${i}-${j}`)),
    ...(steps.length > 0 ? [plain('R', [ancilla], 'reset A')] : []),
    ...walkPieces(layout, hubs, steps),
  ]
}

/** The k-th coupling of the walk copies a hub's Z value into A, uses it, or takes it back. */
function walkPieces(layout: Layout, hubs: PreparationPlan['hubs'], steps: readonly Step[]): readonly OpOrSwap[] {
  const copies = hubs.flatMap(({ partners }) => [true, ...partners.map(() => false), true])
  let met = 0
  return steps.flatMap((step): readonly OpOrSwap[] => {
    if (step.kind === 'move') return [{ gate: 'SWAP', from: step.from, to: step.to, generator: 0 }]
    if (step.kind === 'flag') return []
    const turn = plain('H', [step.at], `copy D${step.data} basis`)
    const couple = plain('CZ', [step.at, layout.data[step.data]!], `ring D${step.data}`)
    return copies[met++] ? [turn, couple, turn] : [couple]
  })
}

/** The plan's operations as they stand, with whole SWAPs and no H merged. */
export const preparationPieces = (plan: PreparationPlan): readonly OpOrSwap[] => [
  ...ringPieces(plan),
  ...plan.checks.flatMap(check => extractionPieces(plan.layout, check)),
]

const isMove = ({ kind }: Step) => kind === 'move'

/** SWAPs expanded, H's merged, scheduled as one stretch: nothing is decided before the last outcome, which is waited for. */
export function compilePreparation(plan: PreparationPlan, durations: Durations): CompiledPreparation {
  const ops = mergeHadamards(orientSwaps(preparationPieces(plan)))
  const segment = decided(withoutBlankWaiting(segmentOf(ops, { layout: plan.layout, durations, start_ns: 0 })), {
    layout: plan.layout,
    durations,
  })
  return {
    layout: plan.layout,
    segment,
    centres: plan.centres,
    edges_direct: plan.direct.length,
    edges_through_ancilla: RING_EDGES.length - plan.direct.length,
    cz_count: ops.filter(({ gate }) => gate === 'CZ').length,
    swap_count: [...plan.steps, ...plan.checks.flatMap(({ steps }) => steps)].filter(isMove).length,
    duration_ns: segment.duration_ns,
  }
}

/** The segment without the waits that end in a reset: a site that waits to be reset holds nothing. */
const withoutBlankWaiting = (segment: Segment): Segment => ({
  ...segment,
  idles: segment.idles.filter(({ site, before }) => {
    const next = segment.ops[before]
    return !(next?.gate === 'R' && next.sites[0] === site)
  }),
})
