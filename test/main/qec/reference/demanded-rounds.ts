/** The slow reference of a search with a pin: every round of every placement of which an extraction uses what is pinned. */
import { supportOf } from '../../../../main/qec/code/five-qubit'
import { idleInfidelity } from '../../../../main/qec/noise/transform'
import { costOf, ShapeCache, stepsOf } from '../../../../main/qec/search/model/compiled-shapes'
import type { Figures } from '../../../../main/qec/search/model/figures'
import { type Sequence, sequences } from './exhaustive-search'
import { combinations, permutations } from './fewest-swaps'

interface Cost {
  readonly error: number
  readonly ns: number
}

export interface PlacedSequence {
  readonly home: number
  readonly flag: number
  readonly codes: readonly number[]
}

type Uses = (extraction: PlacedSequence) => boolean

/** Whether an extraction moves or couples over the coupling of two vertices. */
export const crosses =
  (a: number, b: number) =>
  ({ home, flag, codes }: PlacedSequence): boolean =>
    stepsOf(codes, { home, letter: vertex => ({ data: vertex, pauli: 'Z' }) }).some(step => {
      const ends = [home, flag]
      if (step.kind === 'move') ends.splice(0, 2, step.from, step.to)
      if (step.kind === 'couple') ends.splice(0, 2, step.at, step.data)
      return ends.includes(a) && ends.includes(b)
    })

const undominated = (costs: readonly Cost[]): Cost[] => {
  const kept: Cost[] = []
  for (const one of [...costs].sort((a, b) => a.error - b.error || a.ns - b.ns))
    if (kept.every(({ ns }) => ns > one.ns)) kept.push(one)
  return kept
}

/** By generator, the costs of all its extractions and of those that use the pinned part. */
interface Choice {
  readonly any: readonly Cost[]
  readonly asked: readonly Cost[]
}

/** The least Δ_round of all rounds of which at least one extraction uses the pinned part; Infinity where there is none. */
export function leastDeltaUsing(f: Figures, uses: Uses): number {
  const shapes = new ShapeCache()
  const vertices = f.sites.map((_, v) => v)
  let best = Number.POSITIVE_INFINITY
  for (const home of vertices)
    for (const flag of f.next[home]!)
      for (const data of combinations(
        vertices.filter(v => v !== home && v !== flag),
        5,
      ))
        best = Math.min(best, leastOn(f, shapes, uses, { home, flag, data }))
  return best
}

function leastOn(
  f: Figures,
  shapes: ShapeCache,
  uses: Uses,
  { home, flag, data }: { readonly home: number; readonly flag: number; readonly data: readonly number[] },
): number {
  const free = new Set(f.sites.map((_, v) => v).filter(v => v !== flag && !data.includes(v)))
  const listed = new Map<number, readonly Sequence[]>()
  const known = new Map<string, Choice>()
  const choiceOf = (labels: readonly number[], generator: number): Choice => {
    const letters = supportOf(generator).map(part => ({ vertex: labels[part.data]!, x: part.pauli === 'X' }))
    const xs = letters.filter(({ x }) => x).map(({ vertex }) => vertex)
    const mine = data.filter(v => letters.some(({ vertex }) => vertex === v))
    const omitted = data.find(v => !mine.includes(v))!
    const found = listed.get(omitted) ?? sequences(f, home, free, mine)
    listed.set(omitted, found)
    const key = `${omitted}:${[...xs].sort()}`
    const bits = (met: readonly number[]) => met.reduce((mask, v, i) => (xs.includes(v) ? mask | (1 << i) : mask), 0)
    const costs = (of: readonly Sequence[]) =>
      undominated(of.map(({ codes, met }) => costOf(shapes.place(home, flag, codes, bits(met))!, f)))
    const choice = known.get(key) ?? {
      any: costs(found),
      asked: costs(found.filter(({ codes }) => uses({ home, flag, codes }))),
    }
    known.set(key, choice)
    return choice
  }
  let best = Number.POSITIVE_INFINITY
  for (const labels of permutations(data)) {
    const choices = [0, 1, 2, 3].map(generator => choiceOf(labels, generator))
    for (const asked of [0, 1, 2, 3]) {
      const [first, second, third, fourth] = choices.map((choice, i) => (i === asked ? choice.asked : choice.any))
      for (const a of first!)
        for (const b of second!)
          for (const c of third!)
            for (const d of fourth!) {
              const ns = a.ns + b.ns + c.ns + d.ns
              const error = a.error + b.error + c.error + d.error
              best = Math.min(
                best,
                data.reduce((sum, v) => sum + idleInfidelity(ns, f.t1[v]!, f.t2[v]!), error),
              )
            }
    }
  }
  return best
}
