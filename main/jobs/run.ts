import type { Backend } from '../contract/backends'
import { AppError } from '../contract/errors'
import type { StatusReason } from '../contract/jobs'
import type { Logger } from '../log/log'
import { DeviceLost, type Executors, type Outcome } from './executor'
import type { ResultRow, ResultTable } from './results'
import { isTerminal } from './state'
import type { JobRow, JobTable } from './table'
import type { Transitions } from './transition'

export interface RunParts {
  readonly table: JobTable
  readonly results: ResultTable
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

  async function run(id: string, signal: AbortSignal): Promise<void> {
    const row = await transitions.move(id, 'PROCESSING', { started_at: now() })
    if (!row) return
    const limit = new AbortController()
    try {
      // Aborted while that was written: executors are told by the signal's event, which is over.
      signal.throwIfAborted()
      const backend = parts.backends.get(row.backend)
      const max_s = backend.limits.max_runtime_s
      const timer = max_s === undefined ? undefined : setTimeout(() => limit.abort(overdue(max_s)), max_s * 1000)
      const outcome = await execute(row, backend, AbortSignal.any([signal, limit.signal])).finally(() =>
        clearTimeout(timer),
      )
      await complete(row, await results.prepare(outcome, row.num_clbits))
    } catch (error) {
      if (limit.signal.aborted && !signal.aborted) await end(row, 'ABORTED', limit.signal.reason as StatusReason)
      else await broken(row, error)
    }
  }

  const execute = async (row: JobRow, backend: Backend, signal: AbortSignal): Promise<Outcome> =>
    parts.executors(backend).execute({
      backend,
      circuit: JSON.parse(table.circuit(row)),
      shots: row.shots,
      seed: BigInt(row.seed),
      options: { noise: row.noise, precision: row.precision },
      signal,
      onProgress: fraction => parts.progress(row, fraction),
    })

  /** What a device measured is kept before anything else can fail; a simulation can be repeated and saves that write. */
  async function complete(row: JobRow, result: ResultRow): Promise<void> {
    if (row.mode === 'live') await transitions.keep(() => results.insert(row.sequence, result, now()))
    await finish(row, result)
  }

  const finish = (row: JobRow, result: ResultRow): Promise<JobRow | null> =>
    transitions.move(row.job_uuid, 'COMPLETED', { charged: row.price * result.shots }, () =>
      results.insert(row.sequence, result, now()),
    )

  const end = (row: JobRow, to: 'FAILED' | 'ABORTED', { code, message }: StatusReason): Promise<JobRow | null> =>
    transitions.move(row.job_uuid, to, { reason_code: code, reason_message: message })

  async function broken(row: JobRow, error: unknown): Promise<void> {
    const status = table.find(row.job_uuid)?.status
    if (parts.stopping() || status === undefined || isTerminal(status)) return
    if (!(error instanceof AppError)) log.error({ err: error, job_uuid: row.job_uuid }, 'a job failed')
    await end(row, 'FAILED', reasonFor(error))
  }

  return {
    run,
    /** A job whose results were stored before the service went down. */
    finish,
    end,
  }
}
export type Runner = ReturnType<typeof createRunner>

const overdue = (max_s: number): StatusReason => ({
  code: 'max_runtime',
  message: `It executed for longer than the ${max_s} s that the backend allows`,
})

function reasonFor(error: unknown): StatusReason {
  if (error instanceof DeviceLost) return { code: 'instrument_lost', message: error.message }
  if (error instanceof AppError) return { code: 'engine_error', message: error.message }
  return { code: 'engine_error', message: 'The engine could not run the circuit; the log holds the cause' }
}
