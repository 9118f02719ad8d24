/** One job from its turn in the queue to its end. */
import type { Backends } from '../../backends/backends'
import { jobStates, type StatusReason } from '../../contract/jobs/status'
import { AppError } from '../../contract/model/errors'
import { DeviceFailure } from '../../device/failures'
import type { Logger } from '../../log/log'
import type { Space } from '../../store/disk-space'
import type { Json } from '../../worker/json'
import type { Runner } from '../../worker/runner'
import { type ExecutionRequest, type Executor, type Executors, requestFor } from '../model/executor'
import type { JobRow, JsonBlobs } from '../model/job'
import type { ProgressTracker } from '../queue/job-places'
import type { JobTable } from '../storage/job-table'
import type { MeasuredBatchTable } from '../storage/measured-batches'
import type { ResultRow, ResultTable } from '../storage/result-table'
import type { RowTable } from '../storage/row-table'
import type { JobTasks } from '../tasks/registry'
import { estimator } from './estimate-job'
import { executeSweep } from './sweeps/sweep'
import type { Transitions } from './transitions'

const WAITS_FOR_MEMORY = {
  position: 1,
  basis: 'next in the queue; waiting for memory for its state vector, which running jobs hold',
}
const BEHIND_DEVICE = 'place at the sequencer, which a run or another job holds; how long those take is not known'

interface JobExecutionOptions {
  readonly table: JobTable
  readonly results: ResultTable
  readonly circuits: JsonBlobs
  readonly rows: RowTable
  readonly measured: Pick<MeasuredBatchTable, 'keeping'>
  readonly transitions: Transitions
  readonly tracker: ProgressTracker
  /** A full disk holds a job up; it does not end it. */
  readonly space: Pick<Space, 'retryWhenFree'>
  readonly backends: Pick<Backends, 'get'>
  readonly executors: Executors
  /** Where the long work of jobs is done. */
  readonly background: Runner<JobTasks>
  readonly log: Logger
  readonly now: () => number
  /** Aborted once the service stops: what is running stays PROCESSING for the next start. */
  readonly stopped: AbortSignal
}

export interface JobExecution {
  /** Answers the job as it ended; null when it was somebody else who ended it, or the service stops. */
  execute(id: string, controller: AbortController): Promise<JobRow | null>
  /** Completes a job whose result was stored before the service went down. */
  complete(row: JobRow, result: ResultRow): Promise<JobRow | null>
  end(row: JobRow, to: 'FAILED' | 'ABORTED', reason: StatusReason): Promise<JobRow | null>
}

