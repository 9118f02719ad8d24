/** A round of the search as a plan by site, with its score by part. */
import { GENERATOR_INDICES, supportOf } from '../../code/five-qubit'
import type { NoiseModel } from '../../model/noise-model'
import type { Extraction, Graph, Layout, RoundPlan, Step } from '../../model/round'
import { sitesOf } from '../../noise/score'
import { idleSlope } from '../../noise/transform'
import { walksOf } from '../../schedule/all-pairs-paths'
import { extractionOver, type RouteCost } from '../../schedule/route'
import { stepsOf } from '../model/compiled-shapes'
import type { Figures } from '../model/figures'
import type { PlacedRound } from './placement-task'

/** H's and H layers a SWAP adds on either site, most of the outer pair merged. */
const SWAP_H = 2.4

/** Step costs in expected faults: errors of the gates, and the idling of all five data qubits while they run. */
function routeCost(layout: Layout, noise: NoiseModel, round_ns: number): RouteCost {
  const perNs = layout.data.reduce((sum, site) => sum + idleSlope(round_ns, noise.t1(site), noise.t2(site)), 0)
  const czCost = (a: number, b: number) => 1 - noise.fidelityCz(a, b) + perNs * noise.cz(a, b)
  const hCost = (site: number) => 1 - noise.fidelitySingle(site) + (perNs * noise.single(site)) / 2
  return {
    move: (from, to) => 3 * czCost(from, to) + SWAP_H * (hCost(from) + hCost(to)),
    couple: czCost,
    flag: () => czCost(layout.ancilla, layout.flag),
  }
}

/**
 * The flagged extractions as the search chose them, and the cheapest unflagged repeat over the same sites, by full SWAPs.
 */
export function planOf(
  round: PlacedRound,
  {
    figures: { sites },
    checkpoint,
    graph,
    noise,
  }: {
    readonly figures: Figures
    readonly checkpoint: () => void
    readonly graph: Graph
    readonly noise: NoiseModel
  },
): RoundPlan {
  const flagged = GENERATOR_INDICES.map(generator => flaggedExtraction(round, generator, sites))
  const layout = layoutOf(round, flagged, sites)
  const cost = routeCost(layout, noise, round.ns)
  const walks = walksOf(moduleGraph(layout, graph), layout, (from, to) => cost.move(from, to))
  const repeat: Extraction[] = []
  for (const generator of GENERATOR_INDICES) {
    checkpoint()
    repeat.push(extractionOver(walks, layout, { generator, flagged: false, cost })!.extraction)
  }
  return { layout, flagged, repeat }
}

function flaggedExtraction(
  { home, data, extractions }: PlacedRound,
  generator: number,
  sites: readonly number[],
): Extraction {
  const letter = (vertex: number) => supportOf(generator).find(part => data[part.data] === vertex)!
  const steps = stepsOf(extractions[generator]!.codes, { home, letter, site: vertex => sites[vertex]! })
  return { generator, flagged: true, steps }
}

const visited = (step: Step): number[] => (step.kind === 'move' ? [step.from, step.to] : [])

function layoutOf({ home, flag, data }: PlacedRound, flagged: readonly Extraction[], sites: readonly number[]): Layout {
  const [d0, d1, d2, d3, d4] = data.map(vertex => sites[vertex]!) as [number, number, number, number, number]
  const ancilla = sites[home]!
  const routing = new Set(flagged.flatMap(({ steps }) => steps.flatMap(visited)))
  routing.delete(ancilla)
  return { ancilla, flag: sites[flag]!, data: [d0, d1, d2, d3, d4], routing: [...routing].sort((a, b) => a - b) }
}

/** The part of the graph that the layout uses: planning need not look at the rest of a large die. */
function moduleGraph(layout: Layout, { sites, edges }: Graph): Graph {
  const mine = new Set(sitesOf(layout))
  return { sites: sites.filter(site => mine.has(site)), edges: edges.filter(([a, b]) => mine.has(a) && mine.has(b)) }
}

/** Key of a plan, with sites named by role: equal keys compile to equal circuits. */
export function planKey({ layout, flagged, repeat }: RoundPlan): string {
  const names = new Map<number, number>()
  const name = (site: number) => {
    const known = names.get(site) ?? names.size
    names.set(site, known)
    return known
  }
  for (const site of [layout.ancilla, layout.flag, ...layout.data]) name(site)
  const word = (step: Step) => {
    if (step.kind === 'flag') return 'f'
    if (step.kind === 'couple') return `c${step.data}.${name(step.at)}`
    return `${step.reset ? 'r' : 'm'}${name(step.to)}${step.outer ? `.${step.outer}` : ''}`
  }
  return [...flagged, ...repeat].map(({ steps }) => steps.map(word).join(' ')).join('|')
}
