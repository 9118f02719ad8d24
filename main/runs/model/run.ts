/** A run at each stage from its plan to its record: what is stored of it, its results, and what passes between service and thread. */
import type { Estimate } from '../../contract/model/primitives'
import type { CardinalState, Decoder } from '../../contract/model/protocols'
import type { Gain } from '../../contract/runs/comparison'
import type { Run, RunStatus } from '../../contract/runs/run'
import type { Provenance } from '../../device/provenance'
import type { ReadyModule } from '../../modules/model/module'
import type { CircuitCount, QubitCounts } from '../../qec/comparison/counts'
import type { AttemptCount } from '../../qec/decoding/prepared-shots'
import type { FlagCount } from '../../qec/decoding/tallies'
import type { WallTimes } from '../../qec/decoding/wall-time'
import type { DecayModel } from '../../qec/noise/transform'
import type { PlannedQubit } from '../../qec/prediction/shot-planner'
import type { SurvivalPrediction } from '../../qec/prediction/survival-crossing'
import type { SequencerProfile } from '../../sequencer/profile/profile'
import type { Json } from '../../worker/json'
import type { CompiledCircuit, Measured, MeasuredProgram } from './measured'
import type { ReportProgress } from './partial-counts'
import type { PlannedRun, RunSettings } from './plan'
import type { Cancellation, RunEngines } from './run-engine'

export interface ModuleId {
  readonly backend_id: string
  readonly logical_id: string
}

export interface RunId extends ModuleId {
  readonly run_id: string
}

/** Data that a plan is made from. */
export interface RunToPlan {
  readonly resolution: ReadyModule
  readonly settings: RunSettings
  /** Profile of the sequencer that the run is executed on; left out where it is simulated. */
  readonly sequencer?: SequencerProfile | undefined
}

/** A run as the database stores it, without its record, which may be large. */
export interface RunRow {
  sequence: number
  run_id: string
  backend_id: string
  logical_id: string
  chiplet: string
  name: string | null
  status: RunStatus
  reason_code: string | null
  reason_message: string | null
  simulated: number
  /** 1 where a device measures the run, real or simulated: such a run is never resumed, repeated or replayed. */
  driven: number
  request: string
  calibration_id: string
  warnings: string
  plan: string
  created_at: number
  started_at: number | null
  finished_at: number | null
  summary: string | null
  /** JSON of the contract's Replay. */
  replay: string | null
  /** Key that started it, null for the account holder. */
  owner: string | null
  /** Millionths of a token for a shot. */
  price: number
  /** null for runs from before shots were counted. */
  planned_shots: number | null
  /** Both null until the run is over. */
  executed_shots: number | null
  charged: number | null
  /** 1 where it was aborted after it had its device. */
  partial_record: number
}

export type NewRun = Omit<
  RunRow,
  | 'sequence'
  | 'status'
  | 'reason_code'
  | 'reason_message'
  | 'started_at'
  | 'finished_at'
  | 'summary'
  | 'executed_shots'
  | 'charged'
  | 'partial_record'
>

/** What a change of status may set beside it. */
export type RunChange = Partial<
  Pick<RunRow, 'reason_code' | 'reason_message' | 'started_at' | 'finished_at' | 'summary' | 'replay'> & {
    /** See `recordColumn`. */
    readonly record: string
  }
>

export interface RunToExecute extends Pick<RunRow, 'run_id' | 'backend_id'> {
  readonly settings: RunSettings
  readonly simulated: boolean
  /** Compute tokens for a shot; null for a run from before they were priced. */
  readonly price_per_shot: number | null
  /** Version of the software. */
  readonly version: string
  readonly plan: Uint8Array
  /** JSON of the record that it repeats; null for a run of its own. */
  readonly original: Json | null
}

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
  /** How long the rounds of the accepted shots took. */
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
  /** Counts that the best qubit is chosen by (`pilot` in records); they are not part of `physical`. */
  readonly selection: readonly QubitCounts[]
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

/** Where the shots of a run come from: an engine that samples them, or a device that measures them. */
export interface ShotSource {
  /** Selection shots, baselines and encoded circuits; `share` of the run's progress is theirs. */
  circuits(): Promise<{ readonly results: RunResults; readonly share: number }>
  /** Baselines at the wall times of the encoded shots, once these are known. */
  readonly baselineAfter: BaselineAfter
  /** All shots executed, and what only a device knows of them; called last. */
  end(): Promise<{ readonly shots_executed: number; readonly measured?: Measured }>
}

/** Failures of each of these qubits after they waited so long, and of how many shots. */
export type BaselineAfter = (
  circuit: { readonly state: CardinalState; readonly rounds: number; readonly duration_ns: number },
  qubits: readonly number[],
  /** `done` of `count` such measurements lie before this one. */
  shots: { readonly group: number; readonly shots: number; readonly done: number; readonly count: number },
) => Promise<readonly { readonly shots: number; readonly failures: number }[]>

/** Services that an executing run calls. */
export interface RunHost extends Partial<DeviceHost> {
  /** Stores a bit file and returns its SHA-256; settles when it is safe on disk. */
  readonly writeBits: (bytes: Uint8Array) => Promise<string>
  readonly progress: ReportProgress
  /** Called with the shots executed so far, after every circuit. */
  readonly reportExecuted: (shots: number) => unknown
  /** Milliseconds since 1970. */
  readonly now: () => number | Promise<number>
}

/** Services that a run on a device calls in addition. */
export interface DeviceHost {
  /** Takes the device and gives its name and decay model for the record; resolves once it is this run's. */
  readonly lease: () => Promise<Pick<RunResults, 'engine' | 'decay'>>
  /** Measures instead of sampling: every batch is a file that a row names before the next one starts. */
  readonly measure: (circuit: CompiledCircuit, shots: number) => Promise<MeasuredProgram>
  /** Provenance: programs executed, and the settings before and after. */
  readonly provenance: () => Promise<Provenance>
}

/** Engines that a run has on its thread, and how it is ended there. */
export interface RunContext extends Cancellation {
  readonly engines: RunEngines
}

/** A run of which a thread executes the shots. */
export interface ExecutingRun extends PlannedRun, RunContext {
  readonly host: RunHost
}

/** Meaning of requests before these choices existed; runs stored then lack the fields, or have a `dd: true` without meaning. */
const BEFORE_CHOICES = { preparation: 'projective', readout: 'checked', engine: 'frames' } as const

export function settingsOf({ request }: RunRow): Run['request'] {
  const stored = JSON.parse(request)
  return { ...BEFORE_CHOICES, ...stored, dd: stored.dd === true ? false : (stored.dd ?? false) }
}