export function createJobExecution(parts: JobExecutionOptions): JobExecution {
  const { table, results, transitions, tracker, space, stopped, log, now } = parts

  async function execute(id: string, controller: AbortController): Promise<JobRow | null> {
    const row = table.find(id)
    if (!row || !jobStates.mayMove(row.status, 'PROCESSING')) return null
    const start = createStart(row, controller, parts)
    tracker.begin(id)
    try {
      const result = await resultOf(row, start, controller.signal)
      return await store(row, start, { result, signal: controller.signal })
    } catch (error) {
      const { reason } = controller.signal
      if (reason instanceof TimeLimitExceeded) return end(row, 'ABORTED', reason.why)
      return fail(row, error)
    } finally {
      tracker.end(id)
    }
  }

  async function resultOf(row: JobRow, start: ProcessingStart, signal: AbortSignal): Promise<ResultRow> {
    const json = await parts.circuits.read(table.circuit(row))
    signal.throwIfAborted()
    const backend = parts.backends.get(row.backend)
    const executor = parts.executors(backend)
    const request = { ...askedOf(row, start, signal), backend }
    const held = row.rows === null && row.estimates === null ? undefined : executor.holding?.()
    const holder = held ? { ...executor, ...held } : executor
    const asked = row.estimates === null ? holder : estimating(row, holder)
    const executing =
      row.rows === null
        ? ofCircuit(row, { asked, json, request }, start)
        : ofSweep(row, { asked, json, request }, start)
    return executing.finally(() => held?.release())
  }

  async function ofCircuit(row: JobRow, { asked, json, request }: JobWork, start: ProcessingStart): Promise<ResultRow> {
    const single = requestFor(json, { ...request, seed: BigInt(row.seed) })
    const executed = await asked.execute(single).then(started(start)).finally(start.end)
    return results.prepare(executed, row.num_clbits, request.signal)
  }

  async function ofSweep(row: JobRow, { asked, json, request }: JobWork, start: ProcessingStart): Promise<ResultRow> {
    const parameters = await parts.circuits.read(table.parameters(row)!)
    const { seed, num_clbits } = row
    const { rows, background } = parts
    const sweep = executeSweep({
      ...{ executor: asked, json, parameters, seed, num_clbits, request },
      rows,
      results,
      background,
    })
    return sweep.then(started(start)).finally(start.end)
  }

  const estimating = (row: JobRow, executor: Executor): Pick<Executor, 'execute' | 'executeSweep'> => ({
    execute: estimator(row.estimates!, {
      ...{ executor, background: parts.background, rows: row.rows ?? 1 },
      asked: JSON.parse(table.estimateRequest(row)!),
    }),
  })

  /** What an executor is told of a job, and tells. */
  const askedOf = (row: JobRow, start: ProcessingStart, signal: AbortSignal) => ({
    shots: row.shots,
    options: { noise: row.noise, precision: row.precision, placement: table.placement(row) ?? undefined },
    owner: row.owner,
    work: { id: row.job_uuid, label: `job ${row.job_uuid.slice(0, 8)}` },
    signal,
    onProgress: (fraction: number) => tracker.advance(row, fraction),
    onWait: () => waitFor(row, WAITS_FOR_MEMORY, signal),
    onPlace: (position: number) =>
      position === 0
        ? tracker.waitFor(row, null)
        : waitFor(row, { position, basis: BEHIND_DEVICE, line: 'device' }, signal),
    onStart: start.begin,
    keepBatches: keeping(row),
  })

  /** A part of expectation values is none, so that nothing is kept of them. */
  function keeping({ sequence, mode, estimates }: JobRow): ExecutionRequest['keepBatches'] {
    if (mode === 'mock' || estimates !== null) return undefined
    let line = 0
    return () => parts.measured.keeping({ sequence, line: line++ })
  }

  function waitFor(
    row: JobRow,
    why: NonNullable<Parameters<ProgressTracker['waitFor']>[1]>,
    signal: AbortSignal,
  ): void {
    tracker.waitFor(row, why)
    if (row.status !== 'PENDING') return
    const moving = space.retryWhenFree(() => transitions.moveDeferred(row.job_uuid, 'WAITING', {}), signal)
    moving.catch(error => signal.aborted || log.error({ err: error }, 'WAITING could not be stored for a job'))
  }

  /** What a device measured is stored before anything else can fail; a simulation can run again and saves that write. */
  async function store(
    row: JobRow,
    start: ProcessingStart,
    { result, signal }: { readonly result: ResultRow; readonly signal: AbortSignal },
  ): Promise<JobRow | null> {
    const { mode, sequence, job_uuid } = row
    if (mode === 'live')
      await space.retryWhenFree(() => transitions.write(() => results.insert(sequence, result, now())), signal)
    return space.retryWhenFree(async () => {
      const ending = moveToCompleted(row, result)
      ending.catch(() => undefined)
      await start.onDisk()
      // A full disk may have put the start off behind the end, which was not legal then.
      return (await ending) ?? (table.find(job_uuid)?.status === 'PROCESSING' ? moveToCompleted(row, result) : null)
    }, signal)
  }

  const moveToCompleted = (row: JobRow, result: ResultRow): Promise<JobRow | null> =>
    transitions.move(row.job_uuid, 'COMPLETED', { charged: row.price * (result.shots + result.overhead_shots) }, () =>
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
    if (error instanceof DeviceFailure) {
      const { code, message, outcome } = error
      log.warn({ job_uuid: row.job_uuid, code, status: outcome }, `a job ended early: ${message}`)
      return end(row, outcome, { code, message })
    }
    if (!(error instanceof AppError)) log.error({ err: error, job_uuid: row.job_uuid }, 'a job failed')
    return end(row, 'FAILED', reasonFor(error))
  }

  return {
    execute,
    complete: (row, result) => space.retryWhenFree(() => moveToCompleted(row, result), stopped),
    end,
  }
}

/** What of a job is executed, and by whom. */
interface JobWork {
  readonly asked: Pick<Executor, 'execute' | 'executeSweep'>
  readonly json: Json
  readonly request: Omit<ExecutionRequest, 'circuit' | 'json' | 'facts' | 'seed'>
}

/** One that did not say when it began has begun by its end. */
const started =
  (start: ProcessingStart) =>
  async <Result>(result: Result): Promise<Result> => {
    await start.begin()
    return result
  }

/** The move of one job to PROCESSING, which is made when its execution begins and not before. */
interface ProcessingStart {
  /** Makes the move, once. Rejects where the job has ended meanwhile. */
  begin(): Promise<void>
  /** Resolves once the move is on the disk; it is asked for with `begin`. */
  onDisk(): Promise<unknown>
  /** No time limit any more. */
  end(): void
}

/**
 * What a device does must not start before the disk says PROCESSING, or a restart could not tell. A simulation runs again
 * from its seed after a restart, so that it need not wait: one that ends at once is written with its end.
 */
function createStart(
  { job_uuid, mode, backend }: JobRow,
  controller: AbortController,
  { transitions, space, backends, now }: Pick<JobExecutionOptions, 'transitions' | 'space' | 'backends' | 'now'>,
): ProcessingStart {
  const { signal } = controller
  const { max_runtime_s: max_s } = backends.get(backend).limits
  let writing: Promise<JobRow | null> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function write(): Promise<JobRow | null> {
    const started = { started_at: now() }
    const move = mode === 'live' ? transitions.move : transitions.moveDeferred
    const written = space.retryWhenFree(() => move(job_uuid, 'PROCESSING', started), signal)
    // Whoever waits for it is told as well.
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
    end: () => clearTimeout(timer),
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
  if (error instanceof AppError) return { code: 'engine_error', message: error.message }
  return { code: 'engine_error', message: 'The engine could not run the circuit; the log holds the cause' }
}
