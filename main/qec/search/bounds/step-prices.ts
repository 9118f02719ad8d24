/**
 * Least prices: lower bounds on the cost of a step, in expected faults, its nanoseconds charged at a rate for idling data
 * qubits. Sums of these prices are the lower bounds by which the search prunes.
 */
import { GENERATOR_COUNT } from '../../code/five-qubit'
import { idleInfidelity } from '../../noise/transform'
import { type Figures, pair, waitOf } from '../model/figures'

/** A full SWAP, without the outer H's that may merge with neighbours: four H's stay between its three CZs. Hot loop: for each edge that a search takes. */
export function swapPrice(f: Figures, u: number, v: number, rate: number): number {
  const at = pair(f, u, v)
  const ns = 3 * f.cz_ns[at]! + 2 * Math.max(f.single_ns[u]!, f.single_ns[v]!)
  return 3 * f.cz[at]! + 2 * (f.single[u]! + f.single[v]!) + rate * ns
}

/** A reset-assisted move that need not wait for its reset. Hot loop: for each edge that a search takes. */
export function resetMovePrice(f: Figures, from: number, to: number, rate: number): number {
  const at = pair(f, from, to)
  const ns = 2 * f.cz_ns[at]! + Math.max(f.single_ns[from]!, f.single_ns[to]!)
  return 2 * f.cz[at]! + f.single[from]! + 2 * f.single[to]! + f.reset[to]! + rate * ns
}

/** Over an edge, whichever way is the cheaper. Hot loop: for each edge that a search takes. */
export const movePrice = (f: Figures, rate: number, u: number, v: number): number =>
  Math.min(swapPrice(f, u, v, rate), resetMovePrice(f, u, v, rate), resetMovePrice(f, v, u, rate))

/** Price of coupling to a data site from a neighbour. Hot loop: for each edge that a search takes. */
export function couplePrice(f: Figures, rate: number, at: number, data: number): number {
  const edge = pair(f, at, data)
  return f.cz[edge]! + rate * f.cz_ns[edge]!
}

/** Price of A and F in a round, independent of the data qubits. A's H's are left out: SWAPs may absorb them. */
export interface Base {
  readonly error: number
  /** Length of the round without couplings and moves: A's operations follow one another. */
  readonly ns: number
}

export function basePrice(f: Figures, home: number, flag: number): Base {
  const at = pair(f, home, flag)
  const spam = (v: number) => f.reset[v]! + f.readout[v]!
  return {
    error: GENERATOR_COUNT * (spam(home) + spam(flag) + 2 * f.single[flag]! + 2 * f.cz[at]!),
    ns: GENERATOR_COUNT * (f.reset_ns[home]! + f.readout_ns[home]! + 2 * f.cz_ns[at]! + waitOf(f, home, flag)),
  }
}

export const idleOf = (f: Figures, v: number, ns: number): number => idleInfidelity(ns, f.t1[v]!, f.t2[v]!)

/** Mean rate of a data qubit's idle error between two lengths of the round. Idle error is concave: none between is charged more. Hot loop: for each site at each bound. */
export const idleRate = (f: Figures, v: number, from: number, until: number): number =>
  (idleOf(f, v, until) - idleOf(f, v, from)) / (until - from)

/** Moves of a round with the five data sites' own moves ascending a..e: three closed walks a generator, of which the middle one couples to two sites. */
export const movesOfRound = ([a, b, c, d, e]: readonly [number, number, number, number, number]): number =>
  4 * a + 3 * b + c + d + 3 * e

const LONGEST_NS = 1e15

/** A length, no shorter than `from`, at which `idle` reaches `error`, found in steps of `growth`; LONGEST_NS where it never does. */
export function lengthAt(
  idle: (ns: number) => number,
  { error, from, growth }: { readonly error: number; readonly from: number; readonly growth: number },
): number {
  let ns = (from + 1) * growth
  while (idle(ns) < error && ns < LONGEST_NS) ns *= growth
  return ns
}

/** Rounding of sums of prices. */
export const PRICE_ROUNDING = 1e-12
