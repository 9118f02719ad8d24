import type { Ledger } from '../account/ledger'
import type { Backends } from '../backends/backends'
import { modeOf } from '../contract/backends/catalogue'
import type { Job } from '../contract/jobs/circuit-job'
import type { JobEstimate, SubmitJob, SubmitReply } from '../contract/jobs/submit'
import { AppError } from '../contract/model/errors'
import type { JsonText } from '../contract/model/json-text'
import type { Caller } from '../contract/service/account'
import type { QueuedWork } from '../device/arbiter'
import { createEventLog, type EventReader } from '../events/event-log'
import type { Logger } from '../log/log'
import { type GroupCommit, groupCommit } from '../store/group-commit'
import type { Store } from '../store/store'
import { direct, type Runner } from '../worker/runner'
import { createJobExecution } from './execution/execute-job'
import { createJobCommands, type JobCommands } from './execution/job-commands'
import { recover } from './execution/recovery'
import { createTransitions, type Transitions } from './execution/transitions'
import { createIdempotency, startPurge } from './intake/idempotency'
import { createRecentSpeed } from './intake/recent-speed'
import { createJobStore } from './intake/store-jobs'
import { createIntake } from './intake/submit'
import type { DeviceExecution, Executors } from './model/execution'
import type { JobAbout, JobEvents, JobRow, Submission } from './model/job'
import { type BackendQueues, type Backpressure, createBackendQueues, createBackpressure } from './queue/backend-queues'
import { createJobPositions, createProgressTracker, type JobPositions } from './queue/job-positions'
import { createWaitEstimates } from './queue/wait-estimate'
import { type Batches, createBatches } from './results/batches'
import { createJobQueries, type JobQueries } from './results/job-queries'
import { createJobResults, type JobResults } from './results/job-results'
import { createOwnedJobs, type OwnedJobs } from './results/owned-jobs'
import { createRerun } from './results/rerun'
import { createSweepResults } from './results/sweep-results'
import { createJobWaits, type JobWaits } from './results/waiting'
import { completedRuns } from './storage/completed-runs'
import { completeIndex, startIndexUpdater } from './storage/deferred-index'
import { type JobTable, type JsonBlobs, jobTable, jsonBlobs } from './storage/job-table'
import { type MeasuredJobBatchTable, measuredJobBatchTable } from './storage/measured-batches'
import { type ResultTable, type RowTable, resultTable, rowTable } from './storage/result-table'
import { type SubmitBatchTable, submitBatchTable } from './storage/submit-batches'
import { type JobTasks, jobTasks } from './tasks/registry'

/** Circuit jobs. A session sees everyone's jobs, a key only its own. */
export interface Jobs extends Pick<JobQueries, 'get' | 'list'>, JobResults, Pick<JobCommands, 'remove'> {
  readonly batches: Batches
  /** Resolves once the jobs are safe on the disk. `key` is the Idempotency-Key, null without one. */
  submit(
    request: SubmitJob | Submission,
    options: {
      readonly caller: Caller
      readonly key?: string | null | undefined
      readonly signal?: AbortSignal | undefined
    },
  ): Promise<SubmitReply>
  /** The same checks as a submit; reserves and stores nothing. */
  estimate(request: SubmitJob | Submission, caller: Caller, signal?: AbortSignal): Promise<JobEstimate>
  abort(id: string, caller: Caller): Promise<Job | JsonText>
  readonly events: EventReader<JobAbout>
  /** Called once: takes up the jobs that the previous process left. */
  resume(): Promise<void>
  queueLength(backend: string): number
  running(): number
  /** Called before the server closes: answers requests that wait for a job with its present state. */
  answerWaiting(): void
  /** Stops executing; unfinished jobs are recovered at the next start. */
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
  /** Where work is done that a caller waits for; left out: as `background`. */
  readonly interactive?: Runner<JobTasks>
}

const CONCURRENCY = (backend: string): number => (modeOf(backend) === 'mock' ? 2 : 1)
/** Jobs one key may have open at once. */
const QUEUE_LIMIT = 10_000

export function createJobs(options: JobsOptions): Jobs {
  const { store, ledger, log, now, queue_limit = QUEUE_LIMIT, background = direct(jobTasks) } = options
  const { interactive = background } = options
  const stop = new AbortController()
  const stopped = stop.signal
  const storage = openStorage({ ...options, background })
  const { table, group } = storage
  const indexing = startIndexUpdater({ index: table.index, newest: table.newest, group, report: reporting(log) })
  const events: JobEvents = createEventLog(now)
  const executing = openExecution({ ...options, background }, storage, { events, stopped })
  const { queue, positions, transitions, backpressure } = executing
  const waits = createJobWaits(events)
  const reading = openReading({ ...options, interactive }, storage, { positions, waits })
  const commands = createJobCommands({ table, transitions, queue, group, events, owned: reading.owned.find })
  const idempotency = createIdempotency(store, now)
  const purging = startPurge(idempotency, log)
  const jobStore = createJobStore({ store, ledger, table, group, stopped })
  const intake = createIntake({
    ...options,
    ...storage,
    idempotency,
    jobStore,
    queue,
    positions,
    queue_limit,
    interactive,
    recentSpeed: createRecentSpeed(completedRuns(store), interactive),
    onStored: transitions.publish,
  })

  return {
    get: reading.queries.get,
    list: reading.queries.list,
    ...reading.results,
    async submit(request, { caller, key = null, signal }) {
      if (stopped.aborted) throw new AppError('shutting_down', 'The service is stopping and takes no more jobs')
      backpressure.submitted()
      return intake.submit(request, { caller, key, signal })
    },
    estimate: intake.estimate,
    batches: reading.batches(commands.abort),
    abort: async (id, caller) => reading.queries.detail(await commands.abort(id, caller)),
    remove: commands.remove,
    events,
    async resume() {
      idempotency.purge()
      await jobStore.releaseOrphans()
      await executing.recover()
    },
    queueLength: queue.openOn,
    running: queue.running,
    answerWaiting: waits.answerAll,
    async stop() {
      waits.answerAll()
      stop.abort(new DOMException('The service is stopping', 'AbortError'))
      for (const part of [purging, positions, indexing]) part.stop()
      await queue.stop()
      await group.drained()
    },
  }
}

