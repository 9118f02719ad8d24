/**
 * A's excursions from home. F's two CZs stand after the 1st and the 3rd data coupling and happen at home, so a flagged
 * extraction is three closed tours: one data site, two, one. A walk between two stops is made of full SWAPs or of
 * reset-assisted moves throughout.
 */
import { Clock, ownTurn, type Part } from './clock'
import { type Figures, pair } from './figures'
import { type Leg, Walks } from './legs'
import { couplePrice } from './pricing'
import { codeOf, STEP } from './shapes'
import { Touring, type Way } from './touring'
import type { Work } from './work'

/** A closed tour: its steps, and what it costs at the very least, A's own H's included. */
export interface Tour {
  readonly codes: readonly number[]
  /** One to each stop, and one home. */
  readonly legs: readonly Leg[]
  /** By stop, how long the coupling takes. */
  readonly couple_ns: readonly number[]
  readonly price: number
  /** Nanoseconds that the price charges beside walks and couplings. */
  readonly extra: number
  /** Whether a walk is made of reset-assisted moves. */
  readonly resets: boolean
}

/** Rounding of sums of prices. */
export const ROUNDING = 1e-12

/** The tours that one placement offers. */
export class Excursions {
  /** By full SWAPs, by reset-assisted moves. */
  private readonly walks: readonly Walks[]
  private readonly placesBeside: readonly (readonly number[])[]
  private readonly ways = new Map<number, readonly Way[]>()
  private readonly tour: Touring

  /**
   * `places` are the vertices A may stand on, home first; `data` the five data vertices; `rate` charges nanoseconds. A tour takes
   * `least_ns` at least, whatever A does in it.
   */
  constructor(
    private readonly f: Figures,
    readonly rate: number,
    private readonly places: readonly number[],
    private readonly data: readonly number[],
    private readonly work: Work,
    private readonly least_ns: Record<Part, number>,
  ) {
    const inside = new Uint8Array(f.sites.length)
    for (const place of places) inside[place] = 1
    this.placesBeside = data.map(d => f.next[d]!.filter(at => inside[at]))
    const stops = new Set([places[0]!, ...this.placesBeside.flat()])
    this.walks = [false, true].map(reset => new Walks(f, rate, reset, inside, stops, work))
    this.tour = new Touring((vertex, others) => this.waysFrom(vertex, others), places[0]!, rate, work)
  }

  /**
   * Least price of a tour to these data sites (0..4) in this order, or where work ends before it is found, `bare`; Infinity where
   * there is none.
   */
  *least(stops: readonly number[], part: Part): Generator<void, number> {
    const touring = this.touring(stops, part)
    let least = Number.POSITIVE_INFINITY
    for (let price = touring.look(least); price !== null; price = touring.look(least)) {
      if (price < least) least = price
      if (this.work.due()) yield
    }
    return this.work.spent ? this.bare(stops) : least
  }

  /** Least price of walks and couplings alone. */
  bare(stops: readonly number[]): number {
    return this.waysFrom(this.places[0]!, stops)[0]?.least ?? Number.POSITIVE_INFINITY
  }

  /** Every tour that meets these data sites in this order and costs no more than `most`; cheapest first. */
  *tours(stops: readonly number[], part: Part, most: number): Generator<void, Tour[]> {
    const found: Tour[] = []
    const touring = this.touring(stops, part)
    for (let price = touring.look(most); price !== null; price = touring.look(most)) {
      if (price < Number.POSITIVE_INFINITY) found.push(tourOf(touring, price))
      if (this.work.due()) yield
    }
    return found.sort((a, b) => a.price - b.price)
  }

  /** One is begun only when the one before is through. */
  private touring(stops: readonly number[], part: Part): Touring {
    this.tour.begin(stops, part, this.least_ns[part])
    return this.tour
  }

  /** The ways from a vertex to the first of the remaining stops, or home; least price first. */
  private waysFrom(vertex: number, stops: readonly number[]): readonly Way[] {
    const [d = this.data.length, e = this.data.length] = stops
    const key = (vertex * 6 + d) * 6 + e
    const known = this.ways.get(key)
    if (known) return known
    const ways = this.everyWay(vertex, stops).filter(({ least }) => least < Number.POSITIVE_INFINITY)
    this.ways.set(
      key,
      ways.sort((a, b) => a.least - b.least),
    )
    return ways
  }

  private everyWay(vertex: number, [d, ...others]: readonly number[]): Way[] {
    const home = this.places[0]!
    if (d === undefined) return this.waysTo(vertex, home, { couple: 0, couple_ns: 0, codes: [], rest: 0 })
    const codes = [codeOf(STEP.couple, this.data[d]!)]
    return this.placesBeside[d]!.flatMap(at => {
      const couple = couplePrice(this.f, this.rate, at, this.data[d]!)
      const couple_ns = this.f.cz_ns[pair(this.f, at, this.data[d]!)]!
      const rest = this.waysFrom(at, others)[0]?.least ?? Number.POSITIVE_INFINITY
      return this.waysTo(vertex, at, { couple, couple_ns, codes, rest })
    })
  }

  /** By either kind of move, which are the same where A stays. */
  private waysTo(from: number, to: number, stop: Pick<Way, 'couple' | 'couple_ns' | 'codes' | 'rest'>): Way[] {
    const kinds = from === to ? this.walks.slice(0, 1) : this.walks
    return kinds.map(walks => {
      const legs = walks.legs(from, to)
      return { legs, to, ...stop, least: walks.between(from, to) + stop.couple + stop.rest }
    })
  }

  /** What three tours cost in turn beyond themselves: A comes back to sites that it left in the one before. */
  pauses(one: Tour, two: Tour, three: Tour, flag_ns: number): number {
    if (!two.resets && !three.resets) return 0
    const clock = new Clock()
    this.follow(clock, one, 'first')
    clock.couple(flag_ns)
    this.follow(clock, two, 'middle')
    clock.couple(flag_ns)
    this.follow(clock, three, 'last')
    return this.rate * (clock.extra - one.extra - two.extra - three.extra)
  }

  /** F is ready, or read, so long after the tour's beginning at the earliest. */
  private follow(clock: Clock, { legs, couple_ns }: Tour, part: Part): void {
    const begun = clock.now
    legs.forEach((leg, i) => {
      clock.walk(leg, ownTurn(part, i === 0, i === couple_ns.length))
      if (i < couple_ns.length) clock.couple(couple_ns[i]!)
    })
    clock.waitUntil(begun + this.least_ns[part])
  }
}

/** The tour that was found last. */
function tourOf({ legs, ways, extra }: Touring, price: number): Tour {
  return {
    codes: legs.flatMap((leg, i) => [...leg.codes, ...ways[i]!.codes]),
    legs: [...legs],
    couple_ns: ways.slice(0, -1).map(({ couple_ns }) => couple_ns),
    price,
    extra,
    resets: legs.some(({ reset }) => reset),
  }
}
