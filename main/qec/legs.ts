/** A's walks between two stops, cheapest first, each looked for only when somebody asks for walks as dear as it. */
import { type Figures, pair } from './figures'
import { legPrice } from './pricing'
import { codeOf, STEP } from './shapes'
import type { Work } from './work'

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
  /** By vertex, one for each neighbour: the price of a move to it. */
  private readonly prices: readonly (readonly number[])[]
  /** By a walk's last vertex, where it is a stop, and its first: the least price. */
  private readonly leasts: readonly (Float64Array | undefined)[]
  private readonly known = new Map<number, Legs>()

  /** `inside` says of each vertex whether A may stand there; nanoseconds are charged at `rate`. */
  constructor(
    private readonly f: Figures,
    rate: number,
    private readonly reset: boolean,
    inside: Uint8Array,
    stops: ReadonlySet<number>,
    private readonly work: Work,
  ) {
    const into: Move[][] = f.next.map(() => [])
    this.prices = f.next.map((around, from) =>
      around.map(to => {
        if (!inside[from] || !inside[to]) return Number.POSITIVE_INFINITY
        const price = legPrice(f, rate, from, to, reset)
        into[to]!.push({ from, price })
        return price
      }),
    )
    this.leasts = f.sites.map((_, stop) => (stops.has(stop) ? leastTo(into, stop) : undefined))
  }

  /** Least price of a walk. */
  between(from: number, to: number): number {
    return this.leasts[to]![from]!
  }

  legs(from: number, to: number): Legs {
    const key = pair(this.f, from, to)
    const known =
      this.known.get(key) ?? new Legs(this.f, this.reset, this.prices, this.leasts[to]!, from, to, this.work)
    this.known.set(key, known)
    return known
  }
}

interface Move {
  readonly from: number
  readonly price: number
}

/** Least prices of walks to a stop, backwards from it until none falls any more; `into` has the moves to each vertex. */
function leastTo(into: readonly (readonly Move[])[], stop: number): Float64Array {
  const least = new Float64Array(into.length).fill(Number.POSITIVE_INFINITY)
  least[stop] = 0
  const fallen = new Set([stop])
  for (const to of fallen) {
    fallen.delete(to)
    for (const { from, price } of into[to]!) {
      if (least[to]! + price >= least[from]!) continue
      least[from] = least[to]! + price
      fallen.add(from)
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
  /** Dearest first. */
  private readonly open: Begun[] = []

  constructor(
    private readonly f: Figures,
    private readonly reset: boolean,
    private readonly prices: readonly (readonly number[])[],
    private readonly leasts: Float64Array,
    from: number,
    private readonly to: number,
    private readonly work: Work,
  ) {
    const least = leasts[from]!
    if (least < Number.POSITIVE_INFINITY) this.open.push({ at: from, price: 0, least, before: null })
  }

  /**
   * The walk that `i` others come before, if it costs no more than `most`; undefined where there is none, and null after a step
   * that has not found it yet: ask again.
   */
  at(i: number, most: number): Leg | null | undefined {
    const known = this.found[i]
    if (known) return known.price <= most ? known : undefined
    const next = this.open.at(-1)
    if (!next || next.least > most || !this.work.step()) return undefined
    this.open.pop()
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
      if (least < Number.POSITIVE_INFINITY && !passes(from, at)) this.add({ at, price, least, before: from })
    }
  }

  private add(begun: Begun): void {
    const { open } = this
    let at = open.length
    while (at > 0 && open[at - 1]!.least < begun.least) at--
    open.splice(at, 0, begun)
  }
}

function passes(walk: Begun, vertex: number): boolean {
  for (let one: Begun | null = walk; one; one = one.before) if (one.at === vertex) return true
  return false
}

function legOf(f: Figures, reset: boolean, walk: Begun): Leg {
  const path: number[] = []
  for (let one: Begun | null = walk; one; one = one.before) path.push(one.at)
  path.reverse()
  const moves = path.slice(1).map((to, i) => [path[i]!, to] as const)
  const turn = (v: number): Turn => ({ error: f.single[v]!, ns: f.single_ns[v]! })
  return {
    codes: moves.map(([, to]) => codeOf(reset ? STEP.reset_move : STEP.swap, to)),
    path,
    reset,
    price: walk.price,
    move_ns: moves.map(([from, to]) => {
      const layer = Math.max(f.single_ns[from]!, f.single_ns[to]!)
      return (reset ? 2 : 3) * f.cz_ns[pair(f, from, to)]! + (reset ? 1 : 2) * layer
    }),
    cleared_ns: moves.map(([, to]) => f.reset_ns[to]! + f.single_ns[to]!),
    first: turn(path[0]!),
    last: turn(path.at(-1)!),
    least: { error: Math.min(...path.map(v => f.single[v]!)), ns: Math.min(...path.map(v => f.single_ns[v]!)) },
  }
}
