/** The cheapest way for A to meet data qubits and F in a given order, from home and back. */
import type { Layout, Step } from '../model/round'
import { type Effort, less, plus, type Walks } from './all-pairs-paths'
import type { RouteCost } from './route'

/** A meets D_data in X or Z, or F at home. */
export type Visit = { readonly data: number; readonly pauli: 'X' | 'Z' } | 'flag'

/** Steps as `Extraction` lists them, and what they cost together. */
export interface Tour {
  readonly steps: readonly Step[]
  readonly effort: Effort
}

/** Where A stands after some visits, how it came there. Places are indices into `walks.sites`; 0 is home. */
interface Stand extends Tour {
  readonly place: number
}

const START: Stand = { place: 0, steps: [], effort: { cost: 0, steps: 0 } }

/** A shortest path over A's places; null when a data site is out of reach or F does not neighbour home. */
export function shortestTour(walks: Walks, layout: Layout, visits: readonly Visit[], cost: RouteCost): Tour | null {
  let stands: readonly Stand[] = [START]
  for (const visit of visits) stands = arrivals(walks, stands, stops(walks, layout, visit, cost))
  return arrivals(walks, stands, [{ place: 0, step: null, price: 0 }])[0] ?? null
}

/** The cheapest of several tours that serve alike; of equals the first. */
export const cheapest = <T extends Pick<Tour, 'effort'>>(tours: readonly (T | null)[]): T | null =>
  tours.reduce((best, tour) => (tour && (!best || less(tour.effort, best.effort)) ? tour : best), null)

/** A place at which a visit can be paid, with the step that pays it. */
interface Stop {
  readonly place: number
  readonly step: Step | null
  readonly price: number
}

function stops(walks: Walks, layout: Layout, visit: Visit, cost: RouteCost): readonly Stop[] {
  if (visit === 'flag')
    return walks.adjacent[0]!.has(layout.flag) ? [{ place: 0, step: { kind: 'flag' }, price: cost.flag() }] : []
  const site = layout.data[visit.data]!
  return walks.sites.flatMap((at, place) =>
    walks.adjacent[place]!.has(site)
      ? [{ place, step: { kind: 'couple', ...visit, at }, price: cost.couple(at, site) } as const]
      : [],
  )
}

const arrivals = (walks: Walks, stands: readonly Stand[], stops: readonly Stop[]): readonly Stand[] =>
  stops.flatMap(stop => cheapest(stands.map(stand => arrival(walks, stand, stop))) ?? [])

function arrival(walks: Walks, stand: Stand, { place, step, price }: Stop): Stand | null {
  const walk = walks.value[stand.place]![place]!
  if (walk.cost + price === Number.POSITIVE_INFINITY) return null
  const effort = plus(plus(stand.effort, walk), { cost: price, steps: step ? 1 : 0 })
  return { place, effort, steps: [...stand.steps, ...walkSteps(walks, stand.place, place), ...(step ? [step] : [])] }
}

export const walkSteps = (walks: Walks, from: number, to: number): Step[] => {
  const steps: Step[] = []
  for (let at = from; at !== to; at = walks.next[at]![to]!)
    steps.push({ kind: 'move', from: walks.sites[at]!, to: walks.sites[walks.next[at]![to]!]! })
  return steps
}
