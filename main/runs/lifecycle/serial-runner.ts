/** Stored rows that are executed one at a time, owners taking turns: runs, and studies. */
import { AppError } from '../../contract/model/errors'
import { type Run, type RunStatus, runStates } from '../../contract/runs/run'
import type { Caller } from '../../contract/service/account'
import { tenTimesASecond } from '../../events/announcing-table'
import type { Logger } from '../../log/log'
import type { Space } from '../../store/disk-space'
import { createRoundRobin, type RoundRobinEntry } from '../../worker/round-robin'

export type Progress = Run['progress']

/** Stage of a row that a full disk holds up. */
export const NO_SPACE = 'waiting for space on the disk'

interface StatusChange {
  readonly started_at?: number
  readonly finished_at?: number
  readonly reason_code?: string
  readonly reason_message?: string
}

/** Why a row ended before its time. */
export interface RowEnd {
  readonly status: 'ABORTED' | 'FAILED'
  readonly code: string
  readonly message: string
}

export interface SerialRunnerParts<Row extends { readonly status: RunStatus }> {
  /** Name of a row in texts. */
  readonly what: 'run' | 'study'
  readonly table: {
    find(id: string): Row | null
    /** False where the move is not legal; resolves once it is on the disk. */
    move(id: string, to: RunStatus, change?: StatusChange): Promise<boolean>
  }
  /** Executes the row and completes or fails it; rejects on an abort or an unexpected error. */
  readonly execute: (row: Row, signal: AbortSignal, progress: (at: Progress) => void) => Promise<void>
  /** How a row ends that broke down with this error; null: for a reason that only the log knows. */
  readonly endOf?: (error: unknown) => RowEnd | null
  /** Stage text of a row that waits at this position of the queue. */
  readonly waitingText?: (position: number) => string
  /** Called last for a row: after its execution, or when it leaves the queue without one. */
  readonly over?: (id: string) => void
  /** Announces progress; called about ten times a second. */
  readonly announce: (id: string) => void
  /** A full disk holds rows up; it does not end them. */
  readonly space: Pick<Space, 'retryWhenFree'>
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly now: () => number
}

export interface SerialRunner {
  /** `owner` is the key that requested the row, null for the account holder; left out: the service itself. */
  add(id: string, owner?: string | null): void
  /** Ends a row that cannot be executed. */
  end(id: string, end: RowEnd): Promise<void>
  /** Progress of a row that is being executed, position of one that waits; undefined for one that is over. */
  progress(id: string): Progress | undefined
  /** Id of the row that is being executed. */
  running(): string | null
  /** Throws AppError shutting_down once stopped. */
  refuseWhileStopping(): void
  /** Resolves once the abort is on the disk; throws AppError conflict for a row that is over. */
  abort(id: string, caller: Caller): Promise<void>
  /** Stops the row that is being executed without ending it. */
  stop(): Promise<void>
}

const PLURAL = { run: 'runs', study: 'studies' } as const

