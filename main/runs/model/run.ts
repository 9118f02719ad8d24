/** A run at each stage from its plan to its record: what is stored of it, and what passes between the service and a thread. */
import type { CardinalState } from '../../contract/model/protocols'
import type { RunStatus } from '../../contract/runs/run'
import type { Provenance } from '../../device/provenance'
import type { ReadyModule } from '../../modules/model/module'
import type { DecayModel } from '../../qec/noise/transform'
import type { SequencerProfile } from '../../sequencer/profile/profile'
import type { Json } from '../../worker/json'
import type { Measured, RunDevice } from './measured'
import type { ReportProgress } from './partial-counts'
import type { CheckedRequest, RunSettings } from './plan'
import type { RunResults } from './results'
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
  readonly request: CheckedRequest
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

/** What planning finds for the row: `request` with its readout chosen. */
export interface PlannedRun extends Pick<NewRun, 'request' | 'warnings'> {
  /** As `decodePlan` reads it; the row names the file that holds it. */
  readonly plan: Uint8Array
  readonly planned_shots: number
}

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

/** What executing adds to the row, as JSON texts. */
export interface ExecutedRun {
  /** See `recordColumn`. */
  readonly record: string
  readonly summary: string
  readonly replay: string | null
}

/** Where the shots of a run come from: an engine that samples them, or a device that measures them. */
export interface ShotSource {
  /** Pilot shots, baselines and encoded circuits; `share` of the run's progress is theirs. */
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
  readonly executed: (shots: number) => unknown
  /** Milliseconds since 1970. */
  readonly now: () => number | Promise<number>
}

/** Services that a run on a device calls in addition. */
export interface DeviceHost extends RunDevice {
  /** Takes the device; resolves once it is this run's. */
  readonly lease: () => Promise<LeasedDevice>
  /** Provenance: programs executed, and the settings before and after. */
  readonly provenance: () => Promise<Provenance>
}

/** The leased device as the record names it. */
interface LeasedDevice {
  readonly engine: string
  /** Decay model of a twin; null for a real chip. */
  readonly decay: DecayModel | null
}

/** Engines and callbacks that a run has on its thread. */
export interface RunContext extends Cancellation {
  readonly engines: RunEngines
}

/** Meaning of requests before these choices existed; runs stored then lack the fields, or have a `dd: true` without meaning. */
const BEFORE_CHOICES = { preparation: 'projective', readout: 'checked', engine: 'frames' } as const

export function settingsOf({ request }: RunRow): RunSettings {
  const stored = JSON.parse(request)
  return { ...BEFORE_CHOICES, ...stored, dd: stored.dd === true ? false : (stored.dd ?? false) }
}
