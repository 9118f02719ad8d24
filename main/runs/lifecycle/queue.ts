import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../contract/model/errors'
import type { Replay } from '../../contract/runs/record'
import type { Run } from '../../contract/runs/run'
import type { Caller } from '../../contract/service/account'
import { withAnnouncements } from '../../events/announcing-table'
import type { Store } from '../../store/store'
import type { Runner } from '../../worker/runner'
import type { RunTasks } from '../execution/tasks'
import { recordIn } from '../recording/record-file'
import { createSerialRunner } from './serial-runner'
import type { RunContext, RunServices } from './services'
import { type NewRun, type RunRow, type RunTable, requestOf, runOf, runTable } from './table'
import { priceOn, tokensOf } from './tokens'

/** The stored runs and their execution, one at a time; owners take turns, each in the order of its own runs. */

/** Runs that may be open at once, on all backends. */
const QUEUE_LIMIT = 1_000

export interface RunQueue {
  readonly table: RunTable
  /** With the progress of what is being executed. */
  shown(row: RunRow): Run
  /** Throws AppError shutting_down once stopped. */
  refuseWhileStopping(): void
  /** Stores a run and queues it; resolves once it is on the disk. Throws shutting_down, queue_full, insufficient_tokens. */
  enter(run: Omit<NewRun, 'run_id' | 'created_at' | 'price'>): Promise<Run>
  /** Throws AppError conflict for what is over. */
  abort(run_id: string, caller: Caller): Promise<Run>
  /** After a crash or a stop: simulated runs that had not finished are run again, oldest first. */
  resume(): Promise<void>
  /** Runs executing now. */
  running(): number
  /** Ends the run in hand without losing it: the next `resume` starts it over. */
  stop(): Promise<void>
}

export function createRunQueue(context: RunContext, publish: RunServices['publish']): RunQueue {
  const { store, log, now, money } = context
  const executed = executedShots()
  const tell = (run_id: string): void => publish?.(shown(table.find(run_id)!))
  const table = withAnnouncements(runTable(store, { money, executed: executed.of }), ({ run_id }) => run_id, tell)
  const execution = { ...context, table, executed: executed.set }
  const serial = createSerialRunner<RunRow>({
    what: 'run',
    table,
    work: (row, signal, progress) => executeStored(row, execution, signal, progress),
    tell,
    space: store.space,
    log,
    now,
  })
  const shown = (row: RunRow): Run => runOf(row, serial.progress(row.run_id))
  const refuseWhileStopping = (): void => serial.refuseWhileStopping('runs')

  return {
    table,
    shown,
    refuseWhileStopping,
    async enter(run) {
      refuseWhileStopping()
      refuseWhenFull(table)
      const run_id = randomUUID()
      await table.insert({ ...run, run_id, created_at: now(), price: priceOn(money, run.backend_id) })
      serial.add(run_id, run.owner)
      return shown(table.find(run_id)!)
    },
    async abort(run_id, caller) {
      await serial.abort(run_id, caller)
      return shown(table.find(run_id)!)
    },
    async resume() {
      for (const { run_id, status, simulated, owner } of table.unfinished()) {
        if (!simulated) await serial.fail(run_id, 'service_restart', 'The service stopped while the device was running')
        else if (status === 'PENDING' || (await table.move(run_id, 'PENDING', { started_at: null })))
          serial.add(run_id, owner)
      }
    },
    running: () => (serial.running() === null ? 0 : 1),
    stop: serial.stop,
  }
}

/** Shots of the run in hand that were executed so far. */
function executedShots() {
  const shots = new Map<string, number>()
  return {
    of: (run_id: string): number => shots.get(run_id) ?? 0,
    set(run_id: string, count: number): void {
      // One run at a time: with its first count those before it are over.
      if (count === 0) shots.clear()
      shots.set(run_id, count)
    },
  }
}

