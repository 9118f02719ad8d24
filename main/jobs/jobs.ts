import type { Ledger } from '../account/ledger'
import type { Backends } from '../backends/backends'
import type { Job } from '../contract/jobs/circuit-job'
import type { JobEstimate, SubmitJob, SubmitReply } from '../contract/jobs/submit'
import { AppError } from '../contract/model/errors'
import type { JsonText } from '../contract/model/json-text'
import type { Caller } from '../contract/service/account'
import type { InLine } from '../device/arbiter'
import { createEventLog, type EventReader } from '../events/event-log'
import type { Logger } from '../log/log'
import type { Store } from '../store/store'
import { direct, type Runner } from '../worker/runner'
import { createJobExecution } from './execution/execute-job'
import { createJobCommands, type JobCommands } from './execution/job-commands'
import { recover } from './execution/recovery'
import { createTransitions } from './execution/transitions'
import { createIdempotency, startPurge } from './intake/idempotency'
import { createJobStore } from './intake/store-jobs'
import { createIntake } from './intake/submit'
import type { Executor, Executors } from './model/executor'
import type { JobRow } from './model/job'
import { type JobAbout, type JobEvents, jsonBlobs } from './model/job'
import { createBackendQueues, createBackpressure } from './queue/backend-queues'
import { createJobPlaces, createProgressTracker } from './queue/job-places'
import { createWaitEstimates } from './queue/wait-estimate'
import { type Batches, createBatches } from './results/batches'
import { createJobQueries, type JobQueries } from './results/job-queries'
import { createRerun } from './results/rerun'
import { createSweepResults } from './results/sweep-results'
import { createJobWaits } from './results/waiting'
import { jobBatchTable } from './storage/batch-table'
import { groupCommit } from './storage/group-commit'
import { completeIndex, startIndexUpdater } from './storage/index-updater'
import { jobTable } from './storage/job-table'
import { measuredBatchTable } from './storage/measured-batches'
import { resultTable } from './storage/result-table'
import { rowTable } from './storage/row-table'
import { type JobTasks, jobTasks } from './tasks/registry'
import type { Submission } from './tasks/submission'

/** Circuit jobs. What a session may see is everybody's; a key sees its own. */
export interface Jobs
  extends Pick<JobQueries, 'get' | 'list' | 'result' | 'partial' | 'shots' | 'rows' | 'series' | 'values'>,
    Pick<JobCommands, 'remove'> {
  readonly batches: Batches
  /** Resolves once the jobs are safe on the disk. `key` is the Idempotency-Key, null without one. */
  submit(
    request: SubmitJob | Submission,
    caller: Caller,
    key?: string | null,
    signal?: AbortSignal,
  ): Promise<SubmitReply>
  /** The same checks as a submit; reserves and stores nothing. */
  estimate(request: SubmitJob | Submission, caller: Caller, signal?: AbortSignal): Promise<JobEstimate>
  abort(id: string, caller: Caller): Promise<Job | JsonText>
  readonly events: EventReader<JobAbout>
  /** Once: takes up what the last process left. */
  resume(): Promise<void>
  queueLength(backend: string): number
  running(): number
  /** Before the server closes: answers those who wait for a job, as it stands. */
  answerWaiting(): void
  /** Ends what runs without losing it. */
  stop(): Promise<void>
}

export interface JobsOptions {
  readonly store: Store
  readonly ledger: Ledger
  readonly backends: Pick<Backends, 'get'>
  readonly executors: Executors
  readonly log: Logger
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number
  /** Jobs that a backend executes at once; left out: two on a mock, one on a device. */
  readonly concurrency?: (backend: string) => number
  /** Jobs one key may have open. */
  readonly queue_limit?: number
  /** Where the long work of jobs is done; left out: on the calling thread. */
  readonly background?: Runner<JobTasks>
  /** And what a caller waits for meanwhile; left out: with the jobs. */
  readonly interactive?: Runner<JobTasks>
}

const CONCURRENCY = (backend: string): number => (backend.endsWith('-mock') ? 2 : 1)
/** Jobs one key may have open at once. */
const QUEUE_LIMIT = 10_000

