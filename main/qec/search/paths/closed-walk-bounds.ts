/**
 * Lower bounds on the prices of the three closed walks of an extraction. The price of paths and couplings alone is a
 * bound from the start; a search that includes A's waits and own H's is made only where that bound does not decide.
 */
import { LABELLINGS } from '../model/labellings'
import type { WalkPosition } from './ancilla-clock'
import type { ClosedWalks } from './closed-walks'

/** One closed walk of a placement: the positions of the data sites that it couples to, in order. */
export interface ClosedWalkStops {
  readonly stops: readonly number[]
  readonly part: WalkPosition
  /** Its index in CLOSED_WALKS. */
  readonly at: number
}

/**
 * Positions of four data sites in the order of their couplings; the closed walks to the first, the next two and the
 * last.
 */
export interface VisitOrder {
  readonly met: readonly number[]
  readonly first: ClosedWalkStops
  readonly middle: ClosedWalkStops
  readonly last: ClosedWalkStops
}

const POSITIONS = [0, 1, 2, 3, 4] as const
const MIDDLE = 5
const LAST = 30

/**
 * First walks by position, middle walks by pair from MIDDLE on, last walks by position from LAST on; null for a pair of
 * one position with itself, since no walk couples to a site twice.
 */
const CLOSED_WALKS: readonly (ClosedWalkStops | null)[] = [
  ...POSITIONS.map((d): ClosedWalkStops => ({ stops: [d], part: 'first', at: d })),
  ...POSITIONS.flatMap(d =>
    POSITIONS.map((e): ClosedWalkStops | null =>
      d === e ? null : { stops: [d, e], part: 'middle', at: MIDDLE + 5 * d + e },
    ),
  ),
  ...POSITIONS.map((d): ClosedWalkStops => ({ stops: [d], part: 'last', at: LAST + d })),
]

const visitOrder = (met: readonly number[]): VisitOrder => {
  const [a, b, c, d] = met as [number, number, number, number]
  return { met, first: CLOSED_WALKS[a]!, middle: CLOSED_WALKS[MIDDLE + 5 * b + c]!, last: CLOSED_WALKS[LAST + d]! }
}

const VISIT_ORDERS: readonly (readonly VisitOrder[])[] = POSITIONS.map(omitted =>
  LABELLINGS.filter(({ order }) => order[4] === omitted).map(({ order }) => visitOrder(order.slice(0, 4))),
)

/** The 24 orders of the four positions other than one. */
export const visitOrders = (omitted: number): readonly VisitOrder[] => VISIT_ORDERS[omitted]!

export class ClosedWalkBounds {
  /** Lower bound of the price of each of CLOSED_WALKS; exact once it has been searched. */
  private readonly prices = new Float64Array(CLOSED_WALKS.length)
  private readonly exact = new Uint8Array(CLOSED_WALKS.length)

  constructor(private readonly closedWalks: ClosedWalks) {
    for (const walk of CLOSED_WALKS) if (walk) this.prices[walk.at] = closedWalks.bare(walk.stops)
  }

  of(walk: ClosedWalkStops): number {
    return this.prices[walk.at]!
  }

  /**
   * Lower bound on the price of the three walks of an order, without A's waits for sites that it left in another walk.
   */
  sum({ first, middle, last }: VisitOrder): number {
    return this.prices[first.at]! + this.prices[middle.at]! + this.prices[last.at]!
  }

  /** Whether all three walks of an order have been searched. */
  isSettled({ first, middle, last }: VisitOrder): boolean {
    return (this.exact[first.at]! & this.exact[middle.at]! & this.exact[last.at]!) === 1
  }

  /** Searches the walks of an order that were not searched yet; `sum` then is their least price, unless work ended. */
  settle({ first, middle, last }: VisitOrder): void {
    for (const walk of [first, middle, last])
      if (!this.exact[walk.at]) {
        this.prices[walk.at] = this.closedWalks.least(walk.stops, walk.part)
        this.exact[walk.at] = 1
      }
  }

  /** Least price of the three walks of an extraction that omits a position. */
  least(omitted: number): number {
    for (;;) {
      const order = this.cheapest(visitOrders(omitted))
      if (this.isSettled(order)) return this.sum(order)
      this.settle(order)
    }
  }

  /** The order with the least sum; of equals the first. */
  private cheapest(orders: readonly VisitOrder[]): VisitOrder {
    let best = orders[0]!
    let least = this.sum(best)
    for (const order of orders) {
      const sum = this.sum(order)
      if (sum < least) [best, least] = [order, sum]
    }
    return best
  }
}
