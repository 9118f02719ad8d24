/** The cheapest way for A to meet data qubits and F in a given order, from home and back. */
import type { Layout, Step } from '../model/round'
import { type Effort, less, plus, type Walks, walkSteps } from './all-pairs-paths'
import type { RouteCost } from './route'

/** A couples to D_data by X or Z, or meets F at home. */
export type Visit = { readonly data: number; readonly pauli: 'X' | 'Z' } | 'flag'

/** Steps as `Extraction` lists them, and what they cost together. */
export interface Tour {
  readonly steps: readonly Step[]
  readonly effort: Effort
}

/** Vertex of A after some visits, and the steps that led there. Vertices are indices into `walks.sites`; 0 is home. */
interface TourState extends Tour {
  readonly vertex: number
}

const START: TourState = { vertex: 0, steps: [], effort: { cost: 0, steps: 0 } }

/** A shortest path over A's vertices; null when a data site is out of reach or F is no neighbour of home. */
export function shortestTour(
  walks: Walks,
  { layout, visits, cost }: { readonly layout: Layout; readonly visits: readonly Visit[]; readonly cost: RouteCost },
): Tour | null {
  let states: readonly TourState[] = [START]
  for (const visit of visits) states = arrivals(walks, states, visitVertices(walks, visit, { layout, cost }))
  return arrivals(walks, states, [{ vertex: 0, step: null, price: 0 }])[0] ?? null
}

/** The cheapest of several tours, the first where several are equal; null without any. */
export const cheapest = <T extends Pick<Tour, 'effort'>>(tours: readonly (T | null)[]): T | null =>
  tours.reduce((best, tour) => (tour && (!best || less(tour.effort, best.effort)) ? tour : best), null)

/** A vertex from which A can make a visit, and the step that makes it. */
interface VisitVertex {
  readonly vertex: number
  readonly step: Step | null
  readonly price: number
}

function visitVertices(
  walks: Walks,
  visit: Visit,
  { layout, cost }: { readonly layout: Layout; readonly cost: RouteCost },
): readonly VisitVertex[] {
  if (visit === 'flag')
    return walks.adjacent[0]!.has(layout.flag) ? [{ vertex: 0, step: { kind: 'flag' }, price: cost.flag() }] : []
  const site = layout.data[visit.data]!
  return walks.sites.flatMap((at, vertex) =>
    walks.adjacent[vertex]!.has(site)
      ? [{ vertex, step: { kind: 'couple', ...visit, at }, price: cost.couple(at, site) } as const]
      : [],
  )
}

const arrivals = (
  walks: Walks,
  states: readonly TourState[],
  visitVertices: readonly VisitVertex[],
): readonly TourState[] =>
  visitVertices.flatMap(next => cheapest(states.map(state => arrival(walks, state, next))) ?? [])

function arrival(walks: Walks, state: TourState, { vertex, step, price }: VisitVertex): TourState | null {
  const walk = walks.value[state.vertex]![vertex]!
  if (walk.cost + price === Number.POSITIVE_INFINITY) return null
  const effort = plus(plus(state.effort, walk), { cost: price, steps: step ? 1 : 0 })
  return { vertex, effort, steps: [...state.steps, ...walkSteps(walks, state.vertex, vertex), ...(step ? [step] : [])] }
}
