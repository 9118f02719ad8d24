/**
 * Survival verdict of a run, separate from the gain and without influence on it: whether the encoded state survives less or more
 * often than a physical qubit that waited as long. Preparation and readout are included.
 */
import { z } from 'zod'
import { Estimate, QubitIndex } from '../model/primitives'

/**
 * lower: at every measured R, each at 97.5 % (intersection–union test, Berger 1982: no correction). higher: at some R, 97.5 %
 * over all of them (Holm 1979). undecided: neither. R = 0 is shown and not counted: nothing was kept for any time there.
 */
export const SurvivalWord = z.enum(['lower', 'higher', 'undecided'])
export type SurvivalWord = z.infer<typeof SurvivalWord>

const SurvivalDifference = z.object({
  rounds: z.int(),
  /** State-averaged survival, encoded less physical, of the shots kept. */
  difference: Estimate,
})

/** Against one physical qubit. */
export const SurvivalAgainst = z.object({
  qubit: QubitIndex,
  verdict: SurvivalWord,
  differences: z.array(SurvivalDifference),
  /** The R at which the encoded state survives more often; against the best qubit, more often than every qubit. */
  higher_at: z.array(z.int()),
  text: z.string(),
})
export type SurvivalAgainst = z.infer<typeof SurvivalAgainst>

/** Where the two survival curves would cross, predicted before the run, never measured. */
export const PredictedCrossing = z.object({
  predicted: z.literal(true),
  /** Rounds; value null where they never cross. */
  best: Estimate,
  median: Estimate,
  text: z.string(),
})
export type PredictedCrossing = z.infer<typeof PredictedCrossing>

/** Shots or rounds that would give the error per round a figure. */
export const Measurable = z.object({
  /** Whether the signal that this rests on is predicted, or measured by the run itself. */
  predicted: z.boolean(),
  /** null where the run has a figure already, or no number of rounds would give one. */
  rounds: z.int().nullable(),
  /** For each state and number of rounds; null where no number that a run takes is enough. */
  shots: z.int().nullable(),
  text: z.string(),
})
export type Measurable = z.infer<typeof Measurable>

export const SPAM_INCLUDED = 'preparation and readout included'

export const SurvivalVerdict = z.object({
  /** Against the best qubit. Never decides `verdict`. */
  verdict: SurvivalWord,
  includes: z.literal(SPAM_INCLUDED),
  best: SurvivalAgainst.nullable(),
  median: SurvivalAgainst.nullable(),
  /** null where nothing was predicted before the run. */
  crossing: PredictedCrossing.nullable(),
  /**
   * Share of the shots kept, to which survival refers: in detection mode, and where an unverified preparation or an open window
   * discards shots; null where every shot is kept.
   */
  acceptance: z.array(z.object({ rounds: z.int(), measured: Estimate })).nullable(),
  /** One-sided bounds at 97.5 %, whether or not the run has figures: value null, one end. */
  logical_error: Estimate,
  gain: Estimate,
  measurable: Measurable,
  /** All of it in sentences. */
  text: z.string(),
})
export type SurvivalVerdict = z.infer<typeof SurvivalVerdict>

/** The part of a survival verdict that lists and page heads show. */
export const SurvivalSummary = z.object({
  /** Against the best qubit, and against the median one. */
  verdict: SurvivalWord,
  median: SurvivalWord.nullable(),
  /** Indices of the best and of the median qubit. */
  qubits: z.object({ best: QubitIndex.nullable(), median: QubitIndex.nullable() }),
  text: z.string(),
})
export type SurvivalSummary = z.infer<typeof SurvivalSummary>
