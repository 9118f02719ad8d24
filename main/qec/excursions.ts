/**
 * A's excursions from home. F's two CZs stand after the 1st and the 3rd data coupling and happen at home, so a flagged
 * extraction is three closed tours: one data site, two, one. A walk between two stops is made of full SWAPs or of
 * reset-assisted moves throughout.
 */
import { type Clock, follow, type Leg, newClock, ownTurn, type Part, type Piece, pass, waitUntil } from './clock'
import { type Figures, pair } from './figures'
import { couplePrice, legPrice } from './pricing'
import { codeOf, STEP } from './shapes'
import type { Work } from './work'

/** A closed tour: its steps, and what it costs at the very least, A's own H's included. */
export interface Tour {
  readonly codes: readonly number[]
  readonly pieces: readonly Piece[]
  readonly price: number
  /** Nanoseconds that the price charges beside walks and couplings. */
  readonly extra: number
  /** Whether a walk is made of reset-assisted moves. */
  readonly resets: boolean
}

interface Unfinished {
  readonly at: number
  readonly codes: readonly number[]
  readonly pieces: readonly Piece[]
  /** Of walks and couplings. */
  readonly price: number
  readonly clock: Clock
}

/** Rounding of sums of prices. */
export const ROUNDING = 1e-12

/** How far of the way to a sure price the first look for a least one goes. */
const NEAREST = 1 / 16

