import type { Backends } from '../../backends/backends'
import type { LoopBits } from '../../circuits/model/unroll'
import type { Pauli } from '../../circuits/observables/pauli'
import type { Backend } from '../../contract/backends/catalogue'
import type { Circuit } from '../../contract/jobs/circuit'
import type { TranspiledCircuit } from '../../contract/jobs/circuit-job'
import type { AppliedMitigation, Expectations, MitigatedCounts } from '../../contract/jobs/observables'
import type { JobOptions, NoiseKind, Precision } from '../../contract/jobs/submit'
import type { Fault } from '../../contract/model/errors'
import type { UsedSequencer } from '../../contract/runs/machine'
import type { QueuedWork } from '../../device/arbiter'
import { type CircuitFacts, factsOf } from '../../simulation/circuit-facts'
import { finishedCounts, ofLoops, type SlotCounts, unfinishedShots } from '../../simulation/model/counts'
import type { Simulator } from '../../simulation/model/simulator'
import type { PackedShots } from '../../simulation/model/stabilizer'
import { type Json, parsed } from '../../worker/json'
import type { EstimateRequest } from './estimate-request'
import type { KeptBatches, MeasuredPart } from './measured-batch'
import type { SweepHeader, SweepRequest, SweptCircuit } from './sweep'

/** Plane b holds bit b of every shot, shot i at byte i >> 3, bit i & 7; plane b starts at b × stride. */
export type SampledPlanes = Awaited<ReturnType<Simulator['sampleFrames']>>

/** Where a device is to execute a circuit, see `JobOptions`. */
export type DevicePlacement = Pick<JobOptions, 'initial_layout' | 'routing'>

export interface ExecutionOptions {
  readonly noise: NoiseKind
  readonly precision: Precision
  /** For a device; left out: chosen by the calibration. */
  readonly placement?: DevicePlacement | undefined
  /** For a device: the calibration that circuits are transpiled by; left out: the current one. */
  readonly calibration_id?: string | undefined
}

/** Facts known when a circuit is submitted. */
export interface CircuitRequest {
  readonly backend: Backend
  /** A large circuit is read here when it is first asked for, which holds the event loop: take `facts` or `json` instead. */
  readonly circuit: Circuit
  /** Facts of the circuit; left out: to be determined. */
  readonly facts?: CircuitFacts | undefined
  /** The circuit as it is stored; left out: to be made. */
  readonly json?: Json | undefined
  readonly shots: number
  /** On a device, of a circuit beside the job's own: device qubit of each qubit; left out: as the options say. */
  readonly layout?: readonly number[] | undefined
  readonly options: ExecutionOptions
  /** For whom it is worked on, and until when. */
  readonly owner?: string | null | undefined
  readonly signal?: AbortSignal | undefined
}

export interface ExecutionRequest extends CircuitRequest {
  /** The job, under whose name a device is leased; engines need none. */
  readonly work?: { readonly id: string; readonly label: string } | undefined
  /** Unsigned 64-bit. */
  readonly seed: bigint
  readonly signal: AbortSignal
  /** A fraction 0..1, at most some ten times a second. */
  readonly onProgress: (fraction: number) => void
  /** Called where the execution has to wait for memory that others hold. */
  readonly onWait?: (() => void) | undefined
  /** Called with the position in the queue of the device: 1 is next, 0 holds it. */
  readonly onPosition?: ((position: number) => void) | undefined
  /**
   * Called once everything is ready, and waited for: the job is PROCESSING from then on. May be called again, which does
   * nothing; rejects where the job has ended meanwhile. One that is not called at all counts as started at its end.
   */
  readonly onStart?: (() => Promise<void>) | undefined
  /** Where a device's batches are kept as they come; left out: in memory. Each execution begins one. */
  readonly keepBatches?: ((of?: MeasuredPart) => KeptBatches) | undefined
}

/** Options of an execution besides its circuit. */
export type RowRequest = Omit<ExecutionRequest, 'circuit' | 'json' | 'facts'>

/** Executes a row of a circuit for a whole table. */
export type RowExecution = (row: number, own: RowRequest) => Promise<ExecutionResult>

/** Looks at the circuit only where nothing is known of it. */
export const circuitFactsOf = (request: CircuitRequest): CircuitFacts => request.facts ?? factsOf(request.circuit)

