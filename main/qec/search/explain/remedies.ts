/**
 * Small changes that would give a chiplet a layout: couplings that the topology lacks, vetoes that would have to be
 * lifted.
 */
import { pairKey } from '../../../contract/calibration/compound-cz'
import type { Veto } from '../../../contract/modules/diagnostics'
import type { Graph } from '../../model/round'
import { type UsableGraph, withoutVetoed } from '../../noise/vetoes'
import { type Adjacency, adjacency, ancillaRegions, hopsFrom, newSurvey, type Survey } from '../model/connected-sets'

/** Limits of a look for any layout at all. */
const LOOK = { sets: 300_000, ancilla_sites: 12, extra: 0 }
const SHORT_LOOK = { ...LOOK, sets: 5_000 }

/** Looks for any layout at all; stops at the first size that gives one. */
export const surveyOf = (graph: Adjacency, checkpoint: () => void): Survey => surveyWithin(LOOK, graph, checkpoint)

function surveyWithin(look: typeof LOOK, graph: Adjacency, checkpoint: () => void): Survey {
  const survey = newSurvey()
  for (const found of ancillaRegions(graph, { survey, limits: look, checkpoint })) if (found.length > 0) break
  return survey
}

export type Coupling = readonly [number, number]

/**
 * Each of `alone` is enough by itself. Where it is empty, all of `together` are enough. Both are empty where nothing
 * was found.
 */
export interface Remedy<T> {
  readonly alone: readonly T[]
  readonly together: readonly T[]
}

/** Pairs that the first step tries one by one, nearest first. */
const PAIRS_TRIED = 200
/** Pairs that each later step tries, nearest to the couplings chosen so far first. */
const NEXT_TRIED = 80
/** Couplings named at most where one alone is enough. */
const COUPLINGS_NAMED = 3
/** Couplings that may be chosen before the last one. A line of qubits needs two in all. */
const MAX_COUPLINGS = 5

/**
 * Couplings that `graph` lacks. Couplings in `coupled` are left out: the topology has them, so they are vetoed, not
 * missing. Where no single one is enough, each step takes the coupling that leaves some connected set with the most
 * neighbours. Once the couplings taken are enough, a smaller number is looked for.
 */
export function missingCouplings(graph: Graph, coupled: Graph['edges'], checkpoint: () => void): Remedy<Coupling> {
  const first = tried(graph, uncoupledPairs(adjacency(graph), coupled).slice(0, PAIRS_TRIED), checkpoint)
  if (first.enough.length > 0) return { alone: first.enough, together: [] }
  const together: Coupling[] = []
  for (let step = first; step.best && together.length < MAX_COUPLINGS; ) {
    together.push(step.best)
    const widened = withCouplings(graph, together)
    const next = uncoupledPairs(adjacency(widened), coupled, together.flat()).slice(0, NEXT_TRIED)
    step = tried(widened, next, checkpoint)
    if (step.enough.length === 0) continue
    const found = [...together, step.enough[0]!]
    const pairs = uncoupledPairs(adjacency(graph), coupled)
    return {
      alone: [],
      together: fewer({ changes: pairs, found }, added => withCouplings(graph, added), checkpoint),
    }
  }
  return { alone: [], together: [] }
}

const withCouplings = (graph: Graph, added: readonly Coupling[]): Graph => ({
  ...graph,
  edges: [...graph.edges, ...added],
})

/** After so many connected sets, `fewer` ends its look for a smaller set of changes. */
const FEWER_SETS = 300_000

/** Fewer changes than were `found`, two at least, that allow a layout; `found` itself where a bounded look sees none. */
function fewer<T>(
  { changes, found }: { readonly changes: readonly T[]; readonly found: readonly T[] },
  changed: (some: readonly T[]) => Graph,
  checkpoint: () => void,
): readonly T[] {
  let sets = 0
  for (let size = 2; size < found.length; size++)
    for (const some of subsets(changes, size)) {
      const survey = surveyWithin(SHORT_LOOK, adjacency(changed(some)), checkpoint)
      if (survey.smallest !== null) return some
      sets += 1 + survey.sets
      if (sets > FEWER_SETS) return found
    }
  return found
}

