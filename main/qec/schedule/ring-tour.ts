/** The cheapest walk of ancilla A that applies those edges of the ring whose data sites are not neighbours. */
import type { Layout, Step } from '../model/round'
import { less, plus, type Walks, walkSteps } from './all-pairs-paths'
import { cheapest, type Tour } from './ancilla-tours'
import type { RouteCost } from './route'

/**
 * A meets a hub twice, to copy its Z and later to remove it, and the hub's partners in between. Both are data labels.
 */
export interface HubVisit {
  readonly hub: number
  readonly partners: readonly number[]
}

export interface RingTour extends Tour {
  readonly hubs: readonly HubVisit[]
}

/** Where A stands, which edges are applied, whose Z it carries (null: none). */
interface RingSearchState extends RingTour {
  readonly vertex: number
  readonly applied: number
  readonly hub: number | null
}

interface RingSearch {
  readonly walks: Walks
  readonly layout: Layout
  /** Pairs of data labels. */
  readonly edges: readonly (readonly [number, number])[]
  readonly cost: RouteCost
}

const keyOf = ({ vertex, applied, hub }: RingSearchState): number => (vertex * 6 + (hub ?? 5)) * 32 + applied

/**
 * Dijkstra's search over A's vertex, the edges applied and the hub held: at most 192 states a vertex. Null when a data
 * site is out of reach. `edges` are pairs of data labels.
 */
export function shortestRingTour(
  walks: Walks,
  {
    layout,
    edges,
    cost,
  }: { readonly layout: Layout; readonly edges: readonly (readonly [number, number])[]; readonly cost: RouteCost },
): RingTour | null {
  const start: RingSearchState = {
    vertex: 0,
    applied: 0,
    hub: null,
    steps: [],
    hubs: [],
    effort: { cost: 0, steps: 0 },
  }
  const open = new Map([[keyOf(start), start]])
  const settled = new Set<number>()
  const all = (1 << edges.length) - 1
  const search: RingSearch = { walks, layout, edges, cost }
  for (let at = nearest(open); at; at = nearest(open)) {
    open.delete(keyOf(at))
    settled.add(keyOf(at))
    if (at.applied === all && at.hub === null && at.vertex === 0) return at
    for (const next of [...couplings(search, at), ...returnHome(walks, at, all)]) {
      const known = open.get(keyOf(next))
      if (!settled.has(keyOf(next)) && (!known || less(next.effort, known.effort))) open.set(keyOf(next), next)
    }
  }
  return null
}

const nearest = (open: ReadonlyMap<number, RingSearchState>): RingSearchState | null => cheapest([...open.values()])

/** When all edges are applied, A returns to its home site. */
function returnHome(walks: Walks, at: RingSearchState, all: number): RingSearchState[] {
  if (at.applied !== all || at.hub !== null || walks.value[at.vertex]![0]!.cost === Number.POSITIVE_INFINITY) return []
  const steps = [...at.steps, ...walkSteps(walks, at.vertex, 0)]
  return [{ ...at, vertex: 0, steps, effort: plus(at.effort, walks.value[at.vertex]![0]!) }]
}

/** Every next coupling: a hub taken, a partner met, or the hub let go, at any vertex beside it. */
function couplings(search: RingSearch, at: RingSearchState): RingSearchState[] {
  const { walks, layout, edges } = search
  const due = edges.flatMap(([i, j], e) => ((at.applied >> e) & 1 ? [] : [{ i, j, e }]))
  const meet = (data: number, change: Pick<RingSearchState, 'applied' | 'hub' | 'hubs'>) =>
    beside(walks, layout, data).flatMap(vertex => coupled(search, at, { ...change, vertex, data }))
  if (at.hub === null)
    return [...new Set(due.flatMap(({ i, j }) => [i, j]))].flatMap(hub =>
      meet(hub, { applied: at.applied, hub, hubs: [...at.hubs, { hub, partners: [] }] }),
    )
  const partners = due.flatMap(({ i, j, e }) =>
    i === at.hub ? [{ data: j, e }] : j === at.hub ? [{ data: i, e }] : [],
  )
  return [
    ...partners.flatMap(({ data, e }) =>
      meet(data, { applied: at.applied | (1 << e), hub: at.hub, hubs: withPartner(at.hubs, data) }),
    ),
    ...(at.hubs.at(-1)!.partners.length > 0 ? meet(at.hub, { applied: at.applied, hub: null, hubs: at.hubs }) : []),
  ]
}

const withPartner = (hubs: readonly HubVisit[], partner: number): readonly HubVisit[] =>
  hubs.with(-1, { ...hubs.at(-1)!, partners: [...hubs.at(-1)!.partners, partner] })

const beside = (walks: Walks, layout: Layout, data: number): number[] =>
  walks.sites.flatMap((_, vertex) => (walks.adjacent[vertex]!.has(layout.data[data]!) ? [vertex] : []))

/** A moves from its vertex to one beside a data site and couples to that site. */
function coupled(
  { walks, layout, cost }: RingSearch,
  from: RingSearchState,
  { vertex, data, ...change }: Pick<RingSearchState, 'vertex' | 'applied' | 'hub' | 'hubs'> & { readonly data: number },
): RingSearchState[] {
  const walk = walks.value[from.vertex]![vertex]!
  const at = walks.sites[vertex]!
  const price = cost.couple(at, layout.data[data]!)
  if (walk.cost + price === Number.POSITIVE_INFINITY) return []
  const step: Step = { kind: 'couple', data, pauli: 'Z', at }
  const effort = plus(plus(from.effort, walk), { cost: price, steps: 1 })
  return [{ ...change, vertex, effort, steps: [...from.steps, ...walkSteps(walks, from.vertex, vertex), step] }]
}
