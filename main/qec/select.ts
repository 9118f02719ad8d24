/** Selection on one chiplet, sentence first; each verb is a neighbour file. */
import { type ScoredLayout, scoredLayout } from './candidate'
import { adjacency, type Survey } from './connected'
import { roundPrices } from './estimate'
import { labellings } from './labels'
import { type Embedding, LIMITS, type Limits, shortlist } from './layouts'
import type { CompiledRound, Graph, NoiseModel } from './model'

/** Whether a schedule preserves fault tolerance. It depends on `schedule_hash` only, so an answer may be remembered by it. */
export type Verdict = (round: CompiledRound) => boolean

export interface Selection {
  /** Best layout whose schedule is fault tolerant; null when there is none. */
  readonly best: ScoredLayout | null
  /** Ascending by Δ_round, one per embedding, the best ten and the rest of the Pareto front. */
  readonly candidates: readonly (ScoredLayout & { readonly ft_preserved: boolean })[]
  readonly considered: number
  readonly scored: number
  readonly survey: Survey
}

/** The layout expected to fail least per round among those whose schedule is fault tolerant. Yields between steps. */
export function* selectModule(
  graph: Graph,
  noise: NoiseModel,
  preservesFaultTolerance: Verdict,
  limits: Limits = LIMITS,
): Generator<void, Selection> {
  const { sketches, considered, survey } = yield* shortlist(graph, noise, limits)
  const { scored, count } = yield* scoreAll(
    sketches.map(({ embedding }) => embedding),
    graph,
    noise,
  )
  const best = yield* firstThat(preservesFaultTolerance, scored)
  const candidates = []
  for (const one of recommended(scored)) {
    candidates.push({ ...one, ft_preserved: preservesFaultTolerance(one.round) })
    yield
  }
  return { best, candidates, considered, scored: count, survey }
}

/** Labellings compiled for the embeddings that lead after the first look. */
const LABELLINGS_OF_LEADERS = 12
const LEADERS = 3

/** The best labelling found of every embedding, ascending by Δ_round: first the one estimated best, then more for the leaders. */
function* scoreAll(embeddings: readonly Embedding[], graph: Graph, noise: NoiseModel) {
  const around = adjacency(graph)
  const prices = roundPrices(around, noise)
  let count = 0
  function* bestOf(embedding: Embedding, from: number, to: number) {
    const tried: ScoredLayout[] = []
    for (const labelling of labellings(embedding, around, prices).slice(from, to)) {
      const scored = scoredLayout(labelling, graph, noise)
      if (scored) tried.push(scored)
      count++
      yield
    }
    return tried
  }
  const first: { embedding: Embedding; best: ScoredLayout }[] = []
  for (const embedding of embeddings) {
    const [best] = yield* bestOf(embedding, 0, 1)
    if (best) first.push({ embedding, best })
  }
  first.sort((a, b) => byDelta(a.best, b.best))
  const scored: ScoredLayout[] = []
  for (const [place, { embedding, best }] of first.entries())
    scored.push([best, ...(yield* bestOf(embedding, 1, place < LEADERS ? LABELLINGS_OF_LEADERS : 1))].sort(byDelta)[0]!)
  return { scored: scored.sort(byDelta), count }
}

const byDelta = (a: ScoredLayout, b: ScoredLayout): number => a.delta.total - b.delta.total

function* firstThat(holds: Verdict, scored: readonly ScoredLayout[]): Generator<void, ScoredLayout | null> {
  for (const one of scored) {
    if (holds(one.round)) return one
    yield
  }
  return null
}

const RECOMMENDED = 10

/** The best ten, then whatever no other beats in Δ_round, duration and SWAPs at once. */
const recommended = (scored: readonly ScoredLayout[]): ScoredLayout[] =>
  scored.filter((one, place) => place < RECOMMENDED || !scored.some(other => dominates(other, one)))

const dominates = (a: ScoredLayout, b: ScoredLayout): boolean => {
  const aims = (one: ScoredLayout) => [one.delta.total, one.round.duration_ns, one.round.swap_count]
  const [mine, theirs] = [aims(a), aims(b)]
  return mine.every((aim, i) => aim <= theirs[i]!) && mine.some((aim, i) => aim < theirs[i]!)
}
