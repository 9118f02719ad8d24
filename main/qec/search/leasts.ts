/**
 * Least prices of the three tours of an extraction. What walks and couplings cost is a bound at once; A's waits and own H's are
 * looked for only where that bound does not settle a question.
 */
import type { Part } from './paths/ancilla-clock'
import type { Excursions } from './excursions'
import { LABELLINGS } from './model/labellings'

/** One of the tours of a placement: the positions of the data sites that it meets, in order. */
export interface Outing {
  readonly stops: readonly number[]
  readonly part: Part
  /** Where it stands among OUTINGS. */
  readonly at: number
}

/** Positions of four data sites as they are met, and the tours that meet one, two and one of them. */
export interface Order {
  readonly met: readonly number[]
  readonly first: Outing
  readonly middle: Outing
  readonly last: Outing
}

const POSITIONS = [0, 1, 2, 3, 4] as const
const MIDDLE = 5
const LAST = 30

/** First tours by position, middle ones by pair from MIDDLE on, last ones from LAST on; no tour meets a site twice. */
export const OUTINGS: readonly (Outing | null)[] = [
  ...POSITIONS.map((d): Outing => ({ stops: [d], part: 'first', at: d })),
  ...POSITIONS.flatMap(d =>
    POSITIONS.map((e): Outing | null => (d === e ? null : { stops: [d, e], part: 'middle', at: MIDDLE + 5 * d + e })),
  ),
  ...POSITIONS.map((d): Outing => ({ stops: [d], part: 'last', at: LAST + d })),
]

const orderOf = (met: readonly number[]): Order => {
  const [a, b, c, d] = met as [number, number, number, number]
  return { met, first: OUTINGS[a]!, middle: OUTINGS[MIDDLE + 5 * b + c]!, last: OUTINGS[LAST + d]! }
}

const ORDERS: readonly (readonly Order[])[] = POSITIONS.map(omitted =>
  LABELLINGS.filter(({ order }) => order[4] === omitted).map(({ order }) => orderOf(order.slice(0, 4))),
)

/** The 24 orders of the four positions other than one. */
export const ordersOf = (omitted: number): readonly Order[] => ORDERS[omitted]!

export class Leasts {
  /** Of each of OUTINGS: bounds until they are looked for. */
  private readonly prices = new Float64Array(OUTINGS.length)
  private readonly exact = new Uint8Array(OUTINGS.length)

  constructor(private readonly excursions: Excursions) {
    for (const outing of OUTINGS) if (outing) this.prices[outing.at] = excursions.bare(outing.stops)
  }

  of(outing: Outing): number {
    return this.prices[outing.at]!
  }

  /** No more than the three tours cost in this order, whatever follows from doing them in turn. */
  sum({ first, middle, last }: Order): number {
    return this.prices[first.at]! + this.prices[middle.at]! + this.prices[last.at]!
  }

  /** Whether `sum` is the least price of the three tours of an order. */
  isSettled({ first, middle, last }: Order): boolean {
    return (this.exact[first.at]! & this.exact[middle.at]! & this.exact[last.at]!) === 1
  }

  /** Looks for the three tours of an order, so that `sum` is their least price. */
  *settle({ first, middle, last }: Order): Generator<void, void> {
    for (const outing of [first, middle, last])
      if (!this.exact[outing.at]) {
        this.prices[outing.at] = yield* this.excursions.least(outing.stops, outing.part)
        this.exact[outing.at] = 1
      }
  }

  /** Least price of the three tours of an extraction that omits a position. */
  *least(omitted: number): Generator<void, number> {
    for (;;) {
      const order = this.cheapest(ordersOf(omitted))
      if (this.isSettled(order)) return this.sum(order)
      yield* this.settle(order)
    }
  }

  /** The first of those with the least sum. */
  private cheapest(orders: readonly Order[]): Order {
    let best = orders[0]!
    let least = this.sum(best)
    for (const order of orders) {
      const sum = this.sum(order)
      if (sum < least) [best, least] = [order, sum]
    }
    return best
  }
}
