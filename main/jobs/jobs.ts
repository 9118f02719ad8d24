import { randomInt, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { clbitsOf } from '../circuits/validate'
import type { Caller } from '../contract/account'
import type { Backend } from '../contract/backends'
import { AppError } from '../contract/errors'
import type { Job, JobListQuery, JobResult, JobSummary, SubmitJob } from '../contract/jobs'
import type { Logger } from '../log/log'
import type { Simulator } from '../simulation/simulator'
import type { Store } from '../store/store'
import { refuseLive, refuseUnrunnable } from './admit'
import { createQueue } from './queue'
import { isTerminal } from './state'
import { type JobRow, jobOf, jobTable, summaryOf } from './table'

/** Jobs one key may have open at once. */
export const QUEUE_LIMIT = 10_000

interface Parts {
  readonly store: Store
  /** Throws AppError not_found for an unknown backend. */
  readonly backends: { get(backend_id: string): Backend }
  readonly simulator: Simulator
  readonly log: Logger
  readonly now: () => number
}

/** Circuit jobs. What a session may see is everybody's; a key sees its own. */
export function createJobs({ store, backends, simulator, log, now }: Parts) {
  const table = jobTable(store)
  const queue = createQueue(run, error => log.error({ err: error }, 'a job could not be run'))
  let stopping = false

  function submit(request: SubmitJob, caller: Caller): { job_uuid: string } {
    if (stopping) throw new AppError('shutting_down', 'The service is stopping and takes no more jobs')
    const backend = backends.get(request.backend)
    refuseUnrunnable(request, backend)
    refuseLive(backend, request.shots)
    if (table.openOf(caller.key_id) >= QUEUE_LIMIT)
      throw new AppError('queue_full', `${QUEUE_LIMIT} jobs of this key are open`, { limit: QUEUE_LIMIT })
    const job_uuid = randomUUID()
    table.insert({
      job_uuid,
      owner: caller.key_id,
      backend: request.backend,
      mode: backend.mode,
      simulated: backend.simulated ? 1 : 0,
      shots: request.shots,
      seed: request.seed ?? randomInt(2 ** 48 - 1),
      num_qubits: request.circuit.num_qubits,
      circuit: JSON.stringify(request.circuit),
      created_at: now(),
      num_clbits: clbitsOf(request.circuit),
    })
    if (queue.add(job_uuid)) table.move(job_uuid, 'WAITING', now())
    return { job_uuid }
  }

  async function run(id: string, signal: AbortSignal): Promise<void> {
    const row = table.find(id)
    if (!row || !table.move(id, 'PROCESSING', now(), { started_at: now() })) return
    try {
      const counts = await simulator.runCircuit(JSON.parse(row.circuit), row.shots, BigInt(row.seed), { signal })
      table.move(id, 'COMPLETED', now(), {
        completed_at: now(),
        engine: simulator.statevector_engine,
        counts: JSON.stringify(Object.fromEntries(counts)),
      })
    } catch (error) {
      // A stop leaves the row at PROCESSING: the next start runs it again from its seed.
      if (stopping || isTerminal(table.find(id)!.status)) return
      log.error({ err: error, job_uuid: id }, 'a job failed')
      table.move(id, 'FAILED', now(), {
        completed_at: now(),
        reason_code: 'engine_error',
        reason_message: error instanceof AppError ? error.message : 'The engine could not run the circuit',
      })
    }
  }

  function owned(id: string, caller: Caller): JobRow {
    const row = table.find(id)
    if (!row || (caller.kind === 'key' && row.owner !== caller.key_id))
      throw new AppError('not_found', `No job ${id}`, { job_uuid: id })
    return row
  }

  const detail = (row: JobRow): Job => jobOf(row, table.timeline(row.job_uuid))

  function abort(id: string, caller: Caller): Job {
    const row = owned(id, caller)
    if (
      !table.move(id, 'ABORTED', now(), {
        completed_at: now(),
        reason_code: 'user_cancelled',
        reason_message: `Aborted by ${caller.name}`,
      })
    ) {
      throw new AppError('conflict', `Job ${id} is ${row.status} and cannot be aborted`, { status: row.status })
    }
    queue.cancel(id)
    return detail(table.find(id)!)
  }

  function list(
    query: z.output<typeof JobListQuery>,
    caller: Caller,
  ): { items: JobSummary[]; next_cursor: string | null } {
    const rows = table.list(query, caller.kind === 'key' ? caller.key_id : undefined, before(query.cursor))
    const items = rows.slice(0, query.limit)
    return {
      items: items.map(summaryOf),
      next_cursor: rows.length > query.limit ? String(items.at(-1)!.sequence) : null,
    }
  }

  /** After a crash or a stop: what had not finished is run again, oldest first. */
  function resume(): void {
    for (const { job_uuid, status } of table.unfinished()) {
      if (status === 'PROCESSING') table.move(job_uuid, 'PENDING', now(), { started_at: null })
      queue.add(job_uuid)
    }
  }

  return {
    submit,
    get: (id: string, caller: Caller): Job => detail(owned(id, caller)),
    result: (id: string, caller: Caller): JobResult => resultOf(owned(id, caller)),
    list,
    abort,
    resume,
    queueLength: (backend: string): number => table.openOn(backend),
    running: (): number => (queue.isRunning() ? 1 : 0),
    async stop(): Promise<void> {
      stopping = true
      await queue.stop()
    },
  }
}
export type Jobs = ReturnType<typeof createJobs>

function before(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  if (/^[1-9]\d{0,15}$/.test(cursor)) return Number(cursor)
  throw new AppError('invalid_request', 'The cursor is not one of ours', {}, [
    { pointer: '#query/cursor', message: 'pass next_cursor of the page before' },
  ])
}

function resultOf(row: JobRow): JobResult {
  const status_reason = { code: row.reason_code, message: row.reason_message }
  if (row.status === 'FAILED') throw new AppError('job_failed', `Job ${row.job_uuid} failed`, { status_reason })
  if (row.status === 'ABORTED') throw new AppError('job_aborted', `Job ${row.job_uuid} was aborted`, { status_reason })
  if (row.status !== 'COMPLETED')
    throw new AppError('result_not_ready', `Job ${row.job_uuid} is ${row.status}`, { status: row.status })
  return {
    job_uuid: row.job_uuid,
    shots: row.shots,
    counts: JSON.parse(row.counts!),
    num_clbits: row.num_clbits,
    bit_order: 'left-most character = highest classical bit',
    seed: row.seed,
    engine: row.engine!,
    simulated: row.simulated === 1,
  }
}
