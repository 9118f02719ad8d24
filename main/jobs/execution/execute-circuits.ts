/** Executes the circuits of one job: the submitted one, the rows of its sweep, or those of its estimates. */
import type { Backends } from '../../backends/backends'
import type { Logger } from '../../log/log'
import type { Space } from '../../store/disk-space'
import type { Json } from '../../worker/json'
import type { Runner } from '../../worker/runner'
import {
  type ExecutionContext,
  type ExecutionRequest,
  type Executor,
  type Executors,
  type HeldExecutor,
  NotMeasured,
  requestFor,
} from '../model/execution'
import type { JobRow } from '../model/job'
import type { ProgressTracker, WaitReason } from '../queue/job-positions'
import type { JobTable, JsonBlobs } from '../storage/job-table'
import type { MeasuredJobBatchTable } from '../storage/measured-batches'
import type { ResultRow, ResultTable, RowTable } from '../storage/result-table'
import type { JobTasks } from '../tasks/registry'
import { estimator } from './estimates/estimate-job'
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
  readonly measured: Pick<MeasuredJobBatchTable, 'storing' | 'stored'>
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

/** How one job is executed. */
interface CircuitExecution extends CircuitExecutionOptions {
  readonly signal: AbortSignal
  /** Moves the job to PROCESSING, once, from which its time limit counts. Rejects where the job has ended meanwhile. */
  readonly begin: () => Promise<void>
  /** Called once no time limit applies any more. */
  readonly endLimit: () => void
  /** The calibration by which an earlier process measured the job on a device: the result is made from the stored shots. */
  readonly measured_by?: string
}

/** Returns the result as it is to be stored. Throws `NotMeasured` where it is to be made from stored shots and some are missing. */
export async function executeCircuits(row: JobRow, execution: CircuitExecution): Promise<ResultRow> {
  const { signal, begin, endLimit, measured_by, executors, circuits, table, results } = execution
  const request = measured_by === undefined ? requestOf(row, execution) : storedRequest(row, execution, measured_by)
  const executor = executors(request.backend)
  const held = measured_by === undefined ? heldDevice(row, executor) : storedShotsOf(executor)
  try {
    const json = await circuits.read(table.circuit(row))
    signal.throwIfAborted()
    const chosen = executorFor(row, { executor, held }, execution)
    if (row.rows !== null) {
      const swept = await executeRows(row, { executor: chosen, json, request }, execution)
      await begin()
      return swept
    }
    const result = await chosen.execute(requestFor(json, request))
    await begin()
    endLimit()
    return await results.prepare(result, row.num_clbits, signal)
  } finally {
    endLimit()
    held?.release()
  }
}

/** Holds a device for the several circuits of a job. */
const heldDevice = ({ rows, estimates }: JobRow, { device }: Executor): HeldExecutor | undefined =>
  rows === null && estimates === null ? undefined : device?.holding()

function storedShotsOf({ device }: Executor): HeldExecutor {
  if (!device) throw new NotMeasured('the backend has no device that would have measured the job')
  return device.fromStored()
}

interface ExecutorParts {
  readonly executor: Executor
  readonly held: HeldExecutor | undefined
}

/** Executes the circuit as it is, or what is estimated of it. */
function executorFor(
  row: JobRow,
  { executor, held }: ExecutorParts,
  { table, background }: CircuitExecutionOptions,
): Pick<Executor, 'execute' | 'executeSweep'> {
  const whole = held ? { ...executor, ...held } : executor
  if (row.estimates === null) return whole
  const asked = JSON.parse(table.estimateRequest(row)!)
  return estimator(row.estimates, { executor: whole, held, background, rows: row.rows ?? 1, asked })
}

interface SweptJob {
  readonly executor: Pick<Executor, 'execute' | 'executeSweep'>
  readonly json: Json
  readonly request: ExecutionContext
}

async function executeRows(
  row: JobRow,
  { executor, json, request }: SweptJob,
  { circuits, table, rows, results, background }: CircuitExecutionOptions,
): Promise<ResultRow> {
  const parameters = await circuits.read(table.parameters(row)!)
  const { num_clbits } = row
  return executeSweep({ executor, json, parameters, num_clbits, request, rows, results, background })
}

/** Options and callbacks that an executor receives with a job. */
function requestOf(row: JobRow, execution: CircuitExecution): ExecutionContext {
  const { signal, begin, backends, table, tracker } = execution
  return {
    backend: backends.get(row.backend),
    shots: row.shots,
    seed: BigInt(row.seed),
    options: { noise: row.noise, precision: row.precision, placement: table.placement(row) ?? undefined },
    owner: row.owner,
    work: { id: row.job_uuid, label: `job ${row.job_uuid.slice(0, 8)}` },
    signal,
    onProgress: fraction => tracker.advance(row, fraction),
    onWait: () => waitFor(WAITS_FOR_MEMORY, row, execution),
    onPosition: position =>
      position === 0
        ? tracker.waitFor(row, null)
        : waitFor({ position, basis: BEHIND_DEVICE, line: 'device' }, row, execution),
    onStart: begin,
    batchStorage: storageOf(row, execution),
  }
}

/** As `requestOf`, for shots that are stored, which are read whether or not the device is online. */
function storedRequest(row: JobRow, execution: CircuitExecution, calibration_id: string): ExecutionContext {
  const request = requestOf(row, execution)
  return {
    ...request,
    backend: { ...request.backend, online: true },
    options: { ...request.options, calibration_id },
    onProgress: () => undefined,
    batchStorage: execution.measured.stored(row.sequence),
  }
}

/** Stores the batches of every circuit on a device, whose measurements cannot be repeated. */
const storageOf = (
  { sequence, mode }: JobRow,
  { measured }: CircuitExecutionOptions,
): ExecutionRequest['batchStorage'] =>
  mode === 'mock' ? undefined : ({ row = 0, part } = {}) => measured.storing({ sequence, row, part: part ?? null })

function waitFor(why: WaitReason, row: JobRow, { signal, tracker, transitions, space, log }: CircuitExecution): void {
  tracker.waitFor(row, why)
  if (row.status !== 'PENDING') return
  const moving = space.retryWhenFree(() => transitions.moveDeferred(row.job_uuid, 'WAITING', {}), signal)
  moving.catch(error => signal.aborted || log.error({ err: error }, 'WAITING could not be stored for a job'))
}
