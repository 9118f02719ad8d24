/** One job from its turn in the queue to its end. */
import { jobStates, type StatusReason } from '../../contract/jobs/status'
import { AppError } from '../../contract/model/errors'
import { DeviceFailure } from '../../device/failures'
import { NotMeasured } from '../model/execution'
import type { JobRow } from '../model/job'
import type { Backpressure } from '../queue/backend-queues'
import type { WaitEstimates } from '../queue/wait-estimate'
import type { MeasuredJobBatchTable } from '../storage/measured-batches'
import type { ResultRow } from '../storage/result-table'
import { IllConditionedReadout } from './estimates/readout-confusion'
import { type CircuitExecutionOptions, executeCircuits } from './execute-circuits'

interface JobExecutionOptions extends CircuitExecutionOptions {
  readonly measured: CircuitExecutionOptions['measured'] & Pick<MeasuredJobBatchTable, 'calibrationOf'>
  readonly backpressure: Pick<Backpressure, 'ready'>
  readonly waits: Pick<WaitEstimates, 'completed'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Aborted once the service stops: what is running stays PROCESSING for the next start. */
  readonly stopped: AbortSignal
}

export interface JobExecution {
  /** Resolves once the job has ended, or the service stops. The controller aborts it. */
  execute(id: string, controller: AbortController): Promise<void>
  /** Completes a job whose result was stored before the service went down. */
  complete(row: JobRow, result: ResultRow): Promise<JobRow | null>
  /** Ends a job; ABORTED becomes COMPLETED where a device has measured every shot and all are stored. */
  end(row: JobRow, to: 'FAILED' | 'ABORTED', reason: StatusReason): Promise<JobRow | null>
}

export function createJobExecution(options: JobExecutionOptions): JobExecution {
  const { table, transitions, tracker, space, stopped, backpressure, waits } = options

  async function execute(id: string, controller: AbortController): Promise<void> {
    await backpressure.ready()
    const row = table.find(id)
    if (!row || !jobStates.mayMove(row.status, 'PROCESSING')) return
    tracker.begin(id)
    const ended = await executeAndStore(row, controller).finally(() => tracker.end(id))
    if (ended?.status === 'COMPLETED') waits.completed(ended.backend, ended.completed_at! - ended.started_at!)
  }

  /** The ended job; null when something else ended it, or the service stops. */
  async function executeAndStore(row: JobRow, controller: AbortController): Promise<JobRow | null> {
    const { signal } = controller
    const start = startOf(row, controller, options)
    try {
      const result = await executeCircuits(row, { ...options, signal, begin: start.begin, endLimit: start.endLimit })
      return await store(row, result, { ...options, signal, onDisk: start.onDisk })
    } catch (error) {
      if (signal.reason instanceof TimeLimitExceeded) return end(row, 'ABORTED', signal.reason.why)
      const ending = endAfter(error, row, options)
      return ending && (await end(row, ending.to, ending.reason))
    }
  }

  const complete = (row: JobRow, result: ResultRow) =>
    space.retryWhenFree(() => moveToCompleted(row, result, options), stopped)

  async function end(row: JobRow, to: 'FAILED' | 'ABORTED', { code, message }: StatusReason): Promise<JobRow | null> {
    const measured = to === 'ABORTED' ? await resultOfStoredShots(row, options) : null
    if (measured) return complete(row, measured)
    const why = { reason_code: code, reason_message: message }
    return space.retryWhenFree(() => transitions.move(row.job_uuid, to, { change: why }), stopped)
  }

  return { execute, complete, end }
}

/** How a job begins, and how long it may take. */
interface JobStart {
  /** See `executeCircuits`. */
  begin(): Promise<void>
  /** Resolves once the move to PROCESSING, which is asked for with `begin`, is on the disk. */
  onDisk(): Promise<unknown>
  /** No time limit any more. */
  endLimit(): void
}

/**
 * A device must not start before the disk says PROCESSING, or a restart could not know of it. A simulation runs again from its seed
 * after a restart and need not wait: one that ends at once is written together with its end.
 */
