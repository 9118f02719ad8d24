import type { Decoder } from '../../contract/model/protocols'
import type { CircuitCount, QubitCounts } from '../../qec/comparison/counts'
import type { AttemptCount } from '../../qec/decoding/prepared-shots'
import type { FlagCount } from '../../qec/decoding/tallies'
import type { WallTimes } from '../../qec/decoding/wall-time'
import type { DecayModel } from '../../qec/noise/transform'
import type { PredictionSummary } from './prediction'

/** Shots of one circuit that are sampled, decoded and stored together. */
export interface Piece {
  readonly piece: number
  readonly shots: number
  readonly seed: bigint
}

/** What one decoder makes of a circuit's shots. */
export interface Outcome {
  readonly accepted: number
  /** Of the accepted. */
  readonly failures: number
  /** Shots whose outcome or acceptance differs from the first decoder's. */
  readonly changed: number
}

/** A stored piece. */
export interface BitFile extends Piece {
  readonly sha256: string
}

/** One encoded circuit: a prepared state and a number of rounds. */
export interface EncodedResult extends CircuitCount {
  readonly flags: readonly FlagCount[]
  readonly triggers: readonly number[]
  /** One for each of the run's decoders. */
  readonly outcomes: readonly Outcome[]
  /** Of the verified preparation. */
  readonly attempts: readonly AttemptCount[]
  /** How long the rounds of the kept shots took. */
  readonly wall_times: WallTimes
  readonly files: readonly BitFile[]
  readonly bits_per_shot: number
  /** The acceptance expected before the run. */
  readonly predicted: number
}

/** All that a run's record is made from, beside its plan. */
export interface RunResults {
  /** null where nobody asked for one. */
  readonly prediction: PredictionSummary | null
  readonly encoded: readonly EncodedResult[]
  readonly physical: readonly QubitCounts[]
  /** What the best qubit is chosen by, apart from `physical`. */
  readonly pilots: readonly QubitCounts[]
  /** Whose outcomes the results hold; the first is the run's own. */
  readonly decoders: readonly Decoder[]
  /** Name and version of what sampled them. */
  readonly engine: string
  readonly decay: DecayModel
  /** Of all circuits, baselines included. */
  readonly shots_executed: number
}
