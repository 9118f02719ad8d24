/** Has what one job asks for executed: its circuit, the rows of its sweep, or the circuits of its expectation values. */
import type { Backends } from '../../backends/backends'
import type { Logger } from '../../log/log'
import type { Space } from '../../store/disk-space'
import type { Json } from '../../worker/json'
import type { Runner } from '../../worker/runner'
import { type ExecutionRequest, requestFor } from '../model/execution-request'
import { type Executor, type Executors, type HeldExecutor, NotMeasured } from '../model/executor'
import type { JobRow, JsonBlobs } from '../model/job'
import type { ProgressTracker, WaitReason } from '../queue/job-positions'
import type { JobTable } from '../storage/job-table'
import type { MeasuredBatchTable } from '../storage/measured-batches'
import type { ResultRow, ResultTable } from '../storage/result-table'
import type { RowTable } from '../storage/row-table'
import type { JobTasks } from '../tasks/registry'
import { estimator } from './estimates/estimate-job'
import { type ProcessingStart, started } from './processing-start'
import { executeSweep } from './sweeps/sweep'
import type { Transitions } from './transitions'

const WAITS_FOR_MEMORY = {
  position: 1,
  basis: 'next in the queue; waiting for memory for its state vector, which running jobs hold',
}
const BEHIND_DEVICE = 'position at the sequencer, which a run or another job holds; how long those take is not known'

export interface CircuitExecutionOptions {
  readonly table: JobTable
  readonly results: ResultTable
  readonly circuits: JsonBlobs
  readonly rows: RowTable
  readonly measured: Pick<MeasuredBatchTable, 'keeping' | 'kept' | 'calibrationOf'>
  readonly transitions: Transitions
  readonly tracker: ProgressTracker
  /** A full disk holds a job up; it does not end it. */
  readonly space: Pick<Space, 'retryWhenFree'>
  readonly backends: Pick<Backends, 'get'>
  readonly executors: Executors
  /** Where the long work of jobs is done. */
  readonly background: Runner<JobTasks>
  readonly log: Logger
}

/** A job whose turn it is. */
export interface JobTurn {
  readonly row: JobRow
  readonly start: ProcessingStart
  readonly signal: AbortSignal
}

/** Circuits of a job, and the executor that executes them. */
interface JobWork {
  readonly executor: Pick<Executor, 'execute' | 'executeSweep'>
  readonly json: Json
  readonly request: Omit<ExecutionRequest, 'circuit' | 'json' | 'facts' | 'seed'>
}

/** Returns the result as it is to be stored. */
export async function executeCircuits(turn: JobTurn, options: CircuitExecutionOptions): Promise<ResultRow> {
  const { row } = turn
  const backend = options.backends.get(row.backend)
  const executor = options.executors(backend)
  const severalCircuits = row.rows !== null || row.estimates !== null
  const leased = severalCircuits ? executor.holding?.() : undefined
  return executeBy({ executor, leased, request: { ...requestOf(turn, options), backend } }, turn, options)
}

/**
 * The same result of a job on a device whose shots an earlier process has kept, all of them: nothing is measured. Throws
 * `NotMeasured` where some are missing.
 */
export async function keptCircuits(
  row: JobRow,
  signal: AbortSignal,
  options: CircuitExecutionOptions,
): Promise<ResultRow> {
  const calibration_id = options.measured.calibrationOf(row.sequence)
  if (calibration_id === null) throw new NotMeasured('no shot of the job was measured')
  // Kept batches are read whether or not the device is online.
  const backend = { ...options.backends.get(row.backend), online: true }
  const executor = options.executors(backend)
  const turn = { row, start: STARTED, signal }
  const whole = requestOf(turn, options)
  const request = {
    ...whole,
    options: { ...whole.options, calibration_id },
    ...{ backend, onProgress: () => undefined, keepBatches: options.measured.kept(row.sequence) },
  }
  return executeBy({ executor, leased: executor.kept?.(), request }, turn, options)
}

