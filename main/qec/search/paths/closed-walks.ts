/**
 * A's closed walks from home over one or two data sites. F's two CZs happen at home, after the 1st and the 3rd data
 * coupling, so a flagged extraction is three closed walks: to one data site, two, one. A path between two stops
 * consists of full SWAPs only or of reset-assisted moves only.
 */
import { couplePrice } from '../bounds/step-prices'
import { codeOf, STEP } from '../model/compiled-shapes'
import { type Figures, pair } from '../model/figures'
import type { WorkBudget } from '../model/work-budget'
import { AncillaClock, ownHadamard, type WalkPosition } from './ancilla-clock'
import { ClosedWalkSearch, type NextStop } from './closed-walk-search'
import { codesOf, type SimplePath, SimplePaths } from './shortest-simple-paths'

/** A closed walk: its steps, and a lower bound on its cost, A's own H's included. */
export interface ClosedWalk {
  readonly codes: readonly number[]
  /** One path to each stop, and one home. */
  readonly paths: readonly SimplePath[]
  /** By stop, how long the coupling takes. */
  readonly couple_ns: readonly number[]
  readonly price: number
  /** Nanoseconds that the price charges beyond moves and couplings. */
  readonly extra: number
  /** Whether one of the paths is of the kind that consists of reset-assisted moves. */
  readonly resets: boolean
}

/** The placement whose closed walks are sought, with prices and limits. */
export interface ClosedWalkInput {
  readonly f: Figures
  /** Charged for a nanosecond. */
  readonly rate: number
  /** Vertices that A may occupy, home first. */
  readonly vertices: readonly number[]
  /** The five data vertices. */
  readonly data: readonly number[]
  readonly work: WorkBudget
  /** Least length of each closed walk, in ns, whatever A does in it. */
  readonly least_ns: Record<WalkPosition, number>
}

export class ClosedWalks {
  private readonly f: Figures
  readonly rate: number
  private readonly vertices: readonly number[]
  private readonly data: readonly number[]
  private readonly work: WorkBudget
  private readonly least_ns: Record<WalkPosition, number>
  /** The paths by full SWAPs, then those by reset-assisted moves. */
  private readonly kinds: readonly SimplePaths[]
  private readonly verticesBeside: readonly (readonly number[])[]
  private readonly options = new Map<number, readonly NextStop[]>()
  private readonly walkSearch: ClosedWalkSearch
  private readonly clock = new AncillaClock()
  /** By position of a data site: the code of the coupling to it. */
  private readonly couplings: readonly (readonly number[])[]

  constructor({ f, rate, vertices, data, work, least_ns }: ClosedWalkInput) {
    this.f = f
    this.rate = rate
    this.vertices = vertices
    this.data = data
    this.work = work
    this.least_ns = least_ns
    const inside = new Uint8Array(f.sites.length)
    for (const vertex of vertices) inside[vertex] = 1
    this.verticesBeside = data.map(d => f.next[d]!.filter(at => inside[at]))
    const stops = new Set([vertices[0]!, ...this.verticesBeside.flat()])
    this.couplings = data.map(d => [codeOf(STEP.couple, d)])
    this.kinds = [false, true].map(reset => new SimplePaths({ f, rate, reset, work }, vertices, stops))
    this.walkSearch = new ClosedWalkSearch((vertex, stops, met) => this.optionsFrom(vertex, stops, met), {
      home: vertices[0]!,
      rate,
      work,
    })
  }

  /**
   * Least price of a closed walk to these data sites (0..4) in this order; Infinity where there is no walk. Where the
   * work ends before the search does, `bare` instead, a lower bound.
   */
  least(stops: readonly number[], part: WalkPosition): number {
    const search = this.search(stops, part)
    let least = Number.POSITIVE_INFINITY
    for (let price = search.next(least); price !== null; price = search.next(least)) if (price < least) least = price
    return this.work.spent ? this.bare(stops) : least
  }

  /** Least price of the paths and couplings of such a walk alone. */
  bare(stops: readonly number[]): number {
    return leastOf(this.optionsFrom(this.vertices[0]!, stops, 0))
  }

