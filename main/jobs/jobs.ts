import type { Ledger } from '../account/ledger'
import type { Caller } from '../contract/service/account'
import type { Backend } from '../contract/backends/catalogue'
import { AppError } from '../contract/model/errors'
import type {
  Job,
  JobEstimate,
  JobListQuery,
  JobResult,
  JobStatus,
  JobSummary,
  QueuePlace,
  ResultQuery,
  SubmitJob,
  SubmitReply,
} from '../contract/jobs'
import type { JsonText } from '../contract/model/json-text'
import type { Logger } from '../log/log'
import type { Store } from '../store/store'
import { direct, type Runner } from '../worker/runner'
import { announceQueues } from './queue/position-events'
import { groupCommit } from './storage/group-commit'
import { createCourtesy } from './courtesy'
import { createEvents, type Events } from './events'
import type { Executors } from './model/executor'
import { resultOf } from './results/formats'
import { createIdempotency } from './intake/idempotency'
import { keeping } from './kept'
import { createQueue } from './queue/backend-queues'
import { recover } from './execution/recovery'
import { createRepeat } from './results/rerun'
import { createReservations } from './intake/token-reservation'
import { resultTable } from './storage/result-table'
import { createRunner } from './run'
import { keepShelving } from './storage/deferred-index'
import { jobOf, type Live, summaryOf } from './results/job-view'
import { isTerminal } from './state'
import type { Submission } from './submission'
import { createSubmit, QUEUE_LIMIT } from './submit'
import { type JobRow, jobTable, type NewJob } from './storage/job-table'
import { type JobTasks, jobTasks } from './tasks/registry'
import { createTransitions } from './execution/transitions'
import { type Course, createWaits } from './queue/wait-estimate'

export interface JobsParts {
  readonly store: Store
  readonly ledger: Ledger
  /** Throws AppError not_found for an unknown backend. */
  readonly backends: { get(backend_id: string): Backend }
  readonly executors: Executors
  readonly log: Logger
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number
  /** Jobs that a backend executes at once; left out: two on a mock, one on a device. */
  readonly concurrency?: (backend: string) => number
  /** Jobs one key may have open. */
  readonly queue_limit?: number
  /** Where long work is done; left out: here. */
  readonly heavy?: Runner<JobTasks>
}

const CONCURRENCY = (backend: string): number => (backend.endsWith('-mock') ? 2 : 1)
const PURGE_MS = 3_600_000

interface Page {
  readonly items: JobSummary[]
  readonly next_cursor: string | null
}

