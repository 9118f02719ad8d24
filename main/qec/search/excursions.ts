/**
 * A's excursions from home. F's two CZs stand after the 1st and the 3rd data coupling and happen at home, so a flagged
 * extraction is three closed tours: one data site, two, one. A walk between two stops is made of full SWAPs or of
 * reset-assisted moves throughout.
 */
import { Clock, ownTurn, type Part } from './paths/ancilla-clock'
import { type Figures, pair } from './model/figures'
import { type Leg, Walks } from './paths/shortest-simple-paths'
import { couplePrice } from './bounds/step-prices'
import { codeOf, STEP } from './model/compiled-shapes'
import { Touring, type Way } from './touring'
import type { Work } from './model/work-budget'

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
  private readonly clock = new Clock()
  /** By data site. */
  private readonly couplings: readonly (readonly number[])[]

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
    this.couplings = data.map(d => [codeOf(STEP.couple, d)])
    this.walks = [false, true].map(reset => new Walks(f, rate, reset, places, stops, work))
    this.tour = new Touring((vertex, stops, met) => this.waysFrom(vertex, stops, met), places[0]!, rate, work)
  }

  /**
   * Least price of a tour to these data sites (0..4) in this order, or where work ends before it is found, `bare`; Infinity where
   * there is none.
   */
  *least(stops: readonly number[], part: Part): Generator<void, number> {
    const touring = this.touring(stops, part)
    let least = Number.POSITIVE_INFINITY
    for (let price = touring.next(least); price !== null; price = touring.next(least))
      if (price === Number.POSITIVE_INFINITY) yield
      else if (price < least) least = price
    return this.work.spent ? this.bare(stops) : least
  }

  /** Least price of walks and couplings alone. */
  bare(stops: readonly number[]): number {
    return leastOf(this.waysFrom(this.places[0]!, stops, 0))
  }

  /** Every tour that meets these data sites in this order and costs no more than `most`; cheapest first. */
  *tours(stops: readonly number[], part: Part, most: number): Generator<void, Tour[]> {
    const found: Tour[] = []
    const touring = this.touring(stops, part)
    for (let price = touring.next(most); price !== null; price = touring.next(most))
      if (price === Number.POSITIVE_INFINITY) yield
      else found.push(tourOf(touring, price))
    return found.sort((a, b) => a.price - b.price)
  }

  /** One is begun only when the one before is through. */
  private touring(stops: readonly number[], part: Part): Touring {
    this.tour.begin(stops, part, this.least_ns[part])
    return this.tour
  }

  /** The ways from a vertex to the first stop after those met, or home; least price first. */
  private waysFrom(vertex: number, stops: readonly number[], met: number): readonly Way[] {
    const none = this.data.length
    const key = (vertex * 6 + (stops[met] ?? none)) * 6 + (stops[met + 1] ?? none)
    const known = this.ways.get(key)
    if (known) return known
    const ways = this.everyWay(vertex, stops, met)
    if (ways.length > 1) ways.sort((a, b) => a.least - b.least)
    this.ways.set(key, ways)
    return ways
  }

  private everyWay(vertex: number, stops: readonly number[], met: number): Way[] {
    const ways: Way[] = []
    const d = stops[met]
    if (d === undefined) this.addWays(ways, vertex, this.places[0]!, HOMEWARDS)
    else
      for (const at of this.placesBeside[d]!)
        this.addWays(ways, vertex, at, {
          couple: couplePrice(this.f, this.rate, at, this.data[d]!),
          couple_ns: this.f.cz_ns[pair(this.f, at, this.data[d]!)]!,
          codes: this.couplings[d]!,
          rest: leastOf(this.waysFrom(at, stops, met + 1)),
        })
    return ways
  }

  /** By either kind of move, which are the same where A stays. */
  private addWays(ways: Way[], from: number, to: number, { couple, couple_ns, codes, rest }: Stop): void {
    for (const walks of this.walks) {
      const least = walks.between(from, to) + couple + rest
      if (least < Number.POSITIVE_INFINITY)
        ways.push({ legs: walks.legs(from, to), to, couple, couple_ns, codes, rest, least })
      if (from === to) return
    }
  }

  /** What three tours cost in turn beyond themselves: A comes back to sites that it left in the one before. */
  pauses(one: Tour, two: Tour, three: Tour, flag_ns: number): number {
    if (!two.resets && !three.resets) return 0
    const { clock } = this
    clock.restart()
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
    for (let i = 0; i < legs.length; i++) {
      const home = i === couple_ns.length
      clock.walk(legs[i]!, ownTurn(part, i === 0, home))
      if (!home) clock.couple(couple_ns[i]!)
    }
    clock.waitUntil(begun + this.least_ns[part])
  }
}

type Stop = Pick<Way, 'couple' | 'couple_ns' | 'codes' | 'rest'>

const HOMEWARDS: Stop = { couple: 0, couple_ns: 0, codes: [], rest: 0 }

const leastOf = (ways: readonly Way[]): number => ways[0]?.least ?? Number.POSITIVE_INFINITY

/** The tour that was found last. */
function tourOf({ legs, ways, extra }: Touring, price: number): Tour {
  const codes: number[] = []
  const couple_ns: number[] = []
  let resets = false
  for (let i = 0; i < legs.length; i++) {
    codes.push(...legs[i]!.codes, ...ways[i]!.codes)
    if (i < legs.length - 1) couple_ns.push(ways[i]!.couple_ns)
    if (legs[i]!.reset) resets = true
  }
  return { codes, legs: [...legs], couple_ns, price, extra, resets }
}