export function createJobs(options: JobsOptions): Jobs {
  const { store, ledger, log, now, concurrency = CONCURRENCY, queue_limit = QUEUE_LIMIT } = options
  const { background = direct(jobTasks), interactive = background } = options
  const { backends, executors } = options
  const stop = new AbortController()
  const stopped = stop.signal
  const report = (error: unknown) => log.error({ err: error }, 'a job could not be executed')
  const lab = { backends, executors, log, now }

  const table = jobTable(store)
  const group = groupCommit(store)
  const rows = rowTable(store)
  const batches = jobBatchTable(store)
  const circuits = jsonBlobs(store)
  const measured = measuredBatchTable(store, group)
  const storage = { table, group, rows, batches, circuits, measured, results: resultTable(store, rows, background) }
  completeIndex(store, table)
  const indexing = startIndexUpdater({ index: table.index, newest: table.newest, group, report })

  const events: JobEvents = createEventLog(now)
  const transitions = createTransitions({ table, ledger, group, measured, events, now })
  const tracker = createProgressTracker(events, now)
  const execution = createJobExecution({
    ...{ ...lab, ...storage, transitions, tracker, background },
    ...{ space: store.space, stopped },
  })

  const waits = createWaitEstimates(table, concurrency)
  const backpressure = createBackpressure()
  async function execute(id: string, controller: AbortController): Promise<void> {
    await backpressure.ready()
    const row = await execution.execute(id, controller)
    if (row?.status === 'COMPLETED') waits.completed(row.backend, row.completed_at! - row.started_at!)
  }
  const queue = createBackendQueues({ concurrency, execute, report, arrived: ({ backend }) => announced(backend) })
  const placeAtDevice = (backend: string, waiting: InLine): number | null =>
    backend.endsWith('-mock') ? null : (executorOf(backend)?.placeAtDevice?.(backend, waiting) ?? null)
  const places = createJobPlaces({ queue, waits, tracker, events, placeAtDevice })

  /** Null where the lab, which may have changed meanwhile, has no such backend, or it takes no jobs. */
  function executorOf(backend: string): Executor | null {
    try {
      return executors(backends.get(backend))
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }
  const announced = (backend: string): (() => void) => executorOf(backend)?.announce?.(backend) ?? (() => {})
  const abandoned = ({ backend, job_uuid }: JobRow) => executorOf(backend)?.abandoned?.(backend, job_uuid)

  const rerunShots = createRerun({ ...lab, ...storage })
  const waiting = createJobWaits(events)
  const sweeps = createSweepResults({ ...storage, interactive })
  const queries = createJobQueries({ ...storage, places, interactive, rerunShots, waits: waiting, sweeps })
  const commands = createJobCommands({ table, transitions, queue, group, events, owned: queries.owned })
  const batchQueries = createBatches({
    ...{ table, batches, places },
    result: (id, caller, signal) => queries.result(id, caller, { format: 'counts' }, signal),
    abortJob: commands.abort,
  })

  const idempotency = createIdempotency(store, now)
  const purging = startPurge(idempotency, log)
  const jobStore = createJobStore({ store, ledger, table, group, stopped })
  const intake = createIntake({
    ...{ ...lab, ...storage, ledger, idempotency, jobStore, queue, places, queue_limit, interactive },
    onStored: transitions.publish,
  })

  return {
    async submit(request, caller, key = null, signal) {
      if (stopped.aborted) throw new AppError('shutting_down', 'The service is stopping and takes no more jobs')
      backpressure.submitted()
      return intake.submit(request, caller, key, signal)
    },
    estimate: intake.estimate,
    get: queries.get,
    list: queries.list,
    result: queries.result,
    partial: queries.partial,
    shots: queries.shots,
    rows: queries.rows,
    series: queries.series,
    values: queries.values,
    batches: batchQueries,
    abort: async (id, caller) => queries.detail(await commands.abort(id, caller)),
    remove: commands.remove,
    events,
    async resume() {
      idempotency.purge()
      await jobStore.releaseOrphans()
      await recover({ ...storage, transitions, execution, add: queue.add, abandoned })
    },
    queueLength: queue.openOn,
    running: queue.running,
    answerWaiting: waiting.answerAll,
    async stop() {
      waiting.answerAll()
      stop.abort(new DOMException('The service is stopping', 'AbortError'))
      for (const part of [purging, places, indexing]) part.stop()
      await queue.stop()
      await group.drained()
    },
  }
}