/** The tours that one placement offers. */
export class Excursions {
  /** Least prices of walks to home and to places beside data: by whichever moves, by SWAPs, by reset-assisted moves. */
  private readonly walk: LeastWalks
  private readonly walksBy: readonly [LeastWalks, LeastWalks]
  /** By vertex, whether A may stand there. */
  private readonly inside: Uint8Array
  private readonly placesBeside: readonly (readonly number[])[]
  /** What an H on A is priced at, at most. */
  private readonly hadamard: number

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
    this.inside = new Uint8Array(f.sites.length)
    for (const place of places) this.inside[place] = 1
    this.placesBeside = data.map(d => f.next[d]!.filter(at => this.inside[at]))
    const stops = new Set([places[0]!, ...this.placesBeside.flat()])
    const by = (reset: boolean) => leastWalks(f, this.inside, stops, (from, to) => legPrice(f, rate, from, to, reset))
    this.walksBy = [by(false), by(true)]
    this.walk = this.walksBy[0].map((prices, to) => prices?.map((one, v) => Math.min(one, this.walksBy[1][to]![v]!)))
    this.hadamard = Math.max(...places.map(v => f.single[v]! + rate * f.single_ns[v]!))
  }

  private between(from: number, to: number, walk: LeastWalks = this.walk): number {
    return walk[to]![from]!
  }

  /**
   * Least price of a tour to these data sites (0..4) in this order, or where work ends before it is found, a price below it;
   * Infinity where there is none. Looks a little above what walks and couplings cost first, then twice as far.
   */
  *least(stops: readonly number[], part: Part): Generator<void, number> {
    const plain = this.finish(this.places[0]!, stops, this.walksBy[0])
    if (plain === Number.POSITIVE_INFINITY) return plain
    const bare = this.finish(this.places[0]!, stops)
    /** A tour of SWAPs never waits for a reset; it leaves one H at each stop at most, and one at home. */
    const most = plain + (stops.length + 1) * this.hadamard + this.rate * Math.max(0, this.least_ns[part])
    for (let share = NEAREST; ; share *= 2) {
      const until = share < 1 ? bare + share * (most - bare) : most
      const [first] = yield* this.tours(stops, part, until + ROUNDING)
      if (this.work.spent) return bare
      if (first || share >= 1) return first?.price ?? bare
    }
  }

  /** Every tour that meets these data sites in this order and costs no more than `most`; cheapest first. */
  *tours(stops: readonly number[], part: Part, most: number): Generator<void, Tour[]> {
    const found: Tour[] = []
    const start = { at: this.places[0]!, codes: [], pieces: [], price: 0, clock: newClock() }
    yield* this.extend(stops, part, most, start, found)
    return found.sort((a, b) => a.price - b.price)
  }

  private *extend(
    stops: readonly number[],
    part: Part,
    most: number,
    so: Unfinished,
    found: Tour[],
  ): Generator<void, void> {
    const [d, ...rest] = stops
    if (d === undefined) {
      yield* this.close(part, most, so, found)
      return
    }
    for (const at of this.placesBeside[d]!) {
      const couple = this.couple(at, d)
      for (const leg of yield* this.legs(so.at, at, most - so.price - couple - this.finish(at, rest))) {
        if (!this.work.step()) return
        if (this.work.due()) yield
        const met = { couple: pair(this.f, at, this.data[d]!) }
        const clock = { ...so.clock }
        pass(this.f, leg, ownTurn(part, so.pieces.length, false), clock)
        pass(this.f, met, null, clock)
        const price = so.price + couple + leg.price
        if (price + this.beside(clock) + this.finish(at, rest) > most) continue
        const codes = [...so.codes, ...leg.codes, codeOf(STEP.couple, this.data[d]!)]
        yield* this.extend(rest, part, most, { at, codes, pieces: [...so.pieces, leg, met], price, clock }, found)
      }
    }
  }

  /** The ways home that are cheap enough. */
  private *close(part: Part, most: number, so: Unfinished, found: Tour[]): Generator<void, void> {
    for (const leg of yield* this.legs(so.at, this.places[0]!, most - so.price)) {
      if (!this.work.step()) return
      if (this.work.due()) yield
      const pieces = [...so.pieces, leg]
      const clock = { ...so.clock }
      pass(this.f, leg, ownTurn(part, so.pieces.length, true), clock)
      waitUntil(this.least_ns[part], clock)
      const price = so.price + leg.price + this.beside(clock)
      const resets = pieces.some(piece => 'reset' in piece && piece.reset)
      if (price <= most) found.push({ codes: [...so.codes, ...leg.codes], pieces, price, extra: clock.extra, resets })
    }
  }

  /** What a tour costs beside its walks and couplings: A's H's, waiting for resets, and for F to be prepared or read. */
  private beside({ error, extra }: Clock): number {
    return error + this.rate * extra
  }

  /** What three tours cost in turn beyond themselves: A comes back to sites that it left in the one before. */
  pauses(one: Tour, two: Tour, three: Tour, flag_ns: number): number {
    if (!two.resets && !three.resets) return 0
    const clock = newClock()
    follow(this.f, one.pieces, 'first', this.least_ns.first, clock)
    clock.now += flag_ns
    follow(this.f, two.pieces, 'middle', this.least_ns.middle, clock)
    clock.now += flag_ns
    follow(this.f, three.pieces, 'last', this.least_ns.last, clock)
    return this.rate * (clock.extra - one.extra - two.extra - three.extra)
  }

  private couple(at: number, d: number): number {
    return couplePrice(this.f, this.rate, at, this.data[d]!)
  }

  /** Least price from a place through the remaining stops back home, waits and A's H's left out. */
  private finish(at: number, [d, ...rest]: readonly number[], walk: LeastWalks = this.walk): number {
    if (d === undefined) return this.between(at, this.places[0]!, walk)
    let least = Number.POSITIVE_INFINITY
    for (const q of this.placesBeside[d]!)
      least = Math.min(least, this.between(at, q, walk) + this.couple(q, d) + this.finish(q, rest, walk))
    return least
  }

  /** Walks between two places that visit none twice and cost no more than `most`, by SWAPs or by reset-assisted moves. */
  private *legs(from: number, to: number, most: number): Generator<void, Leg[]> {
    if (this.between(from, to) > most) return []
    if (from === to) return [{ codes: [], path: [from], reset: false, price: 0 }]
    return [...(yield* this.walks(from, to, false, most)), ...(yield* this.walks(from, to, true, most))]
  }

  private *walks(from: number, to: number, reset: boolean, most: number): Generator<void, Leg[]> {
    const by = this.walksBy[reset ? 1 : 0]
    const found: Leg[] = []
    const path = [from]
    /** By site of the path: the price of the way there, and how many of its neighbours were looked at. */
    const prices = [0]
    const looked = [0]
    while (path.length > 0) {
      const at = path.at(-1)!
      const next = this.f.next[at]![looked[path.length - 1]!++]
      if (next === undefined) {
        for (const list of [path, prices, looked]) list.pop()
        continue
      }
      if (!this.inside[next] || path.includes(next)) continue
      const price = prices.at(-1)! + legPrice(this.f, this.rate, at, next, reset)
      if (price + this.between(next, to, by) > most) continue
      if (!this.work.step()) return found
      if (this.work.due()) yield
      if (next !== to) {
        path.push(next)
        prices.push(price)
        looked.push(0)
        continue
      }
      const codes = [...path.slice(1), next].map(v => codeOf(reset ? STEP.reset_move : STEP.swap, v))
      found.push({ codes, path: [...path, next], reset, price })
    }
    return found
  }
}

/** By a walk's last vertex, where it is one to stop at, and its first. */
type LeastWalks = readonly (Float64Array | undefined)[]

/** Least prices of walks to stops, inside: from each stop backwards, until no price falls any more. */
function leastWalks(
  f: Figures,
  inside: Uint8Array,
  stops: ReadonlySet<number>,
  priceOf: (from: number, to: number) => number,
): LeastWalks {
  const moves = f.next.map((around, v) =>
    inside[v] ? around.filter(w => inside[w]).map(w => ({ from: w, price: priceOf(w, v) })) : [],
  )
  return f.sites.map((_, stop) => {
    if (!stops.has(stop)) return undefined
    const least = new Float64Array(f.sites.length).fill(Number.POSITIVE_INFINITY)
    least[stop] = 0
    const fallen = new Set([stop])
    for (const to of fallen) {
      fallen.delete(to)
      for (const { from, price } of moves[to]!) {
        if (least[to]! + price >= least[from]!) continue
        least[from] = least[to]! + price
        fallen.add(from)
      }
    }
    return least
  })
}
