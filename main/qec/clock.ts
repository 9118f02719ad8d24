/**
 * A's way through an extraction at its fastest: A waits for a site to be reset before it comes back to it, and for F to be
 * prepared and read; some H's stay on A whatever merges. All of it runs on one clock, so that no nanosecond counts twice, and
 * no compiled extraction is shorter.
 */
import { type Figures, pair } from './figures'

/** A flagged extraction is three closed tours from home. A is prepared before the first and read after the last, with an H each. */
export type Part = 'first' | 'middle' | 'last'

/** A walk of A between two stops, by full SWAPs or by reset-assisted moves. */
export interface Leg {
  readonly codes: readonly number[]
  readonly path: readonly number[]
  readonly reset: boolean
  readonly price: number
}

/** A walk, or a coupling by the `pair` of its CZ. */
export type Piece = Leg | { readonly couple: number }

/** When A left a site, and what it left before. */
interface Left {
  readonly site: number
  readonly ns: number
  readonly before: Left | null
}

export interface Clock {
  now: number
  /** How much of `now` is neither CZ's nor H's inside moves: what prices of legs and couplings lack. */
  extra: number
  /** Error of the H's on A outside moves, which those prices lack too. */
  error: number
  left: Left | null
}

export const newClock = (): Clock => ({ now: 0, extra: 0, error: 0, left: null })

/** Lets A stand still until a time. */
export function waitUntil(ns: number, clock: Clock): void {
  if (ns > clock.now) spend(ns - clock.now, clock)
}

function spend(ns: number, clock: Clock): void {
  clock.extra += ns
  clock.now += ns
}

/** `own` says that an H of A's is due before the leg, for A is prepared, or after it, for A is read. */
export function pass(f: Figures, piece: Piece, own: 'before' | 'after' | null, clock: Clock): void {
  if ('couple' in piece) {
    clock.now += f.cz_ns[piece.couple]!
    return
  }
  const { path, reset } = piece
  if (reset && own === 'before') turn(f, path.slice(0, 1), clock)
  for (let i = 1; i < path.length; i++) move(f, path[i - 1]!, path[i]!, reset, clock)
  if (reset && own === 'after') turn(f, path.slice(-1), clock)
  const swaps = path.length - 1
  if (!reset && (swaps + (own ? 1 : 0)) % 2 === 1) turn(f, path, clock)
}

/**
 * An H that stays on A, priced at the cheapest site of the path. A full SWAP puts one of its outer H's on A, before or after, and
 * two of them merge when nothing is between: so an odd number of them leaves one. Counted after the walk, it lets A leave every
 * site as early as can be.
 */
function turn({ single, single_ns }: Figures, path: readonly number[], clock: Clock): void {
  let error = Number.POSITIVE_INFINITY
  let ns = Number.POSITIVE_INFINITY
  for (const v of path) {
    if (single[v]! < error) error = single[v]!
    if (single_ns[v]! < ns) ns = single_ns[v]!
  }
  clock.error += error
  spend(ns, clock)
}

function move(f: Figures, from: number, to: number, reset: boolean, clock: Clock): void {
  const { single_ns } = f
  if (reset) waitUntil(leftAt(clock.left, to) + f.reset_ns[to]! + single_ns[to]!, clock)
  const layer = Math.max(single_ns[from]!, single_ns[to]!)
  clock.now += (reset ? 2 : 3) * f.cz_ns[pair(f, from, to)]! + (reset ? 1 : 2) * layer
  clock.left = { site: from, ns: clock.now, before: clock.left }
}

function leftAt(left: Left | null, site: number): number {
  for (let one = left; one; one = one.before) if (one.site === site) return one.ns
  return Number.NEGATIVE_INFINITY
}

/** Lets A follow the pieces of a whole tour; F is ready or read `least_ns` after its beginning at the earliest. */
export function follow(f: Figures, pieces: readonly Piece[], part: Part, least_ns: number, clock: Clock): void {
  const begun = clock.now
  pieces.forEach((piece, i) => {
    pass(f, piece, ownTurn(part, i, i === pieces.length - 1), clock)
  })
  waitUntil(begun + least_ns, clock)
}

/** Whether A's own H stands beside a leg, the i-th piece of its part. */
export function ownTurn(part: Part, i: number, home: boolean): 'before' | 'after' | null {
  if (part === 'first' && i === 0) return 'before'
  return part === 'last' && home ? 'after' : null
}
