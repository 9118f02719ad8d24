/** Selection on one chiplet, sentence first; each verb is a neighbour file. */
import type { ScoredLayout } from './candidate'
import type { Survey } from './connected'
import { scoreEmbeddings } from './contest'
import { LIMITS, type Limits, shortlist } from './layouts'
import type { CompiledRound, Graph, NoiseModel } from './model'

/**
 * Whether a schedule preserves fault tolerance; at once or with pauses. It depends on `schedule_hash` only, so an answer
 * may be remembered by it.
 */
export type Verdict = (round: CompiledRound) => boolean | Generator<void, boolean>

function* judged(round: CompiledRound, verdict: Verdict): Generator<void, boolean> {
  const answer = verdict(round)
  return typeof answer === 'boolean' ? answer : yield* answer
}

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
  const { scored, count } = yield* scoreEmbeddings(sketches, graph, noise)
  const best = yield* firstThat(preservesFaultTolerance, scored)
  const candidates = []
  for (const one of recommended(scored)) {
    candidates.push({ ...one, ft_preserved: yield* judged(one.round, preservesFaultTolerance) })
    yield
  }
  return { best, candidates, considered, scored: count, survey }
}

function* firstThat(holds: Verdict, scored: readonly ScoredLayout[]): Generator<void, ScoredLayout | null> {
  for (const one of scored) {
    if (yield* judged(one.round, holds)) return one
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
