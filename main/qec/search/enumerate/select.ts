/** Selection on one chiplet: the round expected to fail least among those whose schedule is fault tolerant. */
import type { DeltaRound } from '../../../contract/modules'
import type { Circuit, CompiledRound, Graph, Layout, NoiseModel, RoundPlan } from '../../model/round'
import { scoreRound } from '../../noise/score'
import { circuitOf, compileRound } from '../../schedule/compile'
import { planKey, planOf } from './round-plan'
import type { Round } from '../rounds'
import { LIMITS, type Limits, type Outcome, searchRounds } from '../search'
import type { Shapes } from '../model/compiled-shapes'

/**
 * Whether a schedule preserves fault tolerance; at once or with pauses. It depends on what the circuit does, not on its times:
 * an answer may be remembered by `key`.
 */
export type Verdict = (key: string, compiled: () => Circuit) => boolean | Generator<void, boolean>

export function* judged(plan: RoundPlan, noise: NoiseModel, verdict: Verdict): Generator<void, boolean> {
  const answer = verdict(planKey(plan), () => circuitOf(plan, noise))
  return typeof answer === 'boolean' ? answer : yield* answer
}

/** One placement of the logical qubit with the best round found on it. */
export interface Candidate {
  readonly round: Round
  readonly layout: Layout
  readonly plan: RoundPlan
  readonly ft_preserved: boolean
}

export interface Chosen {
  readonly layout: Layout
  readonly plan: RoundPlan
  readonly round: CompiledRound
  readonly delta: DeltaRound
}

export interface Selection {
  /** Null when the space holds no round, or none that is fault tolerant. */
  readonly best: Chosen | null
  /** Ascending by Δ_round, one per placement. */
  readonly candidates: readonly Candidate[]
  readonly outcome: Outcome
}

/** Rounds refused by fault enumeration before the search gives up proving the next one best. */
const REFUSALS = 12

/** What a chiplet's search needs beside graph and noise. */
export interface Selecting {
  readonly verdict: Verdict
  readonly shapes: Shapes
  readonly limits?: Limits
}

const nameOf = ({ home, flag, data, extractions }: Round): string =>
  JSON.stringify([home, flag, data, extractions.map(({ codes }) => codes)])

/** Yields between steps of about a millisecond. */
export function* selectModule(graph: Graph, noise: NoiseModel, selecting: Selecting): Generator<void, Selection> {
  const { shapes, limits = LIMITS } = selecting
  const refused = new Set<string>()
  const refuses = (round: Round) => refused.has(nameOf(round))
  for (;;) {
    const outcome: Outcome = yield* searchRounds(graph, noise, shapes, limits, refused.size > 0 ? refuses : null)
    const candidates = yield* judgedRounds(outcome, graph, noise, selecting)
    const [first] = candidates
    if (!first || first.ft_preserved) return { best: first ? chosen(first, noise) : null, candidates, outcome }
    if (refused.size === REFUSALS) return secondBest(candidates, outcome, noise)
    refused.add(nameOf(first.round))
  }
}

export function* judgedRounds(
  outcome: Outcome,
  graph: Graph,
  noise: NoiseModel,
  { verdict, limits = LIMITS }: Selecting,
): Generator<void, Candidate[]> {
  const candidates: Candidate[] = []
  for (const round of outcome.rounds.slice(0, limits.candidates)) {
    const plan = yield* planOf(round, outcome.figures, graph, noise)
    yield
    const ft_preserved = yield* judged(plan, noise, verdict)
    candidates.push({ round, layout: plan.layout, plan, ft_preserved })
  }
  return candidates
}

function chosen({ layout, plan }: Candidate, noise: NoiseModel): Chosen {
  const round = compileRound(plan, noise)
  return { layout, plan, round, delta: scoreRound(round, noise) }
}

/** So many rounds failed fault enumeration that the best of those that pass is not proved to be the optimum. */
function secondBest(candidates: readonly Candidate[], outcome: Outcome, noise: NoiseModel): Selection {
  const passing = candidates.find(({ ft_preserved }) => ft_preserved)
  return { best: passing ? chosen(passing, noise) : null, candidates, outcome: { ...outcome, complete: false } }
}
