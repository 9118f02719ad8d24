/** Looks for A's closed tours to some data sites, depth first and the cheapest walk first, one walk at a time. */
import { Clock, copyMoment, type Moment, newMoment, ownTurn, type Part } from './paths/ancilla-clock'
import type { Leg, Legs } from './paths/shortest-simple-paths'
import type { Work } from './model/work-budget'

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
  private readonly clock = new Clock()
  private readonly stands: readonly Stand[] = [newStand(), newStand(), newStand()]
  private depth = 0
  private stops: readonly number[] = []
  private part: Part = 'first'
  private least_ns = 0

  /**
   * `waysFrom` has the ways from a vertex to the first of the stops that are left when some are met, or home, least price first;
   * `rate` prices nanoseconds.
   */
  constructor(
    private readonly waysFrom: (vertex: number, stops: readonly number[], met: number) => readonly Way[],
    private readonly home: number,
    private readonly rate: number,
    private readonly work: Work,
  ) {}

  /** Starts a look for the tours to one or two data sites in this order, which take `least_ns` at least, whatever A does. */
  begin(stops: readonly number[], part: Part, least_ns: number): void {
    this.stops = stops
    this.part = part
    this.least_ns = least_ns
    this.legs.length = this.ways.length = stops.length + 1
    this.depth = 0
    this.clock.restart()
    this.stand(this.home, 0)
  }

  /** Nanoseconds that the tour found last takes beside its moves and couplings. */
  get extra(): number {
    return this.clock.extra
  }

  /** The price of the next tour of at most `most`; Infinity when it is time for a pause, null when there are no more or work ends. */
  next(most: number): number | null {
    for (;;) {
      const price = this.look(most)
      if (price !== Number.POSITIVE_INFINITY || this.work.due()) return price
    }
  }

  /** One look further: the price of a tour if it found one, Infinity if not yet. */
  private look(most: number): number | null {
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
    const { clock, depth } = this
    const home = depth === this.stops.length
    copyMoment(moment, clock)
    clock.walk(leg, ownTurn(this.part, depth === 0, home))
    clock.couple(way.couple_ns)
    this.legs[depth] = leg
    this.ways[depth] = way
    const price = before + way.couple + leg.price
    if (home) clock.waitUntil(this.least_ns)
    const least = price + this.beside(clock) + way.rest
    if (least > most) return Number.POSITIVE_INFINITY
    if (home) return least
    this.depth++
    this.stand(way.to, price)
    return Number.POSITIVE_INFINITY
  }

  private stand(vertex: number, price: number): void {
    const stand = this.stands[this.depth]!
    stand.ways = this.waysFrom(vertex, this.stops, this.depth)
    stand.way = stand.leg = 0
    stand.price = price
    copyMoment(this.clock, stand.moment)
  }

  /** A's H's, waiting for resets, and for F to be prepared or read. */
  private beside({ error, extra }: Moment): number {
    return error + this.rate * extra
  }
}