export const jsonOf = (request: CircuitRequest): Json => request.json ?? JSON.stringify(request.circuit)

/** Callbacks and signal of an execution. */
export const callbacksOf = ({ signal, onProgress, onWait, onStart }: ExecutionRequest) => ({
  signal,
  onProgress,
  onWait,
  onStart,
})

/** The request for a circuit of which there is the JSON, which is read when the circuit is first asked for. */
export function requestFor<Rest extends Omit<CircuitRequest, 'circuit' | 'json'>>(
  json: Json,
  rest: Rest,
): Rest & { readonly circuit: Circuit; readonly json: Json } {
  let circuit: Circuit | null = null
  return {
    ...rest,
    json,
    get circuit() {
      circuit ??= parsed<Circuit>(json)
      return circuit
    },
  }
}

interface ResultHeader {
  /** Name and version of what executed it, e.g. `native-statevector/1`. */
  readonly engine: string
  /** Noise that was applied, whatever was requested. */
  readonly noise: NoiseKind
  readonly calibration_id: string | null
  /** Shots that were executed and are charged: all of them, or fewer when a device ended early. */
  readonly shots: number
  /** Or its JSON. */
  readonly transpiled: TranspiledCircuit | Uint8Array | null
  /** For a circuit with loops: shots in which a loop was left at its bound; they are in neither `shots` nor counts. */
  readonly unfinished_shots?: number | undefined
  /** For a device: the instruments that measured, and the shots that were lost. */
  readonly machine?: MeasuredBy | undefined
  /** Estimates besides or instead of counts. */
  readonly estimates?: Estimates | undefined
  /** Executed and charged beside `shots`. */
  readonly overhead_shots?: number | undefined
}

type Estimates = Expectations | { readonly mitigated_counts: MitigatedCounts; readonly mitigation: AppliedMitigation }

export interface MeasuredBy {
  /** Measured, left out and not charged. */
  readonly lost_shots: number
  readonly sequencers: readonly UsedSequencer[]
}
/** Counts by bitstring (left-most character = highest classical bit), for engines that never hold single shots. */
interface CountedResult extends ResultHeader {
  readonly counts: ReadonlyMap<string, number>
}
/** Counts that have not been unpacked yet. */
interface PackedResult extends ResultHeader {
  readonly packed: SlotCounts
}
/** One plane for each classical bit, in the order of the shots as they were executed. */
interface ShotsResult extends ResultHeader {
  readonly planes: SampledPlanes
}
export type ExecutionResult = CountedResult | PackedResult | ShotsResult

/**
 * Executes circuits: an engine, or the sequencer of a backend. For engines, the same build, circuit, options, shots and seed give
 * the same outcome. An aborted call rejects with the signal's reason within 200 ms. Counts come from sampling. An AppError or
 * DeviceFailure that it throws is shown to the user, anything else is a bug.
 */
export interface Executor {
  /** Everything that makes the request impossible, found without executing; pointers are below the circuit's own, `at`. */
  validate(request: CircuitRequest, at: string): Fault[] | Promise<Fault[]>
  /** The same, with how long it keeps a device. Left out by engines. */
  check?(request: CircuitRequest, at: string): Promise<CheckedCircuit>
  /**
   * The same of every circuit of a job that is asked for more than counts: of each group of observables, which its faults name,
   * and of those that measure the readout; with the most seconds of the device for all of them, null where there are faults. Left
   * out by engines, of which the circuit with the most gates asks the most.
   */
  checkEstimate?(request: CircuitRequest, estimate: EstimateRequest, at: string): Promise<CheckedEstimate>
  execute(request: ExecutionRequest): Promise<ExecutionResult>
  /** All rows of a sweep, each as `execute` would with its circuit and seed. Left out: row by row. */
  executeSweep?(request: SweepRequest): Promise<SweepHeader>
  /** Expectation values without sampling; left out where it has none. */
  readonly exact?: ExactEngine | undefined
  /** Readout errors published by a calibration, the current one unless given; left out by engines without noise. */
  readout?(backend_id: string, calibration_id?: string | null): PublishedReadout
  /** Seconds that it takes, at most, by shots, qubits and gates; null where that is not known. Left out where it never is. */
  runtime?(request: CircuitRequest): Promise<number | null>
  /** Executes the circuits of one job under one lease of the device, which is given back by `release`. Left out by engines. */
  holding?(): HeldExecutor
  /**
   * The same results from batches that an earlier process kept (`keepBatches`), without the device. Throws `NotMeasured` where a
   * shot is missing. Left out by engines.
   */
  kept?(): HeldExecutor
  /** A job has arrived that will be executed: see `Device`. Returns what says that it is over. Left out by engines. */
  announce?(backend_id: string): () => void
  /** Where a job that waits in its backend's queue stands among all that wants the device: see `Device`. Left out by engines. */
  positionAtDevice?(backend_id: string, waiting: QueuedWork): number | null
  /** Called for a job that a device was executing when the previous process ended: see `Device`. Left out by engines. */
  abandoned?(backend_id: string, work: string): () => void
  /**
   * The single shots of an execution that only counted, in the order in which they came: run again from the seed. `request`
   * has the circuit that ran. null where the engine never holds single shots, or is not the one that ran.
   */
  rerunShots?(request: ExecutionRequest, executed: ExecutionOrigin): Promise<PackedShots | null>
}

