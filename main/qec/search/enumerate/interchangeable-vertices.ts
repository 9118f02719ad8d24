/**
 * Interchangeable vertices: the same figures, and the same couplings to every other vertex. What holds of one of them holds of the
 * others, so that the search visits the first of them only.
 */
import type { Figures } from '../model/figures'
import type { VertexClasses } from '../model/vertex-classes'

/** By vertex, the smallest one that it is interchangeable with; itself where none comes before it. */
export type Interchangeable = Int32Array

export function interchangeableOf(
  { next }: Pick<Figures, 'next'>,
  { sites, couplings }: VertexClasses,
): Interchangeable {
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

/** Whether some vertex before `at` in the list is interchangeable with the one there. */
export const hasInterchangeableBefore = (
  interchangeable: Interchangeable,
  list: readonly { readonly vertex: number }[],
  at: number,
): boolean => {
  for (let i = 0; i < at; i++) if (interchangeable[list[i]!.vertex] === interchangeable[list[at]!.vertex]) return true
  return false
}

/** Whether a home and its flag are the first of all pairs that they are interchangeable with. */
export function isFirstOfInterchangeable(interchangeable: Interchangeable, home: number, flag: number): boolean {
  if (interchangeable[home] !== home) return false
  for (let other = interchangeable[flag]!; other < flag; other++)
    if (interchangeable[other] === interchangeable[flag] && other !== home) return false
  return true
}