/** Every choice of `size` items, in their order. */
function* subsets<T>(items: readonly T[], size: number, from = 0): Generator<T[]> {
  if (size === 0) yield []
  else
    for (let i = from; i <= items.length - size; i++)
      for (const rest of subsets(items, size - 1, i + 1)) yield [items[i]!, ...rest]
}

interface TriedCouplings {
  readonly enough: readonly Coupling[]
  /** Which widens most; null where none does at all. */
  readonly best: Coupling | null
}

function tried(drawn: Graph, pairs: readonly Coupling[], checkpoint: () => void): TriedCouplings {
  const enough: Coupling[] = []
  let best: Coupling | null = null
  let { widest } = surveyWithin(SHORT_LOOK, adjacency(drawn), checkpoint)
  for (const pair of pairs) {
    const survey = surveyWithin(SHORT_LOOK, adjacency(withCouplings(drawn, [pair])), checkpoint)
    if (survey.smallest !== null) enough.push(pair)
    if (enough.length === COUPLINGS_NAMED) break
    if (survey.widest > widest) [best, widest] = [pair, survey.widest]
  }
  return { enough, best }
}

/**
 * Pairs of sites that are neither in `graph` nor in `coupled`, sorted by their distance in hops plus the distance of
 * the nearer site from the sites `around`; of equals in the order of `sites`.
 */
function uncoupledPairs(graph: Adjacency, coupled: readonly Coupling[], around: readonly number[] = []): Coupling[] {
  const { sites } = graph
  const there = new Set(coupled.map(([a, b]) => pairKey(a, b)))
  const from = around.map(site => hopsFrom(graph, sites.indexOf(site)))
  const near = sites.map((_, v) => (from.length === 0 ? 0 : Math.min(...from.map(hops => hops[v]!))))
  const pairs = sites.flatMap((a, v) => {
    const hops = hopsFrom(graph, v)
    return sites.flatMap((b, w) =>
      w > v && hops[w]! > 1 && !there.has(pairKey(a, b))
        ? [{ pair: [a, b] as const, far: hops[w]! + Math.min(near[v]!, near[w]!) }]
        : [],
    )
  })
  return pairs.sort((p, q) => p.far - q.far).map(({ pair }) => pair)
}

/** Above so many vetoed parts, nothing is tried: the chiplet is not a few parts short of a layout. */
const PARTS_TRIED = 64

/**
 * Vetoes that would give a layout back when lifted. Where no single part decides, all parts are lifted, then each in
 * turn is vetoed again if a layout remains without it. Of the parts that stay lifted none can be spared; fewer parts
 * replace them where `fewer` finds some.
 */
export function liftedVetoes({ drawn, vetoes }: UsableGraph, checkpoint: () => void): Remedy<Veto> {
  const parts = [...new Set(vetoes.map(({ site }) => site))]
  if (parts.length > PARTS_TRIED) return { alone: [], together: [] }
  const of = (lifted: ReadonlySet<string>) => vetoes.filter(({ site }) => lifted.has(site))
  const alone = new Set<string>()
  const offersWith = (vetoed: readonly string[]): boolean => {
    const left = withoutVetoed(drawn, new Set(vetoed))
    return surveyOf(adjacency(left), checkpoint).smallest !== null
  }
  for (const part of parts) if (offersWith(parts.filter(other => other !== part))) alone.add(part)
  if (alone.size > 0) return { alone: of(alone), together: [] }
  const together = new Set(parts)
  for (const part of parts) {
    together.delete(part)
    if (!offersWith(parts.filter(other => !together.has(other)))) together.add(part)
  }
  const allBut = (lifted: readonly string[]) =>
    withoutVetoed(drawn, new Set(parts.filter(part => !lifted.includes(part))))
  return { alone: [], together: of(new Set(fewer({ changes: parts, found: [...together] }, allBut, checkpoint))) }
}