const reporting = (log: Logger) => (error: unknown) => log.error({ err: error }, 'a job could not be executed')

type WithBackground = JobsOptions & { readonly background: Runner<JobTasks> }

interface JobStorage {
  readonly table: JobTable
  readonly group: GroupCommit
  readonly rows: RowTable
  readonly batches: SubmitBatchTable
  readonly circuits: JsonBlobs
  readonly measured: MeasuredJobBatchTable
  readonly results: ResultTable
}

/** Tables and files of jobs; every job is in the indices of lists afterwards. */
function openStorage({ store, background }: WithBackground): JobStorage {
  const table = jobTable(store)
  const group = groupCommit(store)
  const rows = rowTable(store)
  completeIndex(store, table)
  return {
    table,
    group,
    rows,
    batches: submitBatchTable(store),
    circuits: jsonBlobs(store),
    measured: measuredJobBatchTable(store, group),
    results: resultTable(store, rows, background),
  }
}

interface ExecutionLife {
  readonly events: JobEvents
  readonly stopped: AbortSignal
}

interface OpenedExecution {
  readonly transitions: Transitions
  readonly queue: BackendQueues
  readonly positions: JobPositions
  readonly backpressure: Backpressure
  /** Adds the jobs that an earlier process left behind. */
  recover(): Promise<void>
}

/** From a stored job to its end: its queue, its position there, its execution. */
function openExecution(
  options: WithBackground,
  storage: JobStorage,
  { events, stopped }: ExecutionLife,
): OpenedExecution {
  const { store, ledger, log, now, concurrency = CONCURRENCY } = options
  const { table, group, measured, results } = storage
  const transitions = createTransitions({ table, ledger, group, measured, results, events, now })
  const tracker = createProgressTracker(events, now)
  const waits = createWaitEstimates(table, concurrency)
  const backpressure = createBackpressure()
  const execution = createJobExecution({
    ...options,
    ...storage,
    transitions,
    tracker,
    waits,
    backpressure,
    space: store.space,
    stopped,
  })
  const device = deviceNotices(options)
  const queue = createBackendQueues({
    concurrency,
    execute: execution.execute,
    report: reporting(log),
    arrived: device.arrived,
  })
  const positions = createJobPositions({ queue, waits, tracker, events, positionAtDevice: device.positionOf })
  return {
    transitions,
    queue,
    positions,
    backpressure,
    recover: () => recover({ ...storage, transitions, execution, add: queue.add, abandoned: device.abandoned }),
  }
}

interface ReadingParts {
  readonly positions: JobPositions
  readonly waits: JobWaits
}

interface OpenedReading {
  readonly owned: OwnedJobs
  readonly queries: JobQueries
  readonly results: JobResults
  batches(abortJob: JobCommands['abort']): Batches
}

function openReading(
  options: JobsOptions & { readonly interactive: Runner<JobTasks> },
  storage: JobStorage,
  { positions, waits }: ReadingParts,
): OpenedReading {
  const { interactive } = options
  const rerunShots = createRerun({ ...options, ...storage })
  const sweeps = createSweepResults({ ...storage, interactive })
  const owned = createOwnedJobs({ ...storage, positions, waits })
  const results = createJobResults({ ...storage, owned, interactive, rerunShots, sweeps })
  return {
    owned,
    results,
    queries: createJobQueries({ ...storage, owned, positions }),
    batches: abortJob =>
      createBatches({
        ...storage,
        positions,
        waits,
        abortJob,
        result: (id, caller, signal) => results.result(id, caller, { query: { format: 'counts' }, signal }),
      }),
  }
}

/** Calls to the device of a backend about its jobs. */
function deviceNotices({ backends, executors }: Pick<JobsOptions, 'backends' | 'executors'>) {
  /** Null where the lab, which may have changed meanwhile, has no such backend, or it takes no jobs. */
  function deviceOf(backend: string): DeviceExecution | null {
    try {
      return executors(backends.get(backend)).device ?? null
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }
  return {
    arrived: ({ backend }: Pick<JobRow, 'backend'>): (() => void) => deviceOf(backend)?.announce(backend) ?? (() => {}),
    positionOf: (backend: string, waiting: QueuedWork): number | null =>
      modeOf(backend) === 'mock' ? null : (deviceOf(backend)?.positionOf(backend, waiting) ?? null),
    abandoned: ({ backend, job_uuid }: JobRow): (() => void) =>
      deviceOf(backend)?.abandoned(backend, job_uuid) ?? (() => {}),
  }
}
