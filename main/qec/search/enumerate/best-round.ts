/** The best round on one placement. */
import { lengthAt } from '../bounds/step-prices'
import type { WorkBudget } from '../model/work-budget'
import { LabelledExtractions } from './labelled-extractions'
import { newTask, type PlacedRound, type PlacementTask, type RoundsWanted, type SearchContext } from './placement-task'
import type { Placement } from './placements'
import { chordOf, idleOfData, TIME_ONLY, TIME_UNCHARGED } from './time-chord'

/** Result of the search of one placement. */
export interface PlacementResult {
  readonly round: PlacedRound | null
  /** False when a limit of work left something out. */
  readonly complete: boolean
  /** Steps of enumeration. */
  readonly steps: number
  /** Extractions compiled. */
  readonly compiled: number
  /** Rounds scored. */
  readonly scored: number
}

const resultOf = (round: PlacedRound | null, { spent, steps, compiled, scored }: WorkBudget): PlacementResult => ({
  round,
  complete: !spent,
  steps,
  compiled,
  scored,
})

/** Good rounds are seldom longer than this multiple of the shortest. */
const USUAL_LENGTH_RATIO = 1.25

/** A first incumbent: a good round of a placement, seldom much worse than its best. */
export function heuristicRound(context: SearchContext, placement: Placement, checkpoint: () => void): PlacementResult {
  const task = newTask(context, { placement, ancillaVertices: placement.nearestVertices(), wanted: {}, checkpoint })
  const shortest = shortestOf(task)
  const rounds = new LabelledExtractions(task, chordOf(task, shortest, USUAL_LENGTH_RATIO * shortest))
  return resultOf(rounds.first(), task.work)
}

/** The least Δ_round on a placement, among rounds below the cut-off that are not refused. */
export function bestRound(
  context: SearchContext,
  {
    placement,
    wanted,
    checkpoint,
  }: { readonly placement: Placement; readonly wanted: RoundsWanted; readonly checkpoint: () => void },
): PlacementResult {
  const ancillaVertices = placement.ancillaVertices(wanted.cutoff ?? Number.POSITIVE_INFINITY)
  const task = newTask(context, { placement, ancillaVertices, wanted, checkpoint })
  return resultOf(bestOf(task), task.work)
}

/**
 * Idling is charged along the chord between the shortest possible round and the longest one that can still be below the cut-off:
 * the former from lengths alone, the latter from errors alone.
 */
function bestOf(task: PlacementTask): PlacedRound | null {
  const shortest = shortestOf(task)
  const errors = new LabelledExtractions(task, TIME_UNCHARGED).least()
  const idle = (ns: number) => idleOfData(task, ns)
  if (errors + idle(shortest) >= task.cutoff) return null
  const until = lengthAt(idle, { error: task.cutoff - errors, from: shortest, growth: GROWTH })
  return new LabelledExtractions(task, chordOf(task, shortest, until)).best()
}

const GROWTH = 1.03

function shortestOf(task: PlacementTask): number {
  const rounds = new LabelledExtractions(
    { ...task, context: { ...task.context, figures: task.context.lengths } },
    TIME_ONLY,
  )
  return rounds.least()
}
