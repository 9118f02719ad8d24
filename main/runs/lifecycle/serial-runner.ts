import { AppError } from '../../contract/model/errors'
import { type Run, type RunStatus, runStates } from '../../contract/runs/run'
import type { Caller } from '../../contract/service/account'
import { tenTimesASecond } from '../../events/announcing-table'
import type { Logger } from '../../log/log'
import type { Space } from '../../store/disk-space'
import { createRoundRobin, type RoundRobinEntry } from '../../worker/round-robin'

/** Stored rows that are worked through one at a time, owners taking turns: runs, and studies. */

export type Progress = Run['progress']

interface Change {
  readonly started_at?: number
  readonly finished_at?: number
  readonly reason_code?: string
  readonly reason_message?: string
}

export interface SerialRunnerParts<Row extends { readonly status: RunStatus }> {
  /** What a row is, in words. */
  readonly what: 'run' | 'study'
  readonly table: {
    find(id: string): Row | null
    /** False where the move is not legal; resolves once it is on the disk. */
    move(id: string, to: RunStatus, change?: Change): Promise<boolean>
  }
  /** Does what the row asks for and completes or fails it; rejects when aborted or broken down. */
  readonly work: (row: Row, signal: AbortSignal, progress: (at: Progress) => void) => Promise<void>
  /** Told of progress some ten times a second. */
  readonly tell: (id: string) => void
  /** A full disk holds rows up; it does not end them. */
  readonly space: Pick<Space, 'retryWhenFree'>
  readonly log: Pick<Logger, 'error'>
  readonly now: () => number
}

export function createSerialRunner<Row extends { readonly status: RunStatus }>(parts: SerialRunnerParts<Row>) {
  const { what, table, work, tell, space, log, now } = parts
  const progress = new Map<string, Progress>()
  const tellProgress = tenTimesASecond(tell, now)
  const queue = createSerialQueue(run, error => log.error({ err: error }, `a ${what} could not be run`))
  const stop = new AbortController()

  async function run(id: string, signal: AbortSignal): Promise<void> {
    const row = table.find(id)
    if (!row || !(await begin(id, signal))) return
    try {
      await work(row, signal, at => {
        progress.set(id, at)
        tellProgress(id)
      })
    } catch (error) {
      // A stop leaves the row at PROCESSING: the next start takes it up again.
      if (stop.signal.aborted || runStates.isTerminal(table.find(id)!.status)) return
      log.error({ err: error, [`${what}_id`]: id }, `a ${what} failed`)
      await fail(id, 'engine_error', `The ${what} failed; see the log for the cause`)
    } finally {
      progress.delete(id)
    }
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

  async function fail(id: string, reason_code: string, reason_message: string): Promise<void> {
    const change = { finished_at: now(), reason_code, reason_message }
    await space.retryWhenFree(() => table.move(id, 'FAILED', change), stop.signal)
  }

  return {
    add: queue.add,
    fail,
    /** Of what is being done; nothing of what waits or is over. */
    progress: (id: string): Progress | undefined => progress.get(id),
    /** Id of what is being done. */
    running: queue.running,
    /** Throws AppError shutting_down once stopped. */
    refuseWhileStopping(takes: string): void {
      if (stop.signal.aborted) throw new AppError('shutting_down', `The service is stopping and takes no more ${takes}`)
    },
    /** Resolves once it is on the disk; throws AppError conflict for what is over. */
    async abort(id: string, caller: Caller): Promise<void> {
      const reason = { reason_code: 'user_cancelled', reason_message: `Aborted by ${caller.name}` }
      if (!(await table.move(id, 'ABORTED', { finished_at: now(), ...reason }))) {
        const { status } = table.find(id)!
        const name = `${what[0]!.toUpperCase()}${what.slice(1)} ${id}`
        throw new AppError('conflict', `${name} is ${status} and cannot be aborted`, { status })
      }
      queue.cancel(id)
    },
    /** Ends what is being done without losing it. */
    async stop(): Promise<void> {
      stop.abort(new DOMException('The service is stopping', 'AbortError'))
      await queue.stop()
    },
  }
}

interface Entry extends RoundRobinEntry {
  readonly id: string
}

export interface SerialQueue {
  /** `owner` is the key that asked for it, null the account holder; left out: the service itself. */
  add(id: string, owner?: string | null): void
  /** Takes it out of the queue, or aborts it when it runs. */
  cancel(id: string): void
  /** Id of what runs now. */
  running(): string | null
  stop(): Promise<void>
}

/** Runs one piece of work after another, round robin over owners. What a piece throws is reported and stops nothing. */
export function createSerialQueue(
  work: (id: string, signal: AbortSignal) => Promise<void>,
  report: (error: unknown) => void,
): SerialQueue {
  const waiting = createRoundRobin<Entry>()
  const entries = new Map<string, Entry>()
  let current: { id: string; controller: AbortController } | null = null
  let idle: Promise<void> = Promise.resolve()
  let [added, stopped] = [0, false]

  async function drain(): Promise<void> {
    for (let entry = waiting.shift(); entry !== null; entry = waiting.shift()) {
      entries.delete(entry.id)
      current = { id: entry.id, controller: new AbortController() }
      await work(entry.id, current.controller.signal).catch(report)
      current = null
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
      if (current?.id === id) current.controller.abort(new DOMException('The run was aborted', 'AbortError'))
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
