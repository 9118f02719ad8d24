/** What an execution takes, a circuit and how it is executed, and the executors that take it. */
import type { Backends } from '../../backends/backends'
import type { Pauli } from '../../circuits/observables/pauli'
import type { ParameterTable } from '../../circuits/parameters/bind'
import type { Backend } from '../../contract/backends/catalogue'
import type { Circuit } from '../../contract/jobs/circuit'
import type { JobOptions, NoiseKind, Precision } from '../../contract/jobs/submit'
import type { Fault } from '../../contract/model/errors'
import type { QueuedWork } from '../../device/arbiter'
import { type CircuitFacts, factsOf } from '../../simulation/circuit-facts'
import type { PackedShots } from '../../simulation/model/stabilizer'
import { type Json, parsed } from '../../worker/json'
import type { EstimateRequest } from './estimate-request'
import type { ExecutionOrigin, ExecutionResult } from './execution-result'
import type { BatchStorage, MeasuredPart } from './measured-batch'
import type { RowOutcome } from './sweep'

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

/** A circuit, and what is known of its execution when it is submitted. */
export interface CircuitRequest {
  /** A large circuit is read here when it is first asked for, which holds the event loop: take `facts` or `json` instead. */
  readonly circuit: Circuit
  /** Facts of the circuit; left out: to be determined. */
  readonly facts?: CircuitFacts | undefined
  /** The circuit as it is stored; left out: to be made. */
  readonly json?: Json | undefined
  readonly backend: Backend
  readonly shots: number
  /** On a device, of a circuit beside the job's own: device qubit of each qubit; left out: as the options say. */
  readonly layout?: readonly number[] | undefined
  readonly options: ExecutionOptions
  /** The key that the work is done for; null for the account holder. */
  readonly owner?: string | null | undefined
  readonly signal?: AbortSignal | undefined
}

/** Everything that an execution takes: the circuit, how it is executed, for whom, and what is called meanwhile. */
export interface ExecutionRequest extends CircuitRequest {
  /** The job, under whose name a device is leased; engines need none. */
  readonly work?: { readonly id: string; readonly label: string } | undefined
  /** Unsigned 64-bit. */
  readonly seed: bigint
  readonly signal: AbortSignal
  /** Called with a fraction 0..1. */
  readonly onProgress: (fraction: number) => void
  /** Called where the execution has to wait for memory that others hold. */
  readonly onWait?: (() => void) | undefined
  /** Called with the position in the queue of the device: 1 is next, 0 holds the device. */
  readonly onPosition?: ((position: number) => void) | undefined
  /**
   * Called once everything is ready, and waited for: the job is PROCESSING from then on. May be called again, which does
   * nothing; rejects where the job has ended meanwhile. One that is not called at all counts as started at its end.
   */
  readonly onStart?: (() => Promise<void>) | undefined
  /** Opens the storage of a device's batches, once for each execution; left out: in memory. */
  readonly batchStorage?: ((of?: MeasuredPart) => BatchStorage) | undefined
}

type CircuitFields = 'circuit' | 'facts' | 'json'

/** An execution without its circuit. */
export type ExecutionContext = Omit<ExecutionRequest, CircuitFields>

/** `seed` is that of the job; each row derives its own. */
export interface SweepRequest extends ExecutionContext {
  /** The circuit with expressions. */
  readonly json: Json
  readonly table: ParameterTable
  readonly num_clbits: number
  /** Rows of circuits with loops are executed one by one. */
  readonly has_loops: boolean
  /** Called with the next rows, in their order; awaited. */
  readonly onRows: (rows: readonly RowOutcome[]) => Promise<void>
}

/** A circuit with expressions for a whole table of parameters. */
export interface SweptCircuit extends Pick<SweepRequest, 'json' | 'table' | 'signal' | 'owner'> {
  /** How many such circuits are held in memory together; left out: this one. */
  readonly sharers?: number | undefined
}

/** What holds for all rows. */
export type SweepHeader = Pick<
  ExecutionResult,
  'noise' | 'calibration_id' | 'transpiled' | 'machine' | 'unfinished_shots'
>

/** Executes one row of a sweep's circuit. */
export type RowExecution = (row: number, own: ExecutionContext) => Promise<ExecutionResult>

/**
 * Executes circuits: by an engine of `main/simulation`, or on the sequencer of a backend. By simulation, the same build, circuit, options, shots and seed give
 * the same outcome. An aborted call rejects with the signal's reason within 200 ms. Counts come from sampling. An AppError or
 * DeviceFailure that it throws is shown to the user, anything else is a bug.
 */
export interface Executor {
  /** Everything that makes the request impossible, found without executing; pointers are below the circuit's own, `at`. */
  validate(request: CircuitRequest, at: string): Fault[] | Promise<Fault[]>
  execute(request: ExecutionRequest): Promise<ExecutionResult>
  /** All rows of a sweep, each as `execute` would with its circuit and seed. Left out: row by row. */
  executeSweep?(request: SweepRequest): Promise<SweepHeader>
  /** Expectation values without sampling; left out where it has none. */
  readonly exact?: ExactExecutor | undefined
  /** Readout errors published by a calibration, the current one unless given; left out without noise. */
  readout?(backend_id: string, calibration_id?: string | null): PublishedReadout
  /**
   * Upper estimate of its seconds by shots, qubits and gates; null where there is none for this request. Left out where
   * there never is one.
   */
  runtime?(request: CircuitRequest): Promise<number | null>
  /**
   * The single shots of an execution that only counted, in the order in which they came: run again from the seed. `request`
   * has the circuit that ran. null where the engine never holds single shots, or is not the one that ran.
   */
  rerunShots?(request: ExecutionRequest, executed: ExecutionOrigin): Promise<PackedShots | null>
  /** Left out by simulations. */
  readonly device?: DeviceExecution | undefined
}

