import type { Backend } from '../../contract/backends/catalogue'
import { jobStates, type StatusReason } from '../../contract/jobs/status'
import { AppError } from '../../contract/model/errors'
import type { Logger } from '../../log/log'
import type { Space } from '../../store/disk-space'
import { DeviceLost, type ExecutionResult, type Executors, requestFor } from '../model/executor'
import type { JobRow } from '../model/job-row'
import type { JsonBlobs } from '../model/json-blobs'
import type { JobTable } from '../storage/job-table'
import type { ResultRow, ResultTable } from '../storage/result-table'
import { createStart, type ProcessingStart } from './start'
import type { Transitions } from './transitions'

interface JobRunnerOptions {
  readonly table: JobTable
  readonly results: ResultTable
  readonly circuits: JsonBlobs
  readonly transitions: Transitions
  /** A full disk holds a job up; it does not end it. */
  readonly space: Pick<Space, 'retryWhenFree'>
  readonly backends: { get(backend_id: string): Backend }
  readonly executors: Executors
  readonly log: Logger
  readonly now: () => number
  /** Told when it waits for memory. */
  readonly onWaiting: (row: JobRow) => void
  /** Told of progress 0..1. */
  readonly progress: (row: JobRow, fraction: number) => void
  /** Aborted once the service stops: what is in hand stays PROCESSING for the next start. */
  readonly stopped: AbortSignal
}

/** Executes one job to its end. */
export interface JobRunner {
  /** Answers the job as it ended; null when it was somebody else who ended it, or the service stops. */
  run(id: string, controller: AbortController): Promise<JobRow | null>
  /** Completes a job whose results were stored before the service went down. */
  finish(row: JobRow, result: ResultRow): Promise<JobRow | null>
  end(row: JobRow, to: 'FAILED' | 'ABORTED', reason: StatusReason): Promise<JobRow | null>
}

export function createJobRunner(parts: JobRunnerOptions): JobRunner {
  const { table, results, transitions, space, stopped, log, now } = parts

  async function run(id: string, controller: AbortController): Promise<JobRow | null> {
    const { signal } = controller
    const row = table.find(id)
    if (!row || !jobStates.mayMove(row.status, 'PROCESSING')) return null
    const backend = parts.backends.get(row.backend)
    const { max_runtime_s: max_s } = backend.limits
    const overdue = (limit_s: number) => controller.abort(new TimeLimitExceeded(limit_s))
    const start = createStart({ row, transitions, space, now, signal, max_s, overdue })
    try {
      const outcome = await execute(row, backend, start, signal).finally(start.end)
      return await complete(row, start, await results.prepare(outcome, row.num_clbits, signal), signal)
    } catch (error) {
      const { reason } = signal
      if (reason instanceof TimeLimitExceeded) return end(row, 'ABORTED', reason.why)
      return fail(row, error)
    }
  }

  async function execute(
    row: JobRow,
    backend: Backend,
    start: ProcessingStart,
    signal: AbortSignal,
  ): Promise<ExecutionResult> {
    const json = await parts.circuits.read(table.circuit(row))
    signal.throwIfAborted()
    const request = requestFor(json, {
      backend,
      shots: row.shots,
      seed: BigInt(row.seed),
      options: { noise: row.noise, precision: row.precision },
      owner: row.owner,
      signal,
      onProgress: (fraction: number) => parts.progress(row, fraction),
      onWait: () => waits(row, signal),
      onStart: start.begin,
    })
    const outcome = await parts.executors(backend).execute(request)
    await start.begin()
    return outcome
  }

  /** Behind others that hold the memory it needs. */
  function waits(row: JobRow, signal: AbortSignal): void {
    parts.onWaiting(row)
    if (row.status !== 'PENDING') return
    const moving = space.retryWhenFree(() => transitions.moveDeferred(row.job_uuid, 'WAITING', {}), signal)
    moving.catch(error => signal.aborted || log.error({ err: error }, 'a waiting job could not be told so'))
  }

  /** What a device measured is stored before anything else can fail; a simulation can run again and saves that write. */
  async function complete(
    row: JobRow,
    start: ProcessingStart,
    result: ResultRow,
    signal: AbortSignal,
  ): Promise<JobRow | null> {
    const { mode, sequence, job_uuid } = row
    if (mode === 'live')
      await space.retryWhenFree(() => transitions.write(() => results.insert(sequence, result, now())), signal)
    return space.retryWhenFree(async () => {
      const ending = move(row, result)
      ending.catch(() => undefined)
      await start.onDisk()
      // A full disk may have put the start off behind the end, which was not legal then.
      return (await ending) ?? (table.find(job_uuid)?.status === 'PROCESSING' ? move(row, result) : null)
    }, signal)
  }

  const move = (row: JobRow, result: ResultRow): Promise<JobRow | null> =>
    transitions.move(row.job_uuid, 'COMPLETED', { charged: row.price * result.shots }, () =>
      results.insert(row.sequence, result, now()),
    )

  const end = (row: JobRow, to: 'FAILED' | 'ABORTED', { code, message }: StatusReason): Promise<JobRow | null> =>
    space.retryWhenFree(
      () => transitions.move(row.job_uuid, to, { reason_code: code, reason_message: message }),
      stopped,
    )

  async function fail(row: JobRow, error: unknown): Promise<JobRow | null> {
    const status = table.find(row.job_uuid)?.status
    if (stopped.aborted || status === undefined || jobStates.isTerminal(status)) return null
    if (!(error instanceof AppError)) log.error({ err: error, job_uuid: row.job_uuid }, 'a job failed')
    return end(row, 'FAILED', reasonFor(error))
  }

  return {
    run,
    finish: (row, result) => space.retryWhenFree(() => move(row, result), stopped),
    end,
  }
}

class TimeLimitExceeded extends Error {
  readonly why: StatusReason
  constructor(max_s: number) {
    super(`It executed for longer than the ${max_s} s that the backend allows`)
    this.why = { code: 'max_runtime', message: this.message }
  }
}

function reasonFor(error: unknown): StatusReason {
  if (error instanceof DeviceLost) return { code: 'instrument_lost', message: error.message }
  if (error instanceof AppError) return { code: 'engine_error', message: error.message }
  return { code: 'engine_error', message: 'The engine could not run the circuit; the log holds the cause' }
}
