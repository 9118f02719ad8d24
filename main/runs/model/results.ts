import type { Estimate } from '../../contract/model/primitives'
import type { Decoder } from '../../contract/model/protocols'
import type { Gain } from '../../contract/runs/comparison'
import type { CircuitCount, QubitCounts } from '../../qec/comparison/counts'
import type { AttemptCount } from '../../qec/decoding/prepared-shots'
import type { FlagCount } from '../../qec/decoding/tallies'
import type { WallTimes } from '../../qec/decoding/wall-time'
import type { DecayModel } from '../../qec/noise/transform'
import type { PlannedQubit } from '../../qec/prediction/shot-planner'
import type { SurvivalPrediction } from '../../qec/prediction/survival-crossing'

/** Shots of one circuit that are sampled, decoded and stored together. */
export interface ShotPiece {
  readonly piece: number
  readonly shots: number
  readonly seed: bigint
}

/** Counts of one decoder for a circuit's shots. */
export interface DecoderCount {
  readonly accepted: number
  /** Failures among the accepted shots. */
  readonly failures: number
  /** Shots whose outcome or acceptance differs from the first decoder's. */
  readonly changed: number
}

/** A stored piece; a device has no seed. */
export interface BitFile extends Omit<ShotPiece, 'seed'> {
  readonly seed: bigint | null
  readonly sha256: string
}

/** One encoded circuit: a prepared state and a number of rounds. */
export interface EncodedResult extends CircuitCount {
  readonly flags: readonly FlagCount[]
  readonly triggers: readonly number[]
  /** One for each of the run's decoders. */
  readonly outcomes: readonly DecoderCount[]
  /** Counts of the attempts of the verified preparation. */
  readonly attempts: readonly AttemptCount[]
  /** How long the rounds of the kept shots took. */
  readonly wall_times: WallTimes
  readonly files: readonly BitFile[]
  readonly bits_per_shot: number
  /** The acceptance expected before the run. */
  readonly predicted: number
}

/** The counts of a run's shots, with the engine and decoders that gave them: what its record is made from, beside plan and prediction. */
export interface RunResults {
  readonly encoded: readonly EncodedResult[]
  readonly physical: readonly QubitCounts[]
  /** Pilot counts that the best qubit is chosen by; they are not part of `physical`. */
  readonly pilots: readonly QubitCounts[]
  /** Decoders whose outcomes the results hold; the first is the run's own. */
  readonly decoders: readonly Decoder[]
  /** Name and version of what sampled them. */
  readonly engine: string
  /** Decay model of the simulation; null for a real chip. */
  readonly decay: DecayModel | null
}

/** A physical qubit's baseline, exact. */
export interface PredictedBaseline extends PlannedQubit {
  readonly qubit: number
  readonly error_per_round: number
}

/** Prediction of a run. */
export interface Prediction {
  readonly method: string
  readonly logical_error: Estimate
  readonly best: PredictedBaseline | null
  readonly median: PredictedBaseline | null
  readonly gain_best: Gain
  readonly gain_median: Gain
  readonly acceptance: readonly { readonly rounds: number; readonly predicted: number }[]
  /** Mean length of a round, conditional repeats included. */
  readonly round_ns: number
  /** Where the survival curves would cross, and what would give the logical error a figure. */
  readonly survival: SurvivalPrediction
}