/** An executor with a device. */
export interface DeviceExecutor extends Executor {
  readonly device: DeviceExecution
}

/** What only an executor with a device does. */
export interface DeviceExecution {
  /** As `Executor.validate`, with how long the circuit occupies the device. */
  check(request: CircuitRequest, at: string): Promise<CheckedCircuit>
  /**
   * As `check`, for all circuits of a job's estimates: those of the groups of observables, which faults name, and those
   * that measure the readout. `device_time_s` is for all of them together, null with faults. A simulation needs only its
   * circuit with the most gates checked.
   */
  checkEstimate(request: CircuitRequest, estimate: EstimateRequest, at: string): Promise<CheckedCircuit>
  /** Executes the circuits of one job under one lease of the device, which is given back by `release`. */
  holding(): HeldExecutor
  /**
   * As `holding`, but with results from batches that an earlier process stored (`batchStorage`), without the device. Throws
   * `NotMeasured` where a shot is missing.
   */
  fromStored(): HeldExecutor
  /** A job has arrived that will be executed: see `Device`. Returns a callback for when it is over. */
  announce(backend_id: string): () => void
  /** Position of a job in its backend's queue among everything that waits for the device: see `Device`. */
  positionOf(backend_id: string, waiting: QueuedWork): number | null
  /** Called for a job that a device was executing when the previous process ended: see `Device`. */
  abandoned(backend_id: string, work: string): () => void
}

/** Thrown where the batches that an earlier process stored are incomplete, or belong to another program. */
export class NotMeasured extends Error {
  override readonly name = 'NotMeasured'
}

/** Executes circuits under one lease of a device. */
export interface HeldExecutor extends Pick<Executor, 'execute' | 'executeSweep'> {
  /** Rows of a circuit that is made ready once for all of them. They are asked for in their order, each any number of times. */
  rowsOf(circuit: SweptCircuit): RowExecution
  release(): void
}

/** What an executor says of a circuit, or of all circuits of a job's estimates, before it executes them. */
export interface CheckedCircuit {
  readonly faults: readonly Fault[]
  /** Most seconds of a device, with uploads and fetches; null where it needs none, or with faults. */
  readonly device_time_s: number | null
  /** Shots that occupy it no longer than the backend's `max_runtime_s`: all of them, or fewer; left out where that is not known. */
  readonly most_shots?: number
}

/** As the device of an executor checks the circuit, else as an engine validates it. */
export const checkedCircuit = async (
  executor: Executor,
  request: CircuitRequest,
  at: string,
): Promise<CheckedCircuit> =>
  executor.device?.check(request, at) ?? { faults: await executor.validate(request, at), device_time_s: null }

/** Values of Paulis in the state that a circuit leaves, calculated. */
export interface ExactExecutor {
  /** Everything that makes that impossible; pointers are below the circuit's own, `at`. */
  faults(request: CircuitRequest, at: string): Fault[] | Promise<Fault[]>
  /** In the order of the Paulis, with what calculated them. */
  values(request: ExecutionRequest, paulis: readonly Pauli[]): Promise<CalculatedValues>
}

interface CalculatedValues extends ExecutionOrigin {
  readonly values: Float64Array
  /** For a circuit with loops: probability that a loop is left at its bound. The values are of the states in which none is. */
  readonly unfinished?: number
}

/** Chance that the readout of a device's qubit is wrong, the same for 0 and 1; null where nothing is published. */
export type PublishedReadout = (qubit: number) => number | null

/** Returns the executor of a backend's jobs. Throws `backend_offline`, naming why. */
export type Executors = (backend: Backend) => Executor

/** The device behind a backend, with its calibrations. Throws AppError not_found for an unknown one. */
export type DeviceOf = Backends['device']

/** Facts of the circuit, which is read only where the request has none. */
export const circuitFactsOf = (request: CircuitRequest): CircuitFacts => request.facts ?? factsOf(request.circuit)

export const jsonOf = (request: CircuitRequest): Json => request.json ?? JSON.stringify(request.circuit)

/** Callbacks and signal of an execution. */
export const callbacksOf = ({ signal, onProgress, onWait, onStart }: ExecutionRequest) => ({
  signal,
  onProgress,
  onWait,
  onStart,
})

/** The request for a circuit in JSON, which is parsed when `circuit` is first read. */
export function requestFor<Rest extends Omit<CircuitRequest, CircuitFields>>(
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

/**
 * Work of unrolling and encoding a circuit, in bytes of JSON that take as long to read: more than its JSON has where loops
 * expand it.
 */
export function encodingWork(request: CircuitRequest): number {
  const { length } = jsonOf(request)
  if (length > MAX_READ_FOR_FACTS) return length
  const { has_loops, instructions } = circuitFactsOf(request)
  return has_loops ? Math.max(length, instructions * BYTES_PER_INSTRUCTION) : length
}
const MAX_READ_FOR_FACTS = 65_536
const BYTES_PER_INSTRUCTION = 64
