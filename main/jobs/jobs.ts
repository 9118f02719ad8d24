import type { Ledger } from '../account/ledger'
import type { Backend } from '../contract/backends/catalogue'
import type { Job } from '../contract/jobs/circuit-job'
import type { JobStatus, QueuePlace } from '../contract/jobs/status'
import type { JobEstimate, SubmitJob, SubmitReply } from '../contract/jobs/submit'
import { AppError } from '../contract/model/errors'
import type { JsonText } from '../contract/model/json-text'
import type { Caller } from '../contract/service/account'
import { createEventLog, type EventReader } from '../events/event-log'
import type { Logger } from '../log/log'
import type { Store } from '../store/store'
import { direct, type Runner } from '../worker/runner'
import { createJobCommands, type JobCommands } from './execution/job-commands'
import { createProgressTracker } from './execution/progress'
import { recover } from './execution/recovery'
import { createJobRunner } from './execution/run-job'
import { createTransitions } from './execution/transitions'
import { createAcceptance } from './intake/acceptance'
import { createAdmission } from './intake/admission'
import { estimateOf } from './intake/estimate'
import { createIdempotency, startPurge } from './intake/idempotency'
import { createNewJobs } from './intake/new-jobs'
import type { Submission } from './intake/submission'
import { createSubmit, readSubmission } from './intake/submit'
import { createReservations } from './intake/token-reservation'
import type { JobAbout, JobEvents } from './model/events'
import type { Executors } from './model/executor'
import type { JobRow, NewJob } from './model/job-row'
import { jsonBlobs } from './model/json-blobs'
import { createBackendQueues } from './queue/backend-queues'
import { createBackpressure } from './queue/backpressure'
import { publishQueuePositions } from './queue/position-events'
import { createWaitEstimates } from './queue/wait-estimate'
import { createJobQueries, type JobQueries } from './results/job-queries'
import { createRerun } from './results/rerun'
import { groupCommit } from './storage/group-commit'
import { completeIndex, startIndexUpdater } from './storage/index-updater'
import { jobTable } from './storage/job-table'
import { resultTable } from './storage/result-table'
import { createStaging } from './storage/staged-batch'
import { type JobTasks, jobTasks } from './tasks/registry'

/** Circuit jobs. What a session may see is everybody's; a key sees its own. */
export interface Jobs extends Pick<JobQueries, 'get' | 'list' | 'result' | 'shots'>, Pick<JobCommands, 'remove'> {
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
  /** Ends what runs without losing it. */
  stop(): Promise<void>
}

export interface JobsOptions {
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
  /** Where the long work of jobs is done; left out: on the calling thread. */
  readonly background?: Runner<JobTasks>
  /** And what a caller waits for meanwhile; left out: with the jobs. */
  readonly interactive?: Runner<JobTasks>
}

const CONCURRENCY = (backend: string): number => (backend.endsWith('-mock') ? 2 : 1)
/** Jobs one key may have open at once. */
const QUEUE_LIMIT = 10_000

export function createJobs(options: JobsOptions): Jobs {
  const { store, ledger, backends, executors, log, now } = options
  const { concurrency = CONCURRENCY, queue_limit = QUEUE_LIMIT } = options
  const { background = direct(jobTasks), interactive = background } = options
  const stop = new AbortController()
  const report = (error: unknown) => log.error({ err: error }, 'a job could not be run')

  // Storage.
  const [table, group, circuits] = [jobTable(store), groupCommit(store), jsonBlobs(store)]
  const results = resultTable(store, background)
  const staging = createStaging(table, group, store.space, stop.signal)
  completeIndex(store, table)
  const indexing = startIndexUpdater({ index: table.index, newest: table.newest, group, report })

  // Queue and execution.
  const events: JobEvents = createEventLog(now)
  const transitions = createTransitions({ table, ledger, group, events, now })
  const tracker = createProgressTracker(events, now)
  const runner = createJobRunner({
    ...{ backends, executors, log, now, table, results, circuits, transitions },
    progress: tracker.advance,
    onWaiting: tracker.waitForMemory,
    space: store.space,
    stopped: stop.signal,
  })
  const waits = createWaitEstimates(table, concurrency)
  const backpressure = createBackpressure()
  const queue = createBackendQueues({ concurrency, work, report })
  const placeOf = (backend: string, position: number): QueuePlace =>
    waits.estimate(
      backend,
      position,
      queue.runningOn(backend).map(id => tracker.of(id) ?? { elapsed_ms: 0, fraction: 0 }),
    )
  const positions = publishQueuePositions({ queue, events, placeOf })

  async function work(id: string, controller: AbortController): Promise<void> {
    await backpressure.admitted()
    tracker.begin(id)
    const row = await runner.run(id, controller).finally(() => tracker.end(id))
    if (row?.status === 'COMPLETED') waits.completed(row.backend, row.completed_at! - row.started_at!)
  }

  // What callers read and end.
  const live = ({ job_uuid }: JobRow) => ({
    queue_position: queue.position(job_uuid),
    progress: tracker.of(job_uuid)?.fraction ?? 0,
  })
  function queuePlace({ job_uuid, backend, status }: JobRow): QueuePlace | null {
    const position = queue.position(job_uuid)
    if (position !== null) return placeOf(backend, position)
    const waits = (status === 'PENDING' || status === 'WAITING') && tracker.of(job_uuid)?.waits_for_memory
    return waits ? { position: 1, estimated_wait_ms: null, basis: WAITING_FOR_MEMORY } : null
  }
  const rerunShots = createRerun({ table, results, circuits, backends, executors, log })
  const queries = createJobQueries({ table, results, circuits, live, queuePlace, interactive, rerunShots })
  const commands = createJobCommands({ table, transitions, queue, group, events, owned: queries.owned })

  // Intake.
  const idempotency = createIdempotency(store, now)
  const stopPurge = startPurge(idempotency, log)
  const reservations = createReservations(store, ledger, group, stop.signal)
  const onAccepted = (job: NewJob, status: JobStatus) =>
    transitions.publish({ ...job, status, reason_code: null, reason_message: null })
  const acceptance = createAcceptance({ reservations, staging, queue, queue_limit, onAccepted })
  const admission = createAdmission({ backends, executors, ledger })
  const makeJobs = createNewJobs(circuits, now)
  const submit = createSubmit({ table, group, idempotency, admission, makeJobs, acceptance })

  return {
    async submit(request, caller, key = null, signal) {
      if (stop.signal.aborted) throw new AppError('shutting_down', 'The service is stopping and takes no more jobs')
      backpressure.submitted()
      return submit(request, caller, key, signal)
    },
    async estimate(request, { key_id }, signal) {
      const admitted = await admission.admitUnpaid(readSubmission(request), { owner: key_id, signal })
      return estimateOf(admitted, key_id, { ledger, queue, runtime: waits.runtime, placeOf })
    },
    get: queries.get,
    list: queries.list,
    result: queries.result,
    shots: queries.shots,
    abort: async (id, caller) => queries.detail(await commands.abort(id, caller)),
    remove: commands.remove,
    events,
    async resume() {
      idempotency.purge()
      await reservations.releaseOrphans()
      await recover({ table, results, transitions, runner, add: queue.add })
    },
    queueLength: queue.openOn,
    running: queue.running,
    async stop() {
      stop.abort(new DOMException('The service is stopping', 'AbortError'))
      stopPurge()
      positions.stop()
      indexing.stop()
      await queue.stop()
      await group.drained()
    },
  }
}

const WAITING_FOR_MEMORY = 'next in the queue; waiting for memory for its state vector, which running jobs hold'
