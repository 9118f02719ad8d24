/** Stored rows that are worked through one at a time, owners taking turns: runs, and studies. */

import { AppError } from '../../contract/model/errors'
import { type Run, type RunStatus, runStates } from '../../contract/runs/run'
import type { Caller } from '../../contract/service/account'
import { tenTimesASecond } from '../../events/announcing-table'
import type { Logger } from '../../log/log'
import type { Space } from '../../store/disk-space'
import { createSerialQueue } from './serial-queue'

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
