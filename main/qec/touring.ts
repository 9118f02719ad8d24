/** Looks for A's closed tours to some data sites, depth first and the cheapest walk first, one walk at a time. */
import { type Clock, copyMoment, type Moment, newMoment, ownTurn, type Part } from './clock'
import type { Leg, Legs } from './legs'
import type { Work } from './work'

/** Where A goes next: to meet a data site from some place, or home, by one kind of move. */
export interface Way {
  readonly legs: Legs
  readonly to: number
  /** Price, length and code of the coupling there; none where A goes home. */
  readonly couple: number
  readonly couple_ns: number
  readonly codes: readonly number[]
  /** Least price from there through what remains, back home, waits and A's own H's left out. */
  readonly rest: number
  /** The same from where A stands. */
  readonly least: number
}

/** What a tour is priced by. */
export interface Fare {
  readonly clock: Clock
  /** Of nanoseconds. */
  readonly rate: number
  readonly part: Part
  /** A tour takes so long at least, whatever A does in it. */
  readonly least_ns: number
}

/** Where A stands between two walks. */
interface Stand {
  ways: readonly Way[]
  way: number
  leg: number
  /** Of walks and couplings so far. */
  price: number
  readonly moment: Moment
}

const newStand = (): Stand => ({ ways: [], way: 0, leg: 0, price: 0, moment: newMoment() })

export class Touring {
  /** The walks and ways of the tour found last. */
  readonly legs: Leg[] = []
  readonly ways: Way[] = []
  private readonly stands: readonly Stand[]
  private depth = 0

  /** The ways from a vertex after so many stops, least price first; `last` many stops come before the way home. */
  constructor(
    private readonly waysFrom: (vertex: number, after: number) => readonly Way[],
    home: number,
    private readonly last: number,
    private readonly fare: Fare,
    private readonly work: Work,
  ) {
    this.stands = Array.from({ length: last + 1 }, newStand)
    this.stands[0]!.ways = waysFrom(home, 0)
  }

  /** Nanoseconds that the tour found last takes beside its moves and couplings. */
  get extra(): number {
    return this.fare.clock.extra
  }

  /**
   * One look further: the price of a tour if it found one of at most `most`, Infinity if not yet, null when there are no more
   * or work ends.
   */
  look(most: number): number | null {
    const stand = this.stands[this.depth]!
    const way = stand.ways[stand.way]
    const spent = stand.price + this.beside(stand.moment)
    if (!way || spent + way.least > most) return this.back()
    const leg = way.legs.at(stand.leg, most - spent - way.couple - way.rest)
    if (leg) {
      if (!this.work.step()) return null
      stand.leg++
      return this.go(stand, way, leg, most)
    }
    if (this.work.spent) return null
    if (leg === undefined) {
      stand.way++
      stand.leg = 0
    }
    return Number.POSITIVE_INFINITY
  }

  private back(): number | null {
    return this.depth-- === 0 ? null : Number.POSITIVE_INFINITY
  }

  private go({ moment, price: before }: Stand, way: Way, leg: Leg, most: number): number {
    const { clock, part, least_ns } = this.fare
    const home = this.depth === this.last
    copyMoment(moment, clock)
    clock.walk(leg, ownTurn(part, this.depth === 0, home))
    clock.couple(way.couple_ns)
    this.legs[this.depth] = leg
    this.ways[this.depth] = way
    const price = before + way.couple + leg.price
    if (home) clock.waitUntil(least_ns)
    const least = price + this.beside(clock) + way.rest
    if (least > most) return Number.POSITIVE_INFINITY
    if (home) return least
    this.enter(way.to, price)
    return Number.POSITIVE_INFINITY
  }

  private enter(vertex: number, price: number): void {
    const stand = this.stands[++this.depth]!
    stand.ways = this.waysFrom(vertex, this.depth)
    stand.way = stand.leg = 0
    stand.price = price
    copyMoment(this.fare.clock, stand.moment)
  }

  /** A's H's, waiting for resets, and for F to be prepared or read. */
  private beside({ error, extra }: Moment): number {
    return error + this.fare.rate * extra
  }
}
