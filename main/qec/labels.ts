/** Which of an embedding's five data sites is D0, D1, D2, D3, D4. */
import type { Adjacency } from './connected'
import { neighboursOf } from './connected'
import { estimate, fixedPrice, type RoundPrices, toursOmitting, X_LETTERS } from './estimate'
import type { Embedding } from './layouts'
import type { Layout } from './model'
import { regionOf, toursFrom } from './tours'

export interface Labelling {
  readonly layout: Layout
  /** Estimated Δ_round and length of the round. */
  readonly delta: number
  readonly ns: number
}

const permutations = (items: readonly number[]): number[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap(first => permutations(items.filter(item => item !== first)).map(rest => [first, ...rest]))

/** Row p puts D_i on data site p[i]. */
export const LABELLINGS: readonly (readonly number[])[] = permutations([0, 1, 2, 3, 4])

/** All 120 labellings of an embedding, least estimate first; equal ones in the order of LABELLINGS. */
export function labellings(embedding: Embedding, graph: Adjacency, prices: RoundPrices): Labelling[] {
  const at = new Map(graph.sites.map((site, v) => [site, v]))
  const vertex = (site: number) => at.get(site)!
  const sites = [embedding.ancilla, ...embedding.routing].map(vertex)
  const region = regionOf(graph, sites, neighboursOf(graph, sites), prices)
  const data = embedding.data.map(vertex)
  const places = data.map(v => region.neighbours.indexOf(v))
  const omitting = toursOmitting(toursFrom(region, 0), places)
  const fixed = fixedPrice(prices, vertex(embedding.ancilla), vertex(embedding.flag))
  return LABELLINGS.map(order => {
    const x = data.map((_, i) => X_LETTERS[order.indexOf(i)]!)
    const { delta, ns } = estimate(prices, fixed, omitting, data, order[3]!, x)
    return { layout: labelled(embedding, order), delta, ns }
  }).sort((a, b) => a.delta - b.delta)
}

/** The embedding with D_i on its data site order[i]. */
export function labelled({ ancilla, flag, routing, data }: Embedding, order: readonly number[]): Layout {
  const [d0, d1, d2, d3, d4] = order.map(i => data[i]!) as [number, number, number, number, number]
  return { ancilla, flag, routing, data: [d0, d1, d2, d3, d4] }
}
