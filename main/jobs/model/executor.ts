import type { Backends } from '../../backends/backends'
import type { Pauli } from '../../circuits/observables/pauli'
import type { Backend } from '../../contract/backends/catalogue'
import type { Fault } from '../../contract/model/errors'
import type { QueuedWork } from '../../device/arbiter'
import type { PackedShots } from '../../simulation/model/stabilizer'
import type { EstimateRequest } from './estimate-request'
import type { CircuitRequest, ExecutionContext, ExecutionRequest } from './execution-request'
import type { ExecutionOrigin, ExecutionResult } from './execution-result'
import type { SweepHeader, SweepRequest, SweptCircuit } from './sweep'

/** Executes one row of a sweep's circuit. */
export type RowExecution = (row: number, own: ExecutionContext) => Promise<ExecutionResult>

/**
 * Executes circuits: an engine, or the sequencer of a backend. For engines, the same build, circuit, options, shots and seed give
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
  readonly exact?: ExactEngine | undefined
  /** Readout errors published by a calibration, the current one unless given; left out by engines without noise. */
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
  /** Left out by engines. */
  readonly device?: DeviceExecution | undefined
}

/** An executor with a device. */
export interface DeviceExecutor extends Executor {
  readonly device: DeviceExecution
}

/** What only an executor with a device does. */
export interface DeviceExecution {
  /** As `Executor.validate`, with how long the circuit keeps the device. */
  check(request: CircuitRequest, at: string): Promise<CheckedCircuit>
  /**
   * As `check`, for all circuits of a job's estimates: those of the groups of observables, which faults name, and those
   * that measure the readout. `device_time_s` is for all of them together, null with faults. Engines need only their
   * circuit with the most gates checked.
   */
  checkEstimate(request: CircuitRequest, estimate: EstimateRequest, at: string): Promise<CheckedCircuit>
  /** Executes the circuits of one job under one lease of the device, which is given back by `release`. */
  holding(): HeldExecutor
  /**
   * As `holding`, but with results from batches that an earlier process stored (`keepBatches`), without the device. Throws
   * `NotMeasured` where a shot is missing.
   */
  kept(): HeldExecutor
  /** A job has arrived that will be executed: see `Device`. Returns a callback for when it is over. */
  announce(backend_id: string): () => void
  /** Position of a job in its backend's queue among everything that waits for the device: see `Device`. */
  positionOf(backend_id: string, waiting: QueuedWork): number | null
  /** Called for a job that a device was executing when the previous process ended: see `Device`. */
  abandoned(backend_id: string, work: string): () => void
}

/** Thrown where the batches kept by an earlier process are incomplete, or belong to another program. */
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
  /** Most seconds of a device, with uploads and fetches; null where none is kept, or with faults. */
  readonly device_time_s: number | null
  /** Shots that keep it no longer than the backend's `max_runtime_s`: all of them, or fewer; left out where that is not known. */
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
export interface ExactEngine {
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
