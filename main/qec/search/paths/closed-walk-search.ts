/** Depth-first search of A's closed walks to some data sites, one path at a time, the cheapest first. */
import type { WorkBudget } from '../model/work-budget'
import {
  AncillaClock,
  type ClockState,
  copyClockState,
  newClockState,
  ownHadamard,
  type WalkPosition,
} from './ancilla-clock'
import type { PathsBetween, SimplePath } from './shortest-simple-paths'

/** Next target of A: a vertex beside a data site, or home, reached by one kind of move. */
export interface NextStop {
  readonly paths: PathsBetween
  readonly to: number
  /** Price, length and code of the coupling there; 0, 0 and empty where A goes home. */
  readonly couple: number
  readonly couple_ns: number
  readonly codes: readonly number[]
  /** Least price of the paths and couplings after this stop until A is home, without waits and A's own H's. */
  readonly rest: number
  /** The same from where A stands, with the path to this stop and the coupling there. */
  readonly least: number
}

/** State of the search at one depth, before the path to the next stop is chosen. */
interface SearchState {
  options: readonly NextStop[]
  option: number
  path: number
  /** Price of paths and couplings so far. */
  price: number
  readonly clockState: ClockState
}

const newSearchState = (): SearchState => ({ options: [], option: 0, path: 0, price: 0, clockState: newClockState() })

export class ClosedWalkSearch {
  /** The paths and stops of the closed walk found last. */
  readonly paths: SimplePath[] = []
  readonly options: NextStop[] = []
  private readonly clock = new AncillaClock()
  private readonly states: readonly SearchState[] = [newSearchState(), newSearchState(), newSearchState()]
  private depth = 0
  private stops: readonly number[] = []
  private part: WalkPosition = 'first'
  private least_ns = 0
  /** Price beyond which no closed walk is looked for. */
  private most = 0
  private readonly home: number
  private readonly rate: number
  private readonly work: WorkBudget

  /**
   * `optionsFrom` gives the options from a vertex to the stop `stops[met]`, or home after the last stop, least price
   * first; `rate` is the price of a nanosecond.
   */
  constructor(
    private readonly optionsFrom: (vertex: number, stops: readonly number[], met: number) => readonly NextStop[],
    { home, rate, work }: { readonly home: number; readonly rate: number; readonly work: WorkBudget },
  ) {
    this.home = home
    this.rate = rate
    this.work = work
  }

  /** Starts the search of closed walks to one or two data sites in this order; each lasts at least `least_ns`. */
  begin(stops: readonly number[], part: WalkPosition, least_ns: number): void {
    this.stops = stops
    this.part = part
    this.least_ns = least_ns
    this.paths.length = this.options.length = stops.length + 1
    this.depth = 0
    this.clock.restart()
    this.enter(this.home, 0)
  }

  /** Nanoseconds of the closed walk found last beyond its moves and couplings. */
  get extra(): number {
    return this.clock.extra
  }

  /** The price of the next closed walk of at most `most`; null when there are no more or work ends. */
  next(most: number): number | null {
    this.most = most
    for (;;) {
      const price = this.step()
      if (price !== Number.POSITIVE_INFINITY) return price
    }
  }

  /**
   * One step of the search: the price of a closed walk if the step completed one, null at the end, Infinity otherwise.
   */
  private step(): number | null {
    const { most } = this
    const state = this.states[this.depth]!
    const option = state.options[state.option]
    const spent = state.price + this.beyondPaths(state.clockState)
    if (!option || spent + option.least > most) return this.back()
    const path = option.paths.at(state.path, most - spent - option.couple - option.rest)
    if (path) {
      if (!this.work.step()) return null
      state.path++
      return this.go(state, option, path)
    }
    if (this.work.spent) return null
    if (path === undefined) {
      state.option++
      state.path = 0
    }
    return Number.POSITIVE_INFINITY
  }

  private back(): number | null {
    return this.depth-- === 0 ? null : Number.POSITIVE_INFINITY
  }

  private go({ clockState, price: before }: SearchState, option: NextStop, path: SimplePath): number {
    const { clock, depth } = this
    const home = depth === this.stops.length
    copyClockState(clockState, clock)
    clock.walk(path, ownHadamard(this.part, depth === 0, home))
    clock.couple(option.couple_ns)
    this.paths[depth] = path
    this.options[depth] = option
    const price = before + option.couple + path.price
    if (home) clock.waitUntil(this.least_ns)
    const least = price + this.beyondPaths(clock) + option.rest
    if (least > this.most) return Number.POSITIVE_INFINITY
    if (home) return least
    this.depth++
    this.enter(option.to, price)
    return Number.POSITIVE_INFINITY
  }

  private enter(vertex: number, price: number): void {
    const state = this.states[this.depth]!
    state.options = this.optionsFrom(vertex, this.stops, this.depth)
    state.option = state.path = 0
    state.price = price
    copyClockState(this.clock, state.clockState)
  }

  /** Price of A's H's outside moves, and of A's waits for resets and for F to be prepared or read. */
  private beyondPaths({ error, extra }: ClockState): number {
    return error + this.rate * extra
  }
}
