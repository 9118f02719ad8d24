import type { Backend } from '../contract/backends/catalogue'
import { AppError } from '../contract/model/errors'
import type { StatusReason } from '../contract/jobs'
import type { Logger } from '../log/log'
import { DeviceLost, type Executors, type Outcome, orderOf } from './model/executor'
import type { Keeping } from './kept'
import type { ResultRow, ResultTable } from './storage/result-table'
import { isTerminal, mayMove } from './state'
import type { JobRow, JobTable } from './storage/job-table'
import type { Transitions } from './execution/transitions'

export interface RunParts {
  readonly table: JobTable
  readonly results: ResultTable
  readonly circuits: Keeping
  readonly transitions: Transitions
  readonly backends: { get(backend_id: string): Backend }
  readonly executors: Executors
  readonly log: Logger
  readonly now: () => number
  /** Told of progress 0..1. */
  readonly progress: (row: JobRow, fraction: number) => void
  /** True once the service stops: what is in hand stays PROCESSING for the next start. */
  readonly stopping: () => boolean
}

/** Executes one job from PROCESSING to its end. */
export function createRunner(parts: RunParts) {
  const { table, results, transitions, log, now } = parts

  /** Answers the job as it ended; null when it was somebody else who ended it, or the service stops. */
  async function run(id: string, controller: AbortController): Promise<JobRow | null> {
    const begun = await begin(id)
    if (!begun) return null
    try {
      // Aborted while that was written: executors are told by the signal's event, which is over.
      controller.signal.throwIfAborted()
      const outcome = await within(begun.row, controller)
      const ended = complete(begun.row, await results.prepare(outcome, begun.row.num_clbits))
      await begun.written
      return await ended
    } catch (error) {
      const { reason } = controller.signal
      if (reason instanceof Overdue) return end(begun.row, 'ABORTED', reason.why)
      return broken(begun.row, error)
    }
  }

  /**
   * What a device does must not start before the disk says PROCESSING, or a restart could not tell. A simulation runs again
   * from its seed after a restart, so that it need not wait: one that ends at once is written with its end.
   */
  async function begin(id: string): Promise<{ row: JobRow; written: Promise<unknown> } | null> {
    const row = table.find(id)
    if (!row || !mayMove(row.status, 'PROCESSING')) return null
    const started = { started_at: now() }
    if (row.mode === 'live') {
      const moved = await transitions.move(id, 'PROCESSING', started)
      return moved && { row: moved, written: Promise.resolve() }
    }
    const written = transitions.moveSoon(id, 'PROCESSING', started)
    // Whoever waits for it is told as well.
    written.catch(() => undefined)
    return { row, written }
  }

  /** Aborts the job with `Overdue` when the backend's time is up. */
  async function within(row: JobRow, controller: AbortController): Promise<Outcome> {
    const backend = parts.backends.get(row.backend)
    const max_s = backend.limits.max_runtime_s
    const timer = max_s === undefined ? undefined : setTimeout(() => controller.abort(new Overdue(max_s)), max_s * 1000)
    try {
      return await execute(row, backend, controller.signal)
    } finally {
      clearTimeout(timer)
    }
  }

  async function execute(row: JobRow, backend: Backend, signal: AbortSignal): Promise<Outcome> {
    const json = await parts.circuits.read(table.circuit(row))
    signal.throwIfAborted()
    const order = orderOf(json, {
      backend,
      shots: row.shots,
      seed: BigInt(row.seed),
      options: { noise: row.noise, precision: row.precision },
      signal,
      onProgress: fraction => parts.progress(row, fraction),
    })
    return parts.executors(backend).execute(order)
  }

  /** What a device measured is kept before anything else can fail; a simulation can be repeated and saves that write. */
  async function complete(row: JobRow, result: ResultRow): Promise<JobRow | null> {
    if (row.mode === 'live') await transitions.keep(() => results.insert(row.sequence, result, now()))
    return finish(row, result)
  }

  const finish = (row: JobRow, result: ResultRow): Promise<JobRow | null> =>
    transitions.move(row.job_uuid, 'COMPLETED', { charged: row.price * result.shots }, () =>
      results.insert(row.sequence, result, now()),
    )

  const end = (row: JobRow, to: 'FAILED' | 'ABORTED', { code, message }: StatusReason): Promise<JobRow | null> =>
    transitions.move(row.job_uuid, to, { reason_code: code, reason_message: message })

  async function broken(row: JobRow, error: unknown): Promise<JobRow | null> {
    const status = table.find(row.job_uuid)?.status
    if (parts.stopping() || status === undefined || isTerminal(status)) return null
    if (!(error instanceof AppError)) log.error({ err: error, job_uuid: row.job_uuid }, 'a job failed')
    return end(row, 'FAILED', reasonFor(error))
  }

  return {
    run,
    /** A job whose results were stored before the service went down. */
    finish,
    end,
  }
}
export type Runner = ReturnType<typeof createRunner>

class Overdue extends Error {
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
