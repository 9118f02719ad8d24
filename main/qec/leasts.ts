/**
 * Least prices of the three tours of an extraction. What walks and couplings cost is a bound at once; A's waits and own H's are
 * looked for only where that bound does not settle a question.
 */
import type { Excursions } from './excursions'
import { LABELLINGS } from './labellings'

/** Positions of four data sites as they are met: one, two, one. */
export type Order = readonly [number, number, number, number]

const POSITIONS = [0, 1, 2, 3, 4] as const

const ORDERS: readonly (readonly Order[])[] = POSITIONS.map(omitted =>
  LABELLINGS.filter(({ order }) => order[4] === omitted).map(({ order: [a, b, c, d] }) => [a!, b!, c!, d!] as const),
)

/** The 24 orders of the four positions other than one. */
export const ordersOf = (omitted: number): readonly Order[] => ORDERS[omitted]!

const MIDDLE = 5
const LAST = 30

export class Leasts {
  /** First tours by position, middle ones by pair from MIDDLE on, last ones from LAST on: bounds until they are looked for. */
  private readonly prices: number[] = []
  private readonly exact = new Uint8Array(LAST + POSITIONS.length)

  constructor(private readonly excursions: Excursions) {
    for (const d of POSITIONS) this.prices.push(excursions.bare([d]))
    for (const d of POSITIONS) for (const e of POSITIONS) this.prices.push(d === e ? 0 : excursions.bare([d, e]))
    for (const d of POSITIONS) this.prices.push(excursions.bare([d]))
  }

  first([a]: Order): number {
    return this.prices[a]!
  }

  middle([, b, c]: Order): number {
    return this.prices[MIDDLE + 5 * b + c]!
  }

  last([, , , d]: Order): number {
    return this.prices[LAST + d]!
  }

  /** No more than the three tours cost in this order, whatever follows from doing them in turn. */
  sum(order: Order): number {
    return this.first(order) + this.middle(order) + this.last(order)
  }

  /** Looks for the three tours of an order, so that `sum` is their least price. */
  *settle([a, b, c, d]: Order): Generator<void, void> {
    yield* this.look(a, [a], 'first')
    yield* this.look(MIDDLE + 5 * b + c, [b, c], 'middle')
    yield* this.look(LAST + d, [d], 'last')
  }

  private *look(at: number, stops: readonly number[], part: 'first' | 'middle' | 'last'): Generator<void, void> {
    if (this.exact[at]) return
    this.prices[at] = yield* this.excursions.least(stops, part)
    this.exact[at] = 1
  }

  /** Least price of the three tours of an extraction that omits a position. */
  *least(omitted: number): Generator<void, number> {
    const settled = new Set<Order>()
    for (;;) {
      const order = ordersOf(omitted).reduce((best, one) => (this.sum(one) < this.sum(best) ? one : best))
      if (settled.has(order)) return this.sum(order)
      yield* this.settle(order)
      settled.add(order)
    }
  }
}
