/** The stored runs and their execution, one at a time; owners take turns, each in the order of its own runs. */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../contract/model/errors'
import type { Run } from '../../contract/runs/run'
import type { Caller } from '../../contract/service/account'
import { withAnnouncements } from '../../events/announcing-table'
import { type RunRow, runOf } from './run-row'
import { createSerialRunner } from './serial-runner'
import type { RunContext, RunServices } from './services'
import { executeStored } from './stored-run'
import { type NewRun, type RunTable, runTable } from './table'
import { priceOn } from './tokens'

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
