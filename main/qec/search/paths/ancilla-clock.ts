/**
 * A's fastest time through an extraction: A waits for a site to be reset before it comes back to it, and for F to be
 * prepared and read; some H's stay on A whatever merges. All of it runs on one clock, so that no nanosecond counts twice, and
 * no compiled extraction is shorter.
 */
import type { AncillaHadamard, SimplePath } from './shortest-simple-paths'

/** A flagged extraction is three closed walks from home. A is prepared before the first and read after the last, with an H each. */
export type WalkPosition = 'first' | 'middle' | 'last'

/** State of a clock. */
export interface ClockState {
  now: number
  /** How much of `now` is neither CZ's nor H's inside moves: what prices of paths and couplings lack. */
  extra: number
  /** Error of the H's on A outside moves, which those prices lack too. */
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
  /** Sites that A left one after the other, and when. */
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

  /** `own` says that an H of A's is due before the path, where A is prepared, or after it, where A is read. */
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
   * An H that stays on A, priced at the cheapest site of the path. A full SWAP puts one of its outer H's on A, before or after,
   * and two of them merge when nothing is between: so an odd number of them leaves one. Counted after the walk, it lets A leave
   * every site as early as can be.
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

/** Whether A's own H stands beside a walk of a part: the first of all, or the one home. */
export function ownHadamard(part: WalkPosition, first: boolean, home: boolean): 'before' | 'after' | null {
  if (part === 'first' && first) return 'before'
  return part === 'last' && home ? 'after' : null
}