  /** Every closed walk that couples to these data sites in this order and costs no more than `most`; cheapest first. */
  walksUpTo(stops: readonly number[], part: WalkPosition, most: number): ClosedWalk[] {
    const found: ClosedWalk[] = []
    const search = this.search(stops, part)
    for (let price = search.next(most); price !== null; price = search.next(most))
      found.push(closedWalkOf(this.f, search, { part, price }))
    return found.sort((a, b) => a.price - b.price)
  }

  /** Begins the placement's one search anew; its results must be read before the next call. */
  private search(stops: readonly number[], part: WalkPosition): ClosedWalkSearch {
    this.walkSearch.begin(stops, part, this.least_ns[part])
    return this.walkSearch
  }

  /** The options from a vertex to the first stop after those met, or home; least price first. */
  private optionsFrom(vertex: number, stops: readonly number[], met: number): readonly NextStop[] {
    const none = this.data.length
    const key = (vertex * 6 + (stops[met] ?? none)) * 6 + (stops[met + 1] ?? none)
    const known = this.options.get(key)
    if (known) return known
    const options = this.everyOption(vertex, stops, met)
    if (options.length > 1) options.sort((a, b) => a.least - b.least)
    this.options.set(key, options)
    return options
  }

  private everyOption(vertex: number, stops: readonly number[], met: number): NextStop[] {
    const options: NextStop[] = []
    const d = stops[met]
    if (d === undefined) this.addOptions(options, vertex, { ...RETURN_HOME, to: this.vertices[0]! })
    else
      for (const at of this.verticesBeside[d]!)
        this.addOptions(options, vertex, {
          to: at,
          couple: couplePrice(this.f, this.rate, at, this.data[d]!),
          couple_ns: this.f.cz_ns[pair(this.f, at, this.data[d]!)]!,
          codes: this.couplings[d]!,
          rest: leastOf(this.optionsFrom(at, stops, met + 1)),
        })
    return options
  }

  /**
   * Adds an option for each kind of move that reaches the stop; only the first where A stays, as both are the same then.
   */
  private addOptions(options: NextStop[], from: number, { to, couple, couple_ns, codes, rest }: WalkStop): void {
    for (const kind of this.kinds) {
      const least = kind.between(from, to) + couple + rest
      if (least < Number.POSITIVE_INFINITY)
        options.push({ paths: kind.paths(from, to), to, couple, couple_ns, codes, rest, least })
      if (from === to) return
    }
  }

  /**
   * Additional price of three consecutive closed walks: A also waits for the reset of sites that it left in an earlier
   * walk. Hot loop: called for every three walks that the search tries.
   */
  waits(one: ClosedWalk, two: ClosedWalk, three: ClosedWalk, flag_ns: number): number {
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

  /** Advances the clock over a closed walk, which lasts at least `least_ns`: until then F is not ready, or not read. */
  private follow(clock: AncillaClock, { paths, couple_ns }: ClosedWalk, part: WalkPosition): void {
    const begun = clock.now
    for (let i = 0; i < paths.length; i++) {
      const home = i === couple_ns.length
      clock.walk(paths[i]!, ownHadamard(part, i === 0, home))
      if (!home) clock.couple(couple_ns[i]!)
    }
    clock.waitUntil(begun + this.least_ns[part])
  }
}

type WalkStop = Pick<NextStop, 'to' | 'couple' | 'couple_ns' | 'codes' | 'rest'>

const RETURN_HOME: Omit<WalkStop, 'to'> = { couple: 0, couple_ns: 0, codes: [], rest: 0 }

const leastOf = (options: readonly NextStop[]): number => options[0]?.least ?? Number.POSITIVE_INFINITY

/** The closed walk that was found last. */
function closedWalkOf(
  f: Figures,
  { paths, options, extra }: ClosedWalkSearch,
  { part, price }: { readonly part: WalkPosition; readonly price: number },
): ClosedWalk {
  const codes: number[] = []
  const couple_ns: number[] = []
  let resets = false
  for (let i = 0; i < paths.length; i++) {
    const home = i === paths.length - 1
    codes.push(...codesOf(f, paths[i]!, ownHadamard(part, i === 0, home)), ...options[i]!.codes)
    if (!home) couple_ns.push(options[i]!.couple_ns)
    if (paths[i]!.reset) resets = true
  }
  return { codes, paths: [...paths], couple_ns, price, extra, resets }
}