export function createSerialRunner<Row extends { readonly status: RunStatus }>(
  parts: SerialRunnerParts<Row>,
): SerialRunner {
  const { what, table, space, log, now, waitingText = position => `queued, position ${position}` } = parts
  const progress = new Map<string, Progress>()
  const announceProgress = tenTimesASecond(parts.announce, now)
  const queue = createSerialQueue(takeTurn, {
    what,
    report: error => log.error({ err: error }, `a ${what} could not be run`),
    moved: parts.announce,
    over: id => parts.over?.(id),
  })
  const stop = new AbortController()

  async function takeTurn(id: string, signal: AbortSignal): Promise<void> {
    const row = table.find(id)
    if (!row || !(await begin(id, signal))) return
    try {
      await parts.execute(row, signal, at => {
        progress.set(id, at)
        announceProgress(id)
      })
    } catch (error) {
      // A stop leaves the row at PROCESSING: the next start takes it up again.
      if (stop.signal.aborted || runStates.isTerminal(table.find(id)!.status)) return
      await end(id, named(id, error))
    } finally {
      progress.delete(id)
    }
  }

  /** A failure with a code is stored by it; anything else is a bug, whose stack is logged. */
  function named(id: string, error: unknown): RowEnd {
    const subject = { [`${what}_id`]: id }
    const known = parts.endOf?.(error)
    if (known) {
      log.warn({ ...subject, code: known.code, status: known.status }, `a ${what} ended early: ${known.message}`)
      return known
    }
    log.error({ err: error, ...subject }, `a ${what} failed`)
    return { status: 'FAILED', code: 'engine_error', message: `The ${what} failed; see the log for the cause` }
  }

  /** False where the row has ended, or ends while it waits for space. */
  async function begin(id: string, signal: AbortSignal): Promise<boolean> {
    try {
      return await space.retryWhenFree(() => table.move(id, 'PROCESSING', { started_at: now() }), signal)
    } catch (error) {
      if (signal.aborted) return false
      throw error
    }
  }

  async function end(id: string, { status, code, message }: RowEnd): Promise<void> {
    const change = { finished_at: now(), reason_code: code, reason_message: message }
    await space.retryWhenFree(() => table.move(id, status, change), stop.signal)
  }

  return {
    add: queue.add,
    end,
    progress(id) {
      const position = queue.position(id)
      return position === null ? progress.get(id) : { fraction: 0, stage: waitingText(position) }
    },
    running: queue.running,
    refuseWhileStopping() {
      if (!stop.signal.aborted) return
      throw new AppError('shutting_down', `The service is stopping and takes no more ${PLURAL[what]}`)
    },
    async abort(id, caller) {
      const reason = { reason_code: 'user_cancelled', reason_message: `Aborted by ${caller.name}` }
      if (!(await table.move(id, 'ABORTED', { finished_at: now(), ...reason }))) {
        const { status } = table.find(id)!
        const name = `${what[0]!.toUpperCase()}${what.slice(1)} ${id}`
        throw new AppError('conflict', `${name} is ${status} and cannot be aborted`, { details: { status } })
      }
      queue.cancel(id)
    },
    async stop() {
      stop.abort(new DOMException('The service is stopping', 'AbortError'))
      await queue.stop()
    },
  }
}

interface SerialEntry extends RoundRobinEntry {
  readonly id: string
}

interface SerialQueue extends Pick<SerialRunner, 'add' | 'running' | 'stop'> {
  /** Takes it out of the queue, or aborts it when it is being executed. */
  cancel(id: string): void
  /** Position in the queue, 1 is executed next; null for a row that does not wait. */
  position(id: string): number | null
}

/** Positions further back change with every start and are not announced. */
const ANNOUNCED_PLACES = 50

interface QueueParts {
  /** Name of an entry in texts. */
  readonly what: 'run' | 'study'
  report(error: unknown): void
  /** Called when the position of an entry has changed. */
  moved(id: string): void
  /** Called when an entry has left the queue for good. */
  over(id: string): void
}

/**
 * Gives one entry after another its turn, round robin over owners. An error of an entry is reported and does not stop the queue. Jobs wait
 * in a queue for each backend (decision 012).
 */
function createSerialQueue(
  takeTurn: (id: string, signal: AbortSignal) => Promise<void>,
  { what, report, moved, over }: QueueParts,
): SerialQueue {
  const waiting = createRoundRobin<SerialEntry>()
  const entries = new Map<string, SerialEntry>()
  let current: { id: string; controller: AbortController } | null = null
  let idle: Promise<void> = Promise.resolve()
  let [added, stopped] = [0, false]

  async function drain(): Promise<void> {
    for (let entry = waiting.shift(); entry !== null; entry = waiting.shift()) {
      entries.delete(entry.id)
      current = { id: entry.id, controller: new AbortController() }
      for (const { id } of waiting.front(ANNOUNCED_PLACES)) moved(id)
      await takeTurn(entry.id, current.controller.signal).catch(report)
      current = null
      over(entry.id)
    }
  }

  return {
    add(id, owner) {
      if (stopped) return
      const entry = { id, owner, sequence: added++ }
      entries.set(id, entry)
      waiting.push(entry)
      if (!current) idle = idle.then(drain)
    },
    cancel(id) {
      const entry = entries.get(id)
      if (entry) waiting.remove(entry)
      entries.delete(id)
      if (entry) over(id)
      if (current?.id === id) current.controller.abort(new DOMException(`The ${what} was aborted`, 'AbortError'))
    },
    position(id) {
      const entry = entries.get(id)
      return entry ? waiting.position(entry) : null
    },
    running: () => current?.id ?? null,
    async stop() {
      stopped = true
      waiting.clear()
      current?.controller.abort(new DOMException('The service is stopping', 'AbortError'))
      await idle
    },
  }
}
