/**
 * A's fastest time through an extraction: A waits for a site to be reset before it comes back to it, and for F to be
 * prepared and read; some H's stay on A whatever merges. All of it runs on one clock, so that no nanosecond counts twice, and
 * no compiled extraction is shorter.
 */
import type { AncillaHadamard, SimplePath } from './shortest-simple-paths'

/**
 * Place of a closed walk among an extraction's three. A is prepared before the first, read after the last, with an H
 * each.
 */
export type WalkPosition = 'first' | 'middle' | 'last'

/** State of a clock. */
export interface ClockState {
  now: number
  /** The part of `now` outside moves and couplings: waits and A's own H's, which prices of paths and couplings lack. */
  extra: number
  /** Error of the H's on A outside moves, which prices of paths lack too. */
  error: number
  /** How often A has left a site. */
  left: number
}

export const newClockState = (): ClockState => ({ now: 0, extra: 0, error: 0, left: 0 })

export function copyClockState(from: Readonly<ClockState>, to: ClockState): void {
  to.now = from.now
  to.extra = from.extra
  to.error = from.error
  to.left = from.left
}

export class AncillaClock implements ClockState {
  now = 0
  extra = 0
  error = 0
  left = 0
  /** Sites in the order in which A left them, and the times when it did. The first `left` entries count. */
  private readonly sites: number[] = []
  private readonly times: number[] = []

  restart(): void {
    this.now = this.extra = this.error = this.left = 0
  }

  /** Lets A stand still until a time. */
  waitUntil(ns: number): void {
    if (ns > this.now) this.spend(ns - this.now)
  }

  private spend(ns: number): void {
    this.extra += ns
    this.now += ns
  }

  couple(cz_ns: number): void {
    this.now += cz_ns
  }

  /** Follows a path. `own` says that A's own H is due before it, where A is prepared, or after it, where A is read. */
  walk(along: SimplePath, own: 'before' | 'after' | null): void {
    const { path, reset, move_ns, cleared_ns } = along
    if (reset && own === 'before') this.addHadamard(along.first)
    for (let i = 0; i < move_ns.length; i++) {
      if (reset) this.waitUntil(this.leftAt(path[i + 1]!) + cleared_ns[i]!)
      this.now += move_ns[i]!
      this.leave(path[i]!)
    }
    if (reset && own === 'after') this.addHadamard(along.last)
    if (!reset && (move_ns.length + (own ? 1 : 0)) % 2 === 1) this.addHadamard(along.least)
  }

  /**
   * Adds an H that stays on A. On a path of full SWAPs, each SWAP puts one of its outer H's on A, before or after, and
   * two H's with nothing between them cancel. So an odd number of them, A's own H included, leaves one. `walk` prices
   * it by the least error and length on the path and counts it after the moves, so that A leaves every site as early as
   * possible.
   */
  private addHadamard({ error, ns }: AncillaHadamard): void {
    this.error += error
    this.spend(ns)
  }

  private leave(site: number): void {
    this.sites[this.left] = site
    this.times[this.left] = this.now
    this.left++
  }

  private leftAt(site: number): number {
    for (let i = this.left - 1; i >= 0; i--) if (this.sites[i] === site) return this.times[i]!
    return Number.NEGATIVE_INFINITY
  }
}

/**
 * Where A's own H stands beside a path: before the first path of the first closed walk, after the path home of the last
 * one; null beside any other path.
 */
export function ownHadamard(part: WalkPosition, first: boolean, home: boolean): 'before' | 'after' | null {
  if (part === 'first' && first) return 'before'
  return part === 'last' && home ? 'after' : null
}