function refuseWhenFull(table: Pick<RunTable, 'open'>): void {
  if (table.open() >= QUEUE_LIMIT)
    throw new AppError('queue_full', `${QUEUE_LIMIT} runs are open`, { limit: QUEUE_LIMIT })
}

/** One run from its stored row to its stored record. */

export interface ExecutionContext {
  readonly store: Store
  readonly table: RunTable
  readonly computing: Runner<RunTasks>
  readonly now: () => number
  readonly version: string
  /** Told of the shots of a run that were executed so far. */
  readonly executed: (run_id: string, shots: number) => void
}

/**
 * Runs the row and completes it. Rejects when aborted, with the signal's reason, or broken down; the bit files written so
 * far are removed then, and the row is left as it is.
 */
export async function executeStored(
  row: RunRow,
  { store, table, computing, now, version, executed }: ExecutionContext,
  signal: AbortSignal,
  progress: (at: Run['progress']) => void,
): Promise<void> {
  const { run_id, backend_id } = row
  const written: Promise<string>[] = []
  let fraction = 0
  const tell = (at: number, stage: string): void => {
    fraction = at
    progress({ fraction, stage })
  }
  /** On a full disk the run waits. */
  const retryWhenFree = <T>(work: () => Promise<T>): Promise<T> =>
    store.space.retryWhenFree(work, signal, () => tell(fraction, NO_SPACE))
  const writeBits = (bytes: Uint8Array): Promise<string> => {
    const file = retryWhenFree(() => store.writeFile(bytes))
    written.push(file)
    return file
  }
  try {
    const plan = await store.readFile(row.plan)
    const repeated = row.replay === null ? null : table.record((JSON.parse(row.replay) as Replay).of)
    const original = repeated && (await recordIn(repeated, store.readFile))
    const price_per_shot = tokensOf(row)?.price_per_shot ?? null
    const simulated = row.simulated === 1
    const run = { run_id, backend_id, simulated, price_per_shot, request: requestOf(row), version, plan, original }
    const host = { writeBits, now, progress: tell, executed: (shots: number) => executed(run_id, shots) }
    // A run that was interrupted starts over: what it had executed is not charged twice.
    executed(run_id, 0)
    const result = await computing.run('carryOutRun', run, { signal, host, patient: true })
    signal.throwIfAborted()
    const kept = await retryWhenFree(() => table.move(run_id, 'COMPLETED', { finished_at: now(), ...result }))
    if (!kept) throw new Error(`run ${run_id} was ended while it was being completed`)
  } catch (error) {
    await removeOrphanedBits(await settledOf(written), table, store)
    throw error
  }
}

/** Stage of a run that a full disk holds up. */
export const NO_SPACE = 'waiting for space on the disk'

/** Whoever gives a run up does not wait for the file that is being written. */
async function settledOf(written: readonly Promise<string>[]): Promise<string[]> {
  const files = await Promise.allSettled(written)
  return files.flatMap(file => (file.status === 'fulfilled' ? [file.value] : []))
}

/** Records looked at before the event loop gets its turn. */
const RECORDS_AT_ONCE = 20

interface Records {
  recordsAfter(sequence: RunRow['sequence'], limit: number): { sequence: number; record: string }[]
}

/**
 * Removes the bit files of a run that did not complete, but for those that a record names: a replay writes the very files
 * of the run it repeats. Nothing else may write bit files meanwhile, as runs go one at a time.
 */
export async function removeOrphanedBits(hashes: Iterable<string>, records: Records, store: Pick<Store, 'removeFile'>) {
  const candidates = new Set(hashes)
  let after = 0
  for (;;) {
    const page = records.recordsAfter(after, RECORDS_AT_ONCE)
    for (const { record } of page) for (const hash of candidates) if (record.includes(hash)) candidates.delete(hash)
    if (page.length < RECORDS_AT_ONCE || candidates.size === 0) break
    after = page.at(-1)!.sequence
    await setImmediate()
  }
  for (const hash of candidates) await store.removeFile(hash)
}
