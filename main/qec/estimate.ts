/** A cheap, usage-weighted estimate of Δ_round that needs no compiled circuit: it decides which layouts are compiled at all. */
import type { Adjacency } from './connected'
import type { NoiseModel } from './model'
import { idleInfidelity, idleSlope } from './noise'
import type { HomeTours, Price, Prices, Tour } from './tours'
import { extractionTour, join, NOWHERE } from './tours'

const GENERATORS = 4
/** A SWAP as three CZs has two inner H's on each site and an outer pair on one, most of which merges with its neighbours'. */
const SWAP_H_PER_SITE = 2.4
/** H layers between and beside the three CZs of a SWAP: two inner ones and what is left of the outer pair. */
const SWAP_H_LAYERS = 2.4
/** X letters of D0..D4 over the four generators; each costs two H's before neighbouring ones are merged. */
export const X_LETTERS = [2, 2, 1, 2, 1] as const

/** Prices of everything a round does, by vertex. */
export interface RoundPrices extends Prices {
  /** Four resets, readouts and pairs of H on A at home; its length is the round's without couplings and moves. */
  ancilla(home: number): Price
  /** The same for F, which works beside A: its errors count, its time does not. */
  flag(site: number): Price
  /** Eight CZs between A and F. */
  flagCouplings(home: number, flag: number): Price
  single(site: number): number
  idle(site: number, ns: number): number
}

export function roundPrices(graph: Adjacency, noise: NoiseModel): RoundPrices {
  const site = (v: number) => graph.sites[v]!
  const h = (v: number) => 1 - noise.fidelitySingle(site(v))
  const cz = (v: number, w: number) => 1 - noise.fidelityCz(site(v), site(w))
  const czNs = (v: number, w: number) => noise.cz(site(v), site(w))
  const spam = (v: number) => 2 - noise.fidelityReadout(site(v)) - noise.fidelityReset(site(v)) + 2 * h(v)
  const spamNs = (v: number) => noise.reset(site(v)) + noise.readout(site(v)) + 2 * noise.single(site(v))
  const layer = (v: number, w: number) => Math.max(noise.single(site(v)), noise.single(site(w)))
  return {
    couple: (at, data) => ({ error: cz(at, data), ns: czNs(at, data) }),
    move: (from, to) => ({
      error: 3 * cz(from, to) + SWAP_H_PER_SITE * (h(from) + h(to)),
      ns: 3 * czNs(from, to) + SWAP_H_LAYERS * layer(from, to),
    }),
    per_ns: chargePerNs(graph, noise),
    ancilla: v => ({ error: GENERATORS * spam(v), ns: GENERATORS * spamNs(v) }),
    flag: v => ({ error: GENERATORS * spam(v), ns: 0 }),
    flagCouplings: (v, w) => ({ error: 2 * GENERATORS * cz(v, w), ns: 2 * GENERATORS * czNs(v, w) }),
    single: h,
    idle: (v, ns) => idleInfidelity(ns, noise.t1(site(v)), noise.t2(site(v))),
  }
}

/** What a nanosecond more costs five average data qubits, taken at the length of a round without moves. */
function chargePerNs({ sites }: Adjacency, noise: NoiseModel): number {
  const mean = (figure: (site: number) => number) =>
    sites.reduce((total, site) => total + figure(site), 0) / Math.max(1, sites.length)
  const ns = GENERATORS * mean(site => noise.reset(site) + noise.readout(site) + 2 * noise.single(site))
  return 5 * mean(site => idleSlope(ns, noise.t1(site), noise.t2(site)))
}

/** The cheapest extraction without each of the five data sites in turn (positions in `region.neighbours`). */
export const toursOmitting = (tours: HomeTours, data: readonly number[]): Tour[] =>
  OTHERS.map(others => extractionTour(tours, [data[others[0]]!, data[others[1]]!, data[others[2]]!, data[others[3]]!]))

const OTHERS = [
  [1, 2, 3, 4],
  [0, 2, 3, 4],
  [0, 1, 3, 4],
  [0, 1, 2, 4],
  [0, 1, 2, 3],
] as const

export interface Estimate {
  readonly delta: number
  readonly ns: number
  /** Sites of the region that the round passes, by bit. */
  readonly visits: number
}

/**
 * Estimate for given labels. Generator by generator one data qubit is left out, and D3 never is; so the round is the sum of
 * the four tours that omit the others. `data` are vertices, `x` the X letters of each, `d3` the position that carries D3.
 */
export function estimate(
  prices: RoundPrices,
  fixed: Price,
  omitting: readonly Tour[],
  data: readonly number[],
  d3: number,
  x: readonly number[],
): Estimate {
  const round = omitting.reduce((sum, tour, position) => (position === d3 ? sum : join(sum, tour)), NOWHERE)
  const ns = fixed.ns + round.ns
  let delta = fixed.error + round.error
  for (let i = 0; i < data.length; i++) delta += 2 * x[i]! * prices.single(data[i]!) + prices.idle(data[i]!, ns)
  return { delta, ns, visits: round.visits }
}

/** The labels with the least estimate: D3 where leaving the site out would save least, single X's on the noisiest sites. */
export function bestLabels(prices: RoundPrices, omitting: readonly Tour[], data: readonly number[]) {
  const d3 = omitting.reduce((best, tour, i) => (tour.cost > omitting[best]!.cost ? i : best), 0)
  const others = data.map((_, i) => i).filter(i => i !== d3)
  const [first, second] = others.sort((i, j) => prices.single(data[j]!) - prices.single(data[i]!))
  return { d3, x: data.map((_, i) => (i === first || i === second ? 1 : 2)) }
}

/** What A and F cost wherever the data qubits lie. */
export function fixedPrice(prices: RoundPrices, home: number, flag: number): Price {
  const parts = [prices.ancilla(home), prices.flag(flag), prices.flagCouplings(home, flag)]
  return { error: parts.reduce((sum, { error }) => sum + error, 0), ns: parts.reduce((sum, { ns }) => sum + ns, 0) }
}
