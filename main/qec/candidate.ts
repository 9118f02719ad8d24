/** One layout carried through planning, compiling and scoring. */
import type { DeltaRound } from '../contract/modules'
import { compileRound } from './compile'
import type { Labelling } from './labels'
import type { CompiledRound, Graph, Layout, NoiseModel, RoundPlan } from './model'
import { idleSlope } from './noise'
import { planRound, type RouteCost } from './route'
import { scoreRound, sitesOf } from './score'
import { withoutPauses } from './steps'

export interface ScoredLayout {
  readonly layout: Layout
  readonly plan: RoundPlan
  readonly round: CompiledRound
  readonly delta: DeltaRound
}

/** H's and H layers a SWAP adds, as in `estimate.ts`; the compiled circuit is what is scored. */
const SWAP_H = 2.4

/** Step costs in expected faults: errors of the gates, and the idling of all five data qubits while they run. */
export function routeCost(layout: Layout, noise: NoiseModel, round_ns: number): RouteCost {
  const perNs = layout.data.reduce((sum, site) => sum + idleSlope(round_ns, noise.t1(site), noise.t2(site)), 0)
  const czCost = (a: number, b: number) => 1 - noise.fidelityCz(a, b) + perNs * noise.cz(a, b)
  const hCost = (site: number) => 1 - noise.fidelitySingle(site) + (perNs * noise.single(site)) / 2
  return {
    move: (from, to) => 3 * czCost(from, to) + SWAP_H * (hCost(from) + hCost(to)),
    couple: czCost,
    flag: () => czCost(layout.ancilla, layout.flag),
  }
}

/** Null when A cannot reach a data site, or F does not neighbour its home. */
export const scoredLayout = (labelling: Labelling, graph: Graph, noise: NoiseModel): ScoredLayout | null =>
  withoutPauses(scoringLayout(labelling, graph, noise))

/** As `scoredLayout`, with a pause after planning and one after compiling. */
export function* scoringLayout(
  { layout, ns }: Labelling,
  graph: Graph,
  noise: NoiseModel,
): Generator<void, ScoredLayout | null> {
  const plan = planRound(moduleGraph(layout, graph), layout, routeCost(layout, noise, ns))
  if (plan === null) return null
  yield
  const round = compileRound(plan, noise)
  yield
  return { layout, plan, round, delta: scoreRound(round, noise) }
}

/** The part of the graph that the layout uses: planning need not look at the rest of a large die. */
function moduleGraph(layout: Layout, { sites, edges }: Graph): Graph {
  const mine = new Set(sitesOf(layout))
  return { sites: sites.filter(site => mine.has(site)), edges: edges.filter(([a, b]) => mine.has(a) && mine.has(b)) }
}
