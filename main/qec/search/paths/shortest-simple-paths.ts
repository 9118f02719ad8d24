/** A's walks between two stops, cheapest first, each looked for only when somebody asks for walks as dear as it. */
import { type Figures, pair } from '../model/figures'
import { legPrice } from '../bounds/step-prices'
import { Queue } from './binary-heap'
import { codeOf, STEP } from '../model/compiled-shapes'
import type { Work } from '../model/work-budget'

/** An H on A. */
export interface Turn {
  readonly error: number
  readonly ns: number
}

/** A walk that visits no site twice, by full SWAPs or by reset-assisted moves. */
export interface Leg {
  readonly codes: readonly number[]
  readonly path: readonly number[]
  readonly reset: boolean
  readonly price: number
  /** By move: how long it takes once it may begin, and when it may, after A last left the site it goes to. */
  readonly move_ns: readonly number[]
  readonly cleared_ns: readonly number[]
  /** H's on the first and on the last site, and the least error and length of one on any site of the path. */
  readonly first: Turn
  readonly last: Turn
  readonly least: Turn
}

/** The walks of one kind inside some places, to those of them that are stops. */
export class Walks {
  /** By vertex, one for each neighbour: the price of a move to it; none outside the places. */
  private readonly prices: (Float64Array | undefined)[] = []
  /** By a walk's last vertex, where it is a stop, and its first: the least price. */
  private readonly leasts: (Float64Array | undefined)[] = []
  private readonly known = new Map<number, Legs>()

  /** A may stand on `places` alone; nanoseconds are charged at `rate`. */
  constructor(
    private readonly f: Figures,
    rate: number,
    private readonly reset: boolean,
    places: readonly number[],
    stops: ReadonlySet<number>,
    private readonly work: Work,
  ) {
    const rows = places.map(place => ({ place, next: f.next[place]!, prices: new Float64Array(f.next[place]!.length) }))
    for (const { place, prices } of rows) this.prices[place] = prices
    for (const { place, next, prices } of rows)
      for (let i = 0; i < next.length; i++)
        prices[i] = this.prices[next[i]!] ? legPrice(f, rate, place, next[i]!, reset) : Number.POSITIVE_INFINITY
    for (const stop of stops) this.leasts[stop] = leastTo(rows, stop, f.sites.length)
  }

  /** Least price of a walk. */
  between(from: number, to: number): number {
    return this.leasts[to]![from]!
  }

  legs(from: number, to: number): Legs {
    const key = pair(this.f, from, to)
    let legs = this.known.get(key)
    if (!legs) {
      legs = new Legs(this.f, this.reset, this.prices, this.leasts[to]!, from, to, this.work)
      this.known.set(key, legs)
    }
    return legs
  }
}

interface Row {
  readonly place: number
  readonly next: readonly number[]
  readonly prices: Float64Array
}

/** Least prices of walks to a stop from each of `size` vertices, lowered until none falls any more. */
function leastTo(rows: readonly Row[], stop: number, size: number): Float64Array {
  const least = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  least[stop] = 0
  for (let falling = true; falling; ) {
    falling = false
    for (const { place, next, prices } of rows)
      for (let i = 0; i < next.length; i++) {
        const price = least[next[i]!]! + prices[i]!
        if (price >= least[place]!) continue
        least[place] = price
        falling = true
      }
  }
  return least
}

/** A walk as far as it was followed; none that goes on from there costs less than `least`. */
interface Begun {
  readonly at: number
  readonly price: number
  readonly least: number
  readonly before: Begun | null
}

/** The walks from one place to another. */
export class Legs {
  private readonly found: Leg[] = []
  private readonly open = new Queue<Begun>()

  constructor(
    private readonly f: Figures,
    private readonly reset: boolean,
    private readonly prices: readonly (Float64Array | undefined)[],
    private readonly leasts: Float64Array,
    from: number,
    private readonly to: number,
    private readonly work: Work,
  ) {
    const least = leasts[from]!
    if (least < Number.POSITIVE_INFINITY) this.open.add({ at: from, price: 0, least, before: null })
  }

  /**
   * The walk that `i` others come before, if it costs no more than `most`; undefined where there is none, and null after a step
   * that has not found it yet: ask again.
   */
  at(i: number, most: number): Leg | null | undefined {
    const known = this.found[i]
    if (known) return known.price <= most ? known : undefined
    const next = this.open.first()
    if (!next || next.least > most || !this.work.step()) return undefined
    this.open.drop()
    if (next.at === this.to) this.found.push(legOf(this.f, this.reset, next))
    else this.goOn(next)
    return null
  }

  private goOn(from: Begun): void {
    const around = this.f.next[from.at]!
    const prices = this.prices[from.at]!
    for (let i = 0; i < around.length; i++) {
      const at = around[i]!
      const price = from.price + prices[i]!
      const least = price + this.leasts[at]!
      if (least < Number.POSITIVE_INFINITY && !passes(from, at)) this.open.add({ at, price, least, before: from })
    }
  }
}

function passes(walk: Begun, vertex: number): boolean {
  for (let one: Begun | null = walk; one; one = one.before) if (one.at === vertex) return true
  return false
}

function legOf(f: Figures, reset: boolean, walk: Begun): Leg {
  const path = pathOf(walk)
  const codes: number[] = []
  const move_ns: number[] = []
  const cleared_ns: number[] = []
  for (let i = 1; i < path.length; i++) {
    const [from, to] = [path[i - 1]!, path[i]!]
    codes.push(codeOf(reset ? STEP.reset_move : STEP.swap, to))
    move_ns.push(moveLength(f, reset, from, to))
    cleared_ns.push(f.reset_ns[to]! + f.single_ns[to]!)
  }
  const [first, last] = [turnOn(f, path[0]!), turnOn(f, path.at(-1)!)]
  return { codes, path, reset, price: walk.price, move_ns, cleared_ns, first, last, least: leastTurn(f, path) }
}

function pathOf(walk: Begun): number[] {
  const path: number[] = []
  for (let one: Begun | null = walk; one; one = one.before) path.push(one.at)
  return path.reverse()
}

function moveLength(f: Figures, reset: boolean, from: number, to: number): number {
  const layer = Math.max(f.single_ns[from]!, f.single_ns[to]!)
  return (reset ? 2 : 3) * f.cz_ns[pair(f, from, to)]! + (reset ? 1 : 2) * layer
}

const turnOn = (f: Figures, v: number): Turn => ({ error: f.single[v]!, ns: f.single_ns[v]! })

function leastTurn(f: Figures, path: readonly number[]): Turn {
  let error = Number.POSITIVE_INFINITY
  let ns = Number.POSITIVE_INFINITY
  for (const v of path) {
    error = Math.min(error, f.single[v]!)
    ns = Math.min(ns, f.single_ns[v]!)
  }
  return { error, ns }
}
