/**
 * Vertices that may change places without anything else noticing: the same figures, and the same couplings to every other vertex.
 * What one of them offers, the others do too, so that a search needs to look at the first of them alone.
 */
import type { Kinds } from './enumerate/isomorphic-placements'
import type { Figures } from './model/figures'

/** By vertex, the least of its twins; itself where it has none before it. */
export type Twins = Int32Array

export function twinsOf({ next }: Pick<Figures, 'next'>, { sites, couplings }: Kinds): Twins {
  const first = Int32Array.from(sites, (_, v) => v)
  const kinds = next.map((around, v) => new Map(around.map((w, i) => [w, couplings[v]![i]!])))
  const alike = (v: number, w: number): boolean =>
    sites[v] === sites[w] &&
    next[v]!.length === next[w]!.length &&
    next[v]!.every(u => u === w || kinds[v]!.get(u) === kinds[w]!.get(u))
  for (let v = 0; v < first.length; v++)
    for (let w = 0; w < v; w++)
      if (first[w] === w && alike(v, w)) {
        first[v] = w
        break
      }
  return first
}

/** Whether some vertex before `at` in the list could stand in for the one there. */
export const hasTwinBefore = (twins: Twins, list: readonly { readonly vertex: number }[], at: number): boolean => {
  for (let i = 0; i < at; i++) if (twins[list[i]!.vertex] === twins[list[at]!.vertex]) return true
  return false
}

/** Whether a home and its flag are the first of all that could stand in for them. */
export function isFirstOfTwins(twins: Twins, home: number, flag: number): boolean {
  if (twins[home] !== home) return false
  for (let other = twins[flag]!; other < flag; other++) if (twins[other] === twins[flag] && other !== home) return false
  return true
}