/** Circuit jobs. What a session may see is everybody's; a key sees its own. */
export function createJobs(parts: JobsParts) {
  const { store, ledger, log, now, concurrency = CONCURRENCY, queue_limit = QUEUE_LIMIT } = parts
  const { heavy = direct(jobTasks) } = parts
  const [table, group, events] = [jobTable(store), groupCommit(store), createEvents(now)]
  const [results, circuits] = [resultTable(store, heavy), keeping(store)]
  const waits = createWaits(table, concurrency)
  const transitions = createTransitions({ table, ledger, group, events, now })
  const courses = new Map<string, { readonly since: number; fraction: number }>()
  const idempotency = createIdempotency(store, now)
  const reservations = createReservations(store, ledger, group)
  const courtesy = createCourtesy()
  let stopping = false

  const runner = createRunner({ ...parts, table, results, circuits, transitions, progress, stopping: () => stopping })
  const report = (error: unknown) => log.error({ err: error }, 'a job could not be run')
  const queue = createQueue({ concurrency, work, report })
  const underWay = (backend: string): Course[] =>
    queue.runningOn(backend).map(id => {
      const { since = now(), fraction = 0 } = courses.get(id) ?? {}
      return { elapsed_ms: now() - since, fraction }
    })
  const placeOf = (backend: string, position: number): QueuePlace => waits.place(backend, position, underWay(backend))
  const accepted = (job: NewJob, status: JobStatus) =>
    transitions.publish({ ...job, status, reason_code: null, reason_message: null })
  const submitting = createSubmit({
    ...parts,
    table,
    group,
    reservations,
    queue,
    runtime: waits.runtime,
    placeOf,
    idempotency,
    circuits,
    queue_limit,
    accepted,
  })
  const repeat = createRepeat({ ...parts, table, results, circuits })
  // What is taken up again, and how long jobs took, is read from those that are shelved.
  const shelved = store.db.transaction(() => table.shelf.shelve(Number.MAX_SAFE_INTEGER)).immediate()
  if (shelved !== null) table.shelf.begin(shelved)
  const shelving = keepShelving({ shelf: table.shelf, newest: table.newest, join: group.join, report })
  const announcing = announceQueues({ queue, events, placeOf })
  const purging = setInterval(idempotency.purge, PURGE_MS).unref()

  async function work(id: string, controller: AbortController): Promise<void> {
    await courtesy.turn()
    courses.set(id, { since: now(), fraction: 0 })
    const row = await runner.run(id, controller).finally(() => courses.delete(id))
    if (row?.status === 'COMPLETED') waits.completed(row.backend, row.completed_at! - row.started_at!)
  }

  function progress({ job_uuid, backend, owner }: JobRow, fraction: number): void {
    const course = courses.get(job_uuid)
    if (course) course.fraction = fraction
    events.publish({ type: 'progress', job_uuid, backend, fraction }, owner)
  }

  /** Digits of an id may be of either case (RFC 9562, section 4); they are kept in the lower one. */
  function owned(id: string, caller: Caller): JobRow {
    const row = table.find(id.toLowerCase())
    if (!row || (caller.kind === 'key' && row.owner !== caller.key_id))
      throw new AppError('not_found', `No job ${id}`, { job_uuid: id })
    return row
  }

  const live = ({ job_uuid }: JobRow): Live => ({
    queue_position: queue.position(job_uuid),
    progress: courses.get(job_uuid)?.fraction ?? 0,
  })

  async function detail(row: JobRow): Promise<Job | JsonText> {
    const result = row.status === 'COMPLETED' ? results.find(row.sequence) : null
    const [circuit, transpiled] = [await circuits.read(table.circuit(row)), await results.transpiled(result)]
    const position = queue.position(row.job_uuid)
    return jobOf(row, live(row), {
      circuit,
      transpiled,
      timeline: table.timeline(row),
      result,
      queue: position === null ? null : placeOf(row.backend, position),
    })
  }

  async function abort(id: string, caller: Caller): Promise<Job | JsonText> {
    const { status, job_uuid } = owned(id, caller)
    const reason_message = `Aborted by ${caller.name}`
    const aborted = await transitions.move(job_uuid, 'ABORTED', { reason_code: 'user_cancelled', reason_message })
    if (!aborted) throw ended(table.find(job_uuid)?.status ?? status, id)
    queue.cancel(job_uuid)
    return detail(aborted)
  }

  async function remove(id: string, caller: Caller): Promise<{ ok: true }> {
    const { backend, owner, job_uuid } = owned(id, caller)
    await group.write(() => {
      const { status } = owned(id, caller)
      if (!isTerminal(status)) throw unmovable(status, `Job ${id} is ${status}; abort it before deleting it`)
      table.remove(job_uuid)
    })
    events.publish({ type: 'deleted', job_uuid, backend }, owner)
    return { ok: true }
  }

  function list(query: JobListQuery, caller: Caller): Page {
    const rows = table.list(query, caller.kind === 'key' ? caller.key_id : undefined, before(query.cursor))
    const items = rows.slice(0, query.limit)
    return {
      items: items.map(row => summaryOf(row, live(row))),
      next_cursor: rows.length > query.limit ? String(items.at(-1)!.sequence) : null,
    }
  }

  return {
    /** Resolves once the jobs are safe on the disk. `key` is the Idempotency-Key, null without one. */
    async submit(request: SubmitJob | Submission, caller: Caller, key: string | null = null): Promise<SubmitReply> {
      if (stopping) throw new AppError('shutting_down', 'The service is stopping and takes no more jobs')
      courtesy.submitted()
      return submitting.submit(request, caller, key)
    },
    estimate: (request: SubmitJob | Submission, caller: Caller): Promise<JobEstimate> =>
      submitting.estimate(request, caller),
    get: async (id: string, caller: Caller): Promise<Job | JsonText> => detail(owned(id, caller)),
    result: async (
      id: string,
      caller: Caller,
      query: ResultQuery = { format: 'counts' },
    ): Promise<JobResult | JsonText | Uint8Array> => resultOf(owned(id, caller), results, { heavy, repeat }, query),
    list,
    abort,
    remove,
    events: events as Events,
    /** Once: takes up what the last process left. */
    async resume(): Promise<void> {
      idempotency.purge()
      await reservations.releaseOrphans()
      await recover({ table, results, transitions, runner, add: queue.add })
    },
    queueLength: (backend: string): number => queue.openOn(backend),
    running: (): number => queue.running(),
    /** Ends what runs without losing it. */
    async stop(): Promise<void> {
      stopping = true
      clearInterval(purging)
      announcing.stop()
      shelving.stop()
      await queue.stop()
      await group.drained()
    },
  }
}
export type Jobs = ReturnType<typeof createJobs>

const unmovable = (status: string, message: string): AppError => new AppError('conflict', message, { status })

const ended = (status: string, id: string): AppError =>
  unmovable(status, `Job ${id} is ${status} already; only one that has not ended can be aborted`)

function before(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  if (/^[1-9]\d{0,15}$/.test(cursor)) return Number(cursor)
  throw new AppError('invalid_request', 'The cursor is not one of ours', {}, [
    { pointer: '#query/cursor', message: 'pass next_cursor of the page before' },
  ])
}
