/**
 * What the ancilla's excursions cost. The flag's two CZs stand after the 1st and after the 3rd data coupling and happen at
 * home, so a flagged extraction is three closed tours from home: one data site, two data sites, one data site.
 */
import type { Adjacency } from './connected'

/** Expected faults and nanoseconds of one use. */
export interface Price {
  readonly error: number
  readonly ns: number
}

/** Prices by vertex of the graph. */
export interface Prices {
  couple(at: number, data: number): Price
  /** A SWAP into an empty neighbour. */
  move(from: number, to: number): Price
  /** Expected faults per nanosecond of a longer round: what trades errors against time when a path is chosen. */
  readonly per_ns: number
}

/** Bit i of `visits` says the tour passes the i-th site of the region. */
export interface Tour extends Price {
  readonly cost: number
  readonly visits: number
}

/** A connected set of sites that A may stand on, and what lies beside it. */
export interface Region {
  readonly sites: readonly number[]
  readonly neighbours: readonly number[]
  /** Cheapest way between two sites of the region. */
  readonly way: readonly (readonly Tour[])[]
  /** For each neighbour, the positions in the region from which A reaches it, with the coupling's price. */
  readonly reach: readonly (readonly { readonly at: number; readonly couple: Tour }[])[]
}

/** Tours that begin and end at one home; indices are positions in `region.neighbours`. */
export interface HomeTours {
  readonly single: readonly Tour[]
  readonly double: readonly (readonly Tour[])[]
}

export const NOWHERE: Tour = { error: 0, ns: 0, cost: 0, visits: 0 }
const UNREACHABLE: Tour = { error: Number.POSITIVE_INFINITY, ns: 0, cost: Number.POSITIVE_INFINITY, visits: 0 }

export const join = (a: Tour, b: Tour): Tour => ({
  error: a.error + b.error,
  ns: a.ns + b.ns,
  cost: a.cost + b.cost,
  visits: a.visits | b.visits,
})

const tour = ({ error, ns }: Price, perNs: number, visits: number): Tour => ({
  error,
  ns,
  cost: error + perNs * ns,
  visits,
})

export function regionOf(
  graph: Adjacency,
  sites: readonly number[],
  neighbours: readonly number[],
  prices: Prices,
): Region {
  const reach = neighbours.map(data =>
    sites.flatMap((site, at) =>
      graph.next[site]!.includes(data) ? [{ at, couple: tour(prices.couple(site, data), prices.per_ns, 1 << at) }] : [],
    ),
  )
  return { sites, neighbours, reach, way: cheapestWays(graph, sites, prices) }
}

/** All cheapest ways inside the region (Floyd and Warshall). */
function cheapestWays(graph: Adjacency, sites: readonly number[], prices: Prices): Tour[][] {
  const way = sites.map((from, i) =>
    sites.map((to, j) => {
      if (i === j) return { ...NOWHERE, visits: 1 << i }
      if (!graph.next[from]!.includes(to)) return UNREACHABLE
      return tour(prices.move(from, to), prices.per_ns, (1 << i) | (1 << j))
    }),
  )
  for (let via = 0; via < sites.length; via++)
    for (let i = 0; i < sites.length; i++)
      for (let j = 0; j < sites.length; j++)
        if (way[i]![via]!.cost + way[via]![j]!.cost < way[i]![j]!.cost) way[i]![j] = join(way[i]![via]!, way[via]![j]!)
  return way
}

/** The cheapest tour from a home (a position in `region.sites`) to each neighbour alone. */
export const singleTours = ({ way, reach }: Region, home: number): Tour[] =>
  reach.map(points => cheapest(points.map(({ at, couple }) => join(join(way[home]![at]!, couple), way[at]![home]!))))

/** `home` is a position in `region.sites`. */
export function toursFrom(region: Region, home: number): HomeTours {
  const { way, reach } = region
  const double = reach.map((first, i) =>
    reach.map((second, j) => (i < j ? cheapest(pairTours(way, home, first, second)) : NOWHERE)),
  )
  for (let i = 0; i < reach.length; i++) for (let j = 0; j < i; j++) double[i]![j] = double[j]![i]!
  return { single: singleTours(region, home), double }
}

type Reach = Region['reach'][number]

const pairTours = (way: Region['way'], home: number, first: Reach, second: Reach): Tour[] =>
  first.flatMap(a =>
    second.map(b =>
      join(join(join(way[home]![a.at]!, a.couple), way[a.at]![b.at]!), join(b.couple, way[b.at]![home]!)),
    ),
  )

const cheapest = (tours: readonly Tour[]): Tour =>
  tours.reduce((best, candidate) => (candidate.cost < best.cost ? candidate : best))

/** Which two of four data sites share the middle tour; the others are met first and last. */
const MIDDLES = [
  [0, 1, 2, 3],
  [0, 2, 1, 3],
  [0, 3, 1, 2],
  [1, 2, 0, 3],
  [1, 3, 0, 2],
  [2, 3, 0, 1],
] as const

/** The cheapest flagged extraction that meets four data sites, without its two flag CZs. */
export function extractionTour({ single, double }: HomeTours, data: readonly number[]): Tour {
  let best = MIDDLES[0] as (typeof MIDDLES)[number]
  let least = Number.POSITIVE_INFINITY
  for (const middle of MIDDLES) {
    const [i, j, k, l] = middle
    const cost = double[data[i]!]![data[j]!]!.cost + single[data[k]!]!.cost + single[data[l]!]!.cost
    if (cost < least) {
      least = cost
      best = middle
    }
  }
  const [i, j, k, l] = best
  return join(double[data[i]!]![data[j]!]!, join(single[data[k]!]!, single[data[l]!]!))
}
