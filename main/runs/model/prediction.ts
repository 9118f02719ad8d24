import type { Estimate } from '../../contract/model/primitives'
import type { Gain } from '../../contract/runs/comparison'
import type { PlannedQubit } from '../../qec/prediction/shot-planner'
import type { SurvivalPrediction } from '../../qec/prediction/survival-crossing'

/** A physical qubit's baseline, exact. */
export interface PhysicalBaseline extends PlannedQubit {
  readonly qubit: number
  readonly error_per_round: number
}

/** What a run is predicted to show. */
export interface Prediction {
  readonly method: string
  readonly logical_error: Estimate
  readonly best: PhysicalBaseline | null
  readonly median: PhysicalBaseline | null
  readonly gain_best: Gain
  readonly gain_median: Gain
  readonly acceptance: readonly { readonly rounds: number; readonly predicted: number }[]
  readonly shots_needed: { readonly best: number | null; readonly median: number | null }
  /** Mean length of a round, conditional repeats included. */
  readonly round_ns: number
  /** Where the survival curves would cross, and what would give the logical error a figure. */
  readonly survival: SurvivalPrediction
}

/** What a run's record keeps of its prediction: not the shots that it would take. */
export type PredictionSummary = Omit<Prediction, 'shots_needed'>
