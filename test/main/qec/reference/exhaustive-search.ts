/** The slow reference of the search: every placement, every labelling, every walk, order and kind of move, all of them scored. */
import { supportOf } from '../../../../main/qec/code/five-qubit'
import { idleInfidelity } from '../../../../main/qec/noise/transform'
import type { Placement, PlacementEnumeration } from '../../../../main/qec/search/enumerate/placements'
import { codeOf, costOf, ShapeCache, STEP } from '../../../../main/qec/search/model/compiled-shapes'
import type { Figures } from '../../../../main/qec/search/model/figures'
import { combinations, permutations } from './fewest-swaps'

interface Cost {
  readonly error: number
  readonly ns: number
}

/** A sequence of couplings and moves, and the data vertices in the order in which it meets them. */
export interface Sequence {
  readonly codes: readonly number[]
  readonly met: readonly number[]
}

/** An H of A's own due before a walk, or after it. */
type Own = 'before' | 'after' | null

/**
 * By SWAPs, tried with every choice of the sites of their outer H's: of each pair one acts on A, and H's of A's on one site with
 * nothing between cancel. The choice whose H's on A err least, of equals the shortest.
 */
function bySwaps(f: Figures, from: number, path: readonly number[], own: Own): number[] {
  const stops = [from, ...path]
  const costOf = (outers: number) => {
    const cliffords = stops.map((_, i) => (i === 0 && own === 'before') !== (i === path.length && own === 'after'))
    path.forEach((_, i) => {
      const at = i + ((outers >> i) & 1)
      cliffords[at] = !cliffords[at]
    })
    const sum = (of: Float64Array) => stops.reduce((total, v, i) => total + (cliffords[i] ? of[v]! : 0), 0)
    return { outers, error: sum(f.single), ns: sum(f.single_ns), cliffords: cliffords.filter(Boolean).length }
  }
  const best = Array.from({ length: 1 << path.length }, (_, outers) => costOf(outers)).reduce((a, b) =>
    (b.error - a.error || b.ns - a.ns || b.cliffords - a.cliffords) < 0 ? b : a,
  )
  return path.map((v, i) => codeOf((best.outers >> i) & 1 ? STEP.swap_to : STEP.swap_from, v))
}

/** Every walk that visits no site twice, as codes, by SWAPs and by reset-assisted moves. */
function walks(f: Figures, free: ReadonlySet<number>, from: number, to: number, own: Own = null): number[][] {
  if (from === to) return [[]]
  const paths: number[][] = []
  const step = (path: readonly number[]): void => {
    const at = path.at(-1)!
    if (at === to) paths.push(path.slice(1))
    else for (const next of f.next[at]!) if (free.has(next) && !path.includes(next)) step([...path, next])
  }
  step([from])
  return paths.flatMap(path => [bySwaps(f, from, path, own), path.map(v => codeOf(STEP.reset_move, v))])
}

/** Every flagged extraction of four data sites. */
export function sequences(f: Figures, home: number, free: ReadonlySet<number>, data: readonly number[]): Sequence[] {
  const found: Sequence[] = []
  const finish = (codes: readonly number[], at: number, met: readonly number[]): void => {
    if (met.length === 4)
      for (const walk of walks(f, free, at, home, 'after')) found.push({ codes: [...codes, ...walk], met })
    else for (const d of data) if (!met.includes(d)) meet(codes, at, [...met, d])
  }
  const meet = (codes: readonly number[], at: number, met: readonly number[]): void => {
    const d = met.at(-1)!
    for (const place of f.next[d]!)
      if (free.has(place))
        for (const walk of walks(f, free, at, place, met.length === 1 ? 'before' : null))
          flagged([...codes, ...walk, codeOf(STEP.couple, d)], place, met)
  }
  const flagged = (codes: readonly number[], at: number, met: readonly number[]): void => {
    if (met.length % 2 === 0) finish(codes, at, met)
    else for (const walk of walks(f, free, at, home)) finish([...codes, ...walk, codeOf(STEP.flag, 0)], home, met)
  }
  finish([], home, [])
  return found
}

const undominated = (costs: readonly Cost[]): Cost[] => {
  const kept: Cost[] = []
  for (const one of [...costs].sort((a, b) => a.error - b.error || a.ns - b.ns))
    if (kept.every(({ ns }) => ns > one.ns)) kept.push(one)
  return kept
}

/** The least Δ_round of a placement over all its rounds; Infinity where there is none. */
function leastDeltaOn(f: Figures, shapes: ShapeCache, home: number, flag: number, data: readonly number[]): number {
  const free = new Set(f.sites.map((_, v) => v).filter(v => v !== flag && !data.includes(v)))
  const known = new Map<string, Cost[]>()
  const every = new Map<number, Sequence[]>()
  const options = (labels: readonly number[], generator: number): Cost[] => {
    const letters = supportOf(generator).map(part => ({ vertex: labels[part.data]!, x: part.pauli === 'X' }))
    const xs = letters.filter(({ x }) => x).map(({ vertex }) => vertex)
    const mine = data.filter(v => letters.some(({ vertex }) => vertex === v))
    const omitted = data.find(v => !mine.includes(v))!
    if (!every.has(omitted)) every.set(omitted, sequences(f, home, free, mine))
    const key = `${omitted}:${[...xs].sort()}`
    const bits = (met: readonly number[]) => met.reduce((mask, v, i) => (xs.includes(v) ? mask | (1 << i) : mask), 0)
    const costs =
      known.get(key) ??
      undominated(every.get(omitted)!.map(({ codes, met }) => costOf(shapes.place(home, flag, codes, bits(met))!, f)))
    known.set(key, costs)
    return costs
  }
  const rounds = permutations(data).flatMap(labels => {
    const [first, second, third, fourth] = [0, 1, 2, 3].map(generator => options(labels, generator))
    const sums: Cost[] = []
    for (const a of first!)
      for (const b of second!)
        for (const c of third!)
          for (const d of fourth!)
            sums.push({ error: a.error + b.error + c.error + d.error, ns: a.ns + b.ns + c.ns + d.ns })
    return undominated(sums)
  })
  const deltas = rounds.map(({ error, ns }) =>
    data.reduce((sum, v) => sum + idleInfidelity(ns, f.t1[v]!, f.t2[v]!), error),
  )
  return deltas.reduce((least, delta) => Math.min(least, delta), Number.POSITIVE_INFINITY)
}

export const placementName = ({ home, flag, data }: Pick<Placement, 'home' | 'flag' | 'data'>): string =>
  `${home} ${flag} ${data}`

/** The least Δ_round of every placement: home, flag and five data sites. */
export function leastDeltaByPlacement(f: Figures): Map<string, number> {
  const shapes = new ShapeCache()
  const leastDeltas = new Map<string, number>()
  f.sites.forEach((_, home) => {
    for (const flag of f.next[home]!) {
      const others = f.sites.map((_, v) => v).filter(v => v !== home && v !== flag)
      for (const data of combinations(others, 5))
        leastDeltas.set(placementName({ home, flag, data }), leastDeltaOn(f, shapes, home, flag, data))
    }
  })
  return leastDeltas
}

/** The least Δ_round over all placements; Infinity where there is no round. */
export const leastDelta = (f: Figures): number =>
  Math.min(Number.POSITIVE_INFINITY, ...leastDeltaByPlacement(f).values())

/** All that are left, without a pause. */
export function* placementsIn(enumeration: PlacementEnumeration): Generator<Placement> {
  for (;;) {
    const found = enumeration.next(() => false)
    if (found === null || found === 'paused') return
    yield found
  }
}