function startOf(
  row: JobRow,
  controller: AbortController,
  { transitions, space, backends, now }: JobExecutionOptions,
): JobStart {
  const { job_uuid, mode } = row
  const { signal } = controller
  const { max_runtime_s: max_s } = backends.get(row.backend).limits
  let writing: Promise<JobRow | null> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function write(): Promise<JobRow | null> {
    const started = { started_at: now() }
    const move = () =>
      mode === 'live'
        ? transitions.move(job_uuid, 'PROCESSING', { change: started })
        : transitions.moveDeferred(job_uuid, 'PROCESSING', started)
    const written = space.retryWhenFree(move, signal)
    // Prevents an unhandled rejection where neither `begin` nor `onDisk` waits for the write.
    written.catch(() => undefined)
    return written
  }

  return {
    async begin() {
      signal.throwIfAborted()
      if (!writing && max_s !== undefined)
        timer = setTimeout(() => controller.abort(new TimeLimitExceeded(max_s)), max_s * 1000)
      writing ??= write()
      if (mode === 'live' && !(await writing)) throw new DOMException('The job has ended', 'AbortError')
    },
    onDisk: async () => writing,
    endLimit: () => clearTimeout(timer),
  }
}

class TimeLimitExceeded extends Error {
  readonly why: StatusReason
  constructor(max_s: number) {
    super(`It executed for longer than the ${max_s} s that the backend allows`)
    this.why = { code: 'max_runtime', message: this.message }
  }
}

/** Measurements of a device are stored before anything else can fail; a simulation can run again and saves that write. */
async function store(
  row: JobRow,
  result: ResultRow,
  options: JobExecutionOptions & Pick<JobStart, 'onDisk'> & { readonly signal: AbortSignal },
): Promise<JobRow | null> {
  const { table, results, transitions, space, now, signal, onDisk } = options
  const { mode, sequence, job_uuid } = row
  if (mode === 'live')
    await space.retryWhenFree(() => transitions.write(() => results.insert(sequence, result, now())), signal)
  return space.retryWhenFree(async () => {
    const ending = moveToCompleted(row, result, options)
    ending.catch(() => undefined)
    await onDisk()
    // With a full disk the move to PROCESSING may have come after the move to COMPLETED, which was then refused: try it again.
    const isOpen = () => table.find(job_uuid)?.status === 'PROCESSING'
    return (await ending) ?? (isOpen() ? moveToCompleted(row, result, options) : null)
  }, signal)
}

const moveToCompleted = (
  row: JobRow,
  result: ResultRow,
  { transitions, results, now }: JobExecutionOptions,
): Promise<JobRow | null> =>
  transitions.move(row.job_uuid, 'COMPLETED', {
    change: { charged: row.price * (result.shots + result.overhead_shots) },
    also: () => results.insert(row.sequence, result, now()),
  })

/** For a job that is PROCESSING already. */
const BEGUN = { begin: async () => undefined, endLimit: () => undefined }

/** The result of a device's job whose shots are all stored; null where one is missing. */
async function resultOfStoredShots(row: JobRow, options: JobExecutionOptions): Promise<ResultRow | null> {
  if (row.mode === 'mock') return null
  const { results, measured, stopped, log } = options
  try {
    const stored = results.find(row.sequence)
    if (stored) return stored
    const measured_by = measured.calibrationOf(row.sequence)
    return measured_by === null
      ? null
      : await executeCircuits(row, { ...options, signal: stopped, ...BEGUN, measured_by })
  } catch (error) {
    if (!(error instanceof NotMeasured))
      log.warn({ err: error, job_uuid: row.job_uuid }, 'the stored shots make no result')
    return null
  }
}

/** How a job ends after an error; null where it has ended already or the service stops. */
function endAfter(
  error: unknown,
  { job_uuid }: JobRow,
  { table, stopped, log }: JobExecutionOptions,
): { readonly to: 'FAILED' | 'ABORTED'; readonly reason: StatusReason } | null {
  const status = table.find(job_uuid)?.status
  if (stopped.aborted || status === undefined || jobStates.isTerminal(status)) return null
  if (error instanceof DeviceFailure) {
    const { code, message, outcome } = error
    log.warn({ job_uuid, code, status: outcome }, `a job ended early: ${message}`)
    return { to: outcome, reason: { code, message } }
  }
  if (!(error instanceof AppError)) log.error({ err: error, job_uuid }, 'a job failed')
  return { to: 'FAILED', reason: reasonFor(error) }
}

function reasonFor(error: unknown): StatusReason {
  if (error instanceof IllConditionedReadout) return { code: 'readout_ill_conditioned', message: error.message }
  if (error instanceof AppError) return { code: 'engine_error', message: error.message }
  return { code: 'engine_error', message: 'The engine could not run the circuit; the log holds the cause' }
}