/** Start of a job that is PROCESSING already. */
const STARTED: ProcessingStart = { begin: async () => undefined, onDisk: async () => undefined, end: () => undefined }

interface ExecutedBy extends Pick<JobWork, 'request'> {
  readonly executor: Executor
  /** Holds the device for several circuits, or reads batches that are kept; takes the place of the executor's own calls. */
  readonly leased: HeldExecutor | undefined
}

async function executeBy(
  { executor, leased, request }: ExecutedBy,
  turn: JobTurn,
  options: CircuitExecutionOptions,
): Promise<ResultRow> {
  const { row, signal } = turn
  const json = await options.circuits.read(options.table.circuit(row))
  signal.throwIfAborted()
  const oneLease = leased ? { ...executor, ...leased } : executor
  const chosen = row.estimates === null ? oneLease : estimating(row, { executor: oneLease, held: leased }, options)
  const execute = row.rows === null ? executeCircuit : executeRows
  return execute(turn, { executor: chosen, json, request }, options).finally(() => leased?.release())
}

async function executeCircuit(
  { row, start }: JobTurn,
  { executor, json, request }: JobWork,
  { results }: CircuitExecutionOptions,
): Promise<ResultRow> {
  const single = requestFor(json, { ...request, seed: BigInt(row.seed) })
  const executed = await executor.execute(single).then(started(start)).finally(start.end)
  return results.prepare(executed, row.num_clbits, request.signal)
}

async function executeRows(
  { row, start }: JobTurn,
  { executor, json, request }: JobWork,
  { circuits, table, rows, results, background }: CircuitExecutionOptions,
): Promise<ResultRow> {
  const parameters = await circuits.read(table.parameters(row)!)
  const { seed, num_clbits } = row
  const sweep = executeSweep({
    ...{ executor, json, parameters, seed, num_clbits, request },
    ...{ rows, results, background },
  })
  return sweep.then(started(start)).finally(start.end)
}

const estimating = (
  row: JobRow,
  executing: { readonly executor: Executor; readonly held: HeldExecutor | undefined },
  { table, background }: CircuitExecutionOptions,
): Pick<Executor, 'execute' | 'executeSweep'> =>
  estimator(row.estimates!, {
    ...{ ...executing, background, rows: row.rows ?? 1 },
    asked: JSON.parse(table.estimateRequest(row)!),
  })

/** Options and callbacks that an executor receives with a job. */
const requestOf = ({ row, start, signal }: JobTurn, options: CircuitExecutionOptions) => ({
  shots: row.shots,
  options: { noise: row.noise, precision: row.precision, placement: options.table.placement(row) ?? undefined },
  owner: row.owner,
  work: { id: row.job_uuid, label: `job ${row.job_uuid.slice(0, 8)}` },
  signal,
  onProgress: (fraction: number) => options.tracker.advance(row, fraction),
  onWait: () => waitFor(WAITS_FOR_MEMORY, { row, signal }, options),
  onPosition: (position: number) =>
    position === 0
      ? options.tracker.waitFor(row, null)
      : waitFor({ position, basis: BEHIND_DEVICE, line: 'device' }, { row, signal }, options),
  onStart: start.begin,
  keepBatches: keeping(row, options),
})

/** Measurements of a device cannot be repeated: every circuit's batches are kept. */
const keeping = ({ sequence, mode }: JobRow, { measured }: CircuitExecutionOptions): ExecutionRequest['keepBatches'] =>
  mode === 'mock' ? undefined : ({ row = 0, part } = {}) => measured.keeping({ sequence, row, part: part ?? null })

function waitFor(
  why: WaitReason,
  { row, signal }: Omit<JobTurn, 'start'>,
  { tracker, transitions, space, log }: CircuitExecutionOptions,
): void {
  tracker.waitFor(row, why)
  if (row.status !== 'PENDING') return
  const moving = space.retryWhenFree(() => transitions.moveDeferred(row.job_uuid, 'WAITING', {}), signal)
  moving.catch(error => signal.aborted || log.error({ err: error }, 'WAITING could not be stored for a job'))
}
