import { supportOf } from '../../../../main/qec/code/five-qubit'
import type { Graph, Layout } from '../../../../main/qec/model/round'
import { swapCost, swapsOf } from '../../../../main/qec/schedule/route'
import { neighbours } from '../fixtures/graphs'
import { planRound, shortestExtraction } from '../fixtures/planned-rounds'

export const combinations = (from: readonly number[], count: number): readonly (readonly number[])[] => {
  if (count === 0) return [[]]
  const [head, ...tail] = from
  if (head === undefined || from.length < count) return []
  return [...combinations(tail, count - 1).map(rest => [head, ...rest]), ...combinations(tail, count)]
}

export const permutations = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, i) =>
        permutations([...items.slice(0, i), ...items.slice(i + 1)]).map(rest => [item, ...rest]),
      )

type Neighbours = readonly (readonly number[])[]

/** Moves from home to a place beside each data site, walking around taken sites; Infinity when it is out of reach. */
function reach(neighbour: Neighbours, home: number, taken: ReadonlySet<number>, data: readonly number[]) {
  const moves = new Map([[home, 0]])
  const queue = [home]
  for (const site of queue)
    for (const next of neighbour[site]!)
      if (!taken.has(next) && !moves.has(next)) {
        moves.set(next, moves.get(site)! + 1)
        queue.push(next)
      }
  return data.map(site => Math.min(...neighbour[site]!.map(at => moves.get(at) ?? Number.POSITIVE_INFINITY)))
}

/** Generators omit D4, D0, D1 and D2: a round costs every omission but that of the site that holds D3. */
const roundCost = (omitting: readonly number[]) => omitting.reduce((sum, c) => sum + c, 0) - Math.max(...omitting)

/**
 * No round takes fewer SWAPs: between home visits A serves one data site, two, and one again, so each of three closed walks goes
 * there and back at least as far as its farthest site.
 */
const lowerBound = (moves: readonly number[]) =>
  roundCost(
    moves.map((_, omitted) => {
      const far = moves.filter((_, i) => i !== omitted).sort((a, b) => b - a)
      return 2 * (far[0]! + far[2]! + far[3]!)
    }),
  )

/** D4 is the site to omit: generator 0 acts on D0..D3. */
const omissionLayout = (
  ancilla: number,
  flag: number,
  routing: readonly number[],
  data: readonly number[],
  omitted: number,
) => {
  const [a, b, c, d] = data.filter(site => site !== omitted) as [number, number, number, number]
  return { ancilla, flag, routing, data: [a, b, c, d, omitted] } satisfies Layout
}

const labelled = (layout: Layout, omitting: readonly number[], data: readonly number[]): Layout => {
  const d3 = data[omitting.indexOf(Math.max(...omitting))]!
  const [d0, d1, d2, d4] = data.filter(site => site !== d3) as [number, number, number, number]
  return { ...layout, data: [d0, d1, d2, d3, d4] }
}

export interface Best {
  readonly swaps: number
  /** Data, A, F, and the routing sites that A visits. */
  readonly qubits: number
  readonly layout: Layout
}

const movesPerRound = (graph: Graph, layout: Layout) => {
  const plan = planRound(graph, layout, swapCost)!
  const visited = plan.flagged.flatMap(e => e.steps.flatMap(step => (step.kind === 'move' ? [step.to] : [])))
  return {
    swaps: plan.flagged.reduce((sum, e) => sum + swapsOf(e), 0),
    vertices: new Set(visited).add(layout.ancilla).size,
  }
}

/**
 * Every set of five data sites that might need fewer SWAPs than `limit()`, nearest first. Data sites in the way only
 * lengthen walks, so the moves without them give a lower bound, and those of the last site one for all that follow.
 */
function* dataSets(
  sites: readonly { readonly site: number; readonly moves: number }[],
  limit: () => number,
  chosen: readonly { readonly site: number; readonly moves: number }[] = [],
): Generator<readonly number[]> {
  if (chosen.length === 5) yield chosen.map(({ site }) => site)
  if (chosen.length === 5) return
  for (const [i, next] of sites.entries()) {
    const rest = Array.from({ length: 4 - chosen.length }, () => next.moves)
    if (lowerBound([...chosen.map(({ moves }) => moves), next.moves, ...rest]) >= limit()) return
    yield* dataSets(sites.slice(i + 1), limit, [...chosen, next])
  }
}

const nearestFirst = (graph: Graph, neighbour: Neighbours, home: number, flag: number) => {
  const sites = graph.sites.filter(site => site !== home && site !== flag)
  const moves = reach(neighbour, home, new Set([flag]), sites)
  return sites
    .map((site, i) => ({ site, moves: moves[i]! }))
    .filter(candidate => Number.isFinite(candidate.moves))
    .sort((a, b) => a.moves - b.moves)
}

/** The best labels for five data sites, with all other sites free for routing; null when some site is out of reach. */
function bestOver(
  graph: Graph,
  neighbour: Neighbours,
  home: number,
  flag: number,
  data: readonly number[],
  limit: number,
) {
  const taken = new Set([...data, flag])
  const moves = reach(neighbour, home, taken, data)
  if (!moves.every(Number.isFinite) || lowerBound(moves) >= limit) return null
  const routing = graph.sites.filter(site => site !== home && !taken.has(site))
  const omitting = data.map(omitted => {
    const layout = omissionLayout(home, flag, routing, data, omitted)
    return shortestExtraction(graph, layout, 0, true, swapCost)?.cost ?? Number.POSITIVE_INFINITY
  })
  if (!omitting.every(Number.isFinite) || roundCost(omitting) >= limit) return null
  const layout = labelled(omissionLayout(home, flag, routing, data, data[0]!), omitting, data)
  const { swaps, vertices } = movesPerRound(graph, layout)
  return { swaps, qubits: 6 + vertices, layout }
}

/** Fewest SWAPs per flagged round over every home, flag, data set and labelling. */
export function fewestSwaps(graph: Graph, homes: readonly number[] = graph.sites): Best | null {
  const neighbour = graph.sites.map(site => neighbours(graph, site))
  let best: Best | null = null
  const limit = () => best?.swaps ?? Number.POSITIVE_INFINITY
  for (const home of homes)
    for (const flag of neighbour[home]!)
      for (const data of dataSets(nearestFirst(graph, neighbour, home, flag), limit))
        best = bestOver(graph, neighbour, home, flag, data, limit()) ?? best
  return best
}

/** Which generator omits which label, so that the search above stays honest. */
export const omittedLabels = [0, 1, 2, 3].map(k => [0, 1, 2, 3, 4].find(d => !supportOf(k).some(c => c.data === d)))