/** Thrown where the batches kept by an earlier process are incomplete, or belong to another program. */
export class NotMeasured extends Error {
  override readonly name = 'NotMeasured'
}

/** Under one lease of a device. */
export interface HeldExecutor extends Pick<Executor, 'execute' | 'executeSweep'> {
  /** Rows of a circuit that is made ready once for all of them. They are asked for in their order, each any number of times. */
  rowsOf(circuit: SweptCircuit): RowExecution
  release(): void
}

interface CheckedEstimate {
  readonly faults: readonly Fault[]
  /** Most seconds, with uploads and fetches; null where there are faults. */
  readonly device_time_s: number | null
}

export interface CheckedCircuit extends CheckedEstimate {
  /** Shots that keep it no longer than the backend's `max_runtime_s`: all of them, or fewer. */
  readonly most_shots: number
}

/** Values of Paulis in the state that a circuit leaves, calculated. */
export interface ExactEngine {
  /** Everything that makes that impossible; pointers are below the circuit's own, `at`. */
  faults(request: CircuitRequest, at: string): Fault[] | Promise<Fault[]>
  /** In the order of the Paulis, with what calculated them. */
  values(request: ExecutionRequest, paulis: readonly Pauli[]): Promise<CalculatedValues>
}

interface CalculatedValues extends Pick<ResultHeader, 'engine' | 'noise' | 'calibration_id'> {
  readonly values: Float64Array
  /** For a circuit with loops: probability that a loop is left at its bound. The values are of the states in which none is. */
  readonly unfinished?: number
}

/** Chance that the readout of a device's qubit is wrong, the same for 0 and 1; null where nothing is published. */
export type PublishedReadout = (qubit: number) => number | null

/** Fields of a result about its origin. */
export type ExecutionOrigin = Pick<ResultHeader, 'engine' | 'noise' | 'calibration_id'>

/** Who executes the jobs of a backend. Throws `backend_offline`, naming why. */
export type Executors = (backend: Backend) => Executor

/** The device behind a backend, with its calibrations. Throws AppError not_found for an unknown one. */
export type DeviceOf = Backends['device']

/** Counts of an unrolled circuit, with the shots whose loops finished. */
export function finishedOf(packed: SlotCounts, shots: number, loops: LoopBits | null) {
  if (loops === null) return { packed, shots }
  const counted = ofLoops(packed, loops)
  const unfinished_shots = unfinishedShots(counted)
  return { packed: counted, shots: shots - unfinished_shots, unfinished_shots }
}

/** The same of counts by bitstring. */
export function finishedMap(counts: ReadonlyMap<string, number>, shots: number, loops: LoopBits | null) {
  if (loops === null) return { counts, shots }
  const finished = finishedCounts(counts, loops)
  return { ...finished, shots: shots - finished.unfinished_shots }
}

/**
 * Bytes whose reading takes as long as unrolling and encoding a circuit does, where its loops expand to more than its JSON
 * shows; else those of the JSON.
 */
export function encodingWork(request: CircuitRequest): number {
  const { length } = jsonOf(request)
  if (length > MAX_READ_FOR_FACTS) return length
  const { has_loops, instructions } = circuitFactsOf(request)
  return has_loops ? Math.max(length, instructions * BYTES_PER_INSTRUCTION) : length
}
const MAX_READ_FOR_FACTS = 65_536
const BYTES_PER_INSTRUCTION = 64
