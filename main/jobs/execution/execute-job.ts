/** One job from its turn in the queue to its end. */
import { jobStates, type StatusReason } from '../../contract/jobs/status'
import { AppError } from '../../contract/model/errors'
import { DeviceFailure } from '../../device/failures'
import { NotMeasured } from '../model/executor'
import type { JobRow } from '../model/job'
import type { ResultRow } from '../storage/result-table'
import { IllConditionedReadout } from './estimates/readout-confusion'
import { type CircuitExecutionOptions, executeCircuits, type JobTurn, keptCircuits } from './execute-circuits'
import { createStart, TimeLimitExceeded } from './processing-start'

interface JobExecutionOptions extends CircuitExecutionOptions {
  readonly now: () => number
  /** Aborted once the service stops: what is running stays PROCESSING for the next start. */
  readonly stopped: AbortSignal
}

export interface JobExecution {
  /** Resolves to the ended job; null when something else ended it, or the service stops. */
  execute(id: string, controller: AbortController): Promise<JobRow | null>
  /** Completes a job whose result was stored before the service went down. */
  complete(row: JobRow, result: ResultRow): Promise<JobRow | null>
  /** ABORTED is COMPLETED where a device had measured every shot, and they are kept. */
  end(row: JobRow, to: 'FAILED' | 'ABORTED', reason: StatusReason): Promise<JobRow | null>
}

export function createJobExecution(options: JobExecutionOptions): JobExecution {
  const { table, transitions, tracker, space, stopped } = options

  async function execute(id: string, controller: AbortController): Promise<JobRow | null> {
    const row = table.find(id)
    if (!row || !jobStates.mayMove(row.status, 'PROCESSING')) return null
    const { signal } = controller
    const turn = { row, start: createStart(row, controller, options), signal }
    tracker.begin(id)
    try {
      return await store(turn, await executeCircuits(turn, options), options)
    } catch (error) {
      if (signal.reason instanceof TimeLimitExceeded) return end(row, 'ABORTED', signal.reason.why)
      const ending = endAfter(error, row, options)
      return ending && (await end(row, ending.to, ending.reason))
    } finally {
      tracker.end(id)
    }
  }

  const complete = (row: JobRow, result: ResultRow) =>
    space.retryWhenFree(() => moveToCompleted(row, result, options), stopped)

  async function end(row: JobRow, to: 'FAILED' | 'ABORTED', { code, message }: StatusReason): Promise<JobRow | null> {
    const kept = to === 'ABORTED' ? await keptResult(row, options) : null
    if (kept) return complete(row, kept)
    const why = { reason_code: code, reason_message: message }
    return space.retryWhenFree(() => transitions.move(row.job_uuid, to, { change: why }), stopped)
  }

  return { execute, complete, end }
}

/** Measurements of a device are stored before anything else can fail; a simulation can run again and saves that write. */
async function store(
  { row, start, signal }: JobTurn,
  result: ResultRow,
  options: JobExecutionOptions,
): Promise<JobRow | null> {
  const { table, results, transitions, space, now } = options
  const { mode, sequence, job_uuid } = row
  if (mode === 'live')
    await space.retryWhenFree(() => transitions.write(() => results.insert(sequence, result, now())), signal)
  return space.retryWhenFree(async () => {
    const ending = moveToCompleted(row, result, options)
    ending.catch(() => undefined)
    await start.onDisk()
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

/** The result of a device's job of which every shot was measured and is on the disk; null where one is missing. */
async function keptResult(row: JobRow, options: JobExecutionOptions): Promise<ResultRow | null> {
  if (row.mode === 'mock') return null
  const { results, stopped, log } = options
  try {
    return results.find(row.sequence) ?? (await keptCircuits(row, stopped, options))
  } catch (error) {
    if (!(error instanceof NotMeasured)) log.warn({ err: error, job_uuid: row.job_uuid }, 'kept shots make no result')
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
