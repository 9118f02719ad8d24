/** The stored runs and their execution: one simulated run at a time, and one on each device. Owners take turns, each in the order of its own runs. */
import { randomUUID } from 'node:crypto'
import { AppError } from '../../contract/model/errors'
import type { Run } from '../../contract/runs/run'
import type { Caller } from '../../contract/service/account'
import { deviceFailureOf } from '../../device/failures'
import { withAnnouncements } from '../../events/announcing-table'
import type { NewRun, RunRow } from '../model/run'
import { hostRun, type RunServices, waitingForDevice } from './host-run'
import { type MeasuredRunBatchTable, measuredRunBatchTable } from './measured-batches'
import { createSerialRunner, type RowEnd, type SerialRunner } from './serial-runner'
import { type RunTable, runOf, runTable } from './table'
import { priceOn } from './tokens'

/** Runs that may be open at once, on all backends. */
const MAX_OPEN_RUNS = 1_000

export interface RunQueue {
  readonly table: RunTable
  readonly batches: MeasuredRunBatchTable
  /** The run with its progress, or its position in the queue. */
  shown(row: RunRow): Run
  /** Throws AppError shutting_down once stopped. */
  refuseWhileStopping(): void
  /** Stores a run and queues it; resolves once it is on the disk. Throws shutting_down, queue_full, insufficient_tokens. */
  add(run: Omit<NewRun, 'run_id' | 'created_at' | 'price'>): Promise<Run>
  /** Throws AppError conflict for a run that is over. */
  abort(run_id: string, caller: Caller): Promise<Run>
  /** After a crash or a stop: runs that had not finished are run again, oldest first; those that had their device are ended. */
  resume(): Promise<void>
  /** Runs executing now. */
  running(): number
  /** Stops the running runs without ending them: the next `resume` takes them up. */
  stop(): Promise<void>
}

export function createRunQueue(services: RunServices): RunQueue {
  const { store, log, now, pricing, publish } = services
  const executedShots = new Map<string, number>()
  const batches = measuredRunBatchTable(store)
  const stored = runTable(store, { pricing, executedShots: run_id => executedShots.get(run_id) ?? 0 })
  /** By backend; simulated runs have a runner of their own, so that a run that waits for a device does not hold them up. */
  const runners = new Map<string, SerialRunner>()
  const shown = (row: RunRow): Run => runOf(row, runners.get(runnerKey(row))?.progress(row.run_id))
  const announce = (run_id: string): void => publish?.(shown(stored.find(run_id)!))
  const table = withAnnouncements(stored, ({ run_id }) => run_id, announce)
  const arrivals = arrivalsOf(services)
  const execution = { ...services, table, batches, executedShots }
  const newRunner = (waitingText?: (position: number) => string) =>
    createSerialRunner<RunRow>({
      ...(waitingText && { waitingText }),
      what: 'run',
      table,
      execute: (row, signal, report) => hostRun(row, { ...execution, signal, report }),
      endOf: endOnDevice,
      over: arrivals.over,
      announce,
      space: store.space,
      log,
      now,
    })
  /** Stage text of a run that waits for the device: its position among runs and jobs. */
  function atDevice(backend_id: string, position: number): string {
    const begun = runners.get(backend_id)!.running() === null ? 0 : 1
    return waitingForDevice(services.deviceOf?.(backend_id)?.positionOf('run', { position, begun }) ?? position)
  }
  const simulated = newRunner()
  runners.set(SIMULATED, simulated)
  function runnerOf(row: Pick<RunRow, 'driven' | 'backend_id'>): SerialRunner {
    const key = runnerKey(row)
    const runner = runners.get(key) ?? newRunner(queued => atDevice(key, queued))
    runners.set(key, runner)
    return runner
  }

  return {
    table,
    batches,
    shown,
    refuseWhileStopping: simulated.refuseWhileStopping,
    async add(run) {
      simulated.refuseWhileStopping()
      refuseWhenFull(table)
      const run_id = randomUUID()
      await table.insert({ ...run, run_id, created_at: now(), price: priceOn(pricing, run.backend_id) })
      arrivals.add({ ...run, run_id })
      runnerOf(run).add(run_id, run.owner)
      return shown(table.find(run_id)!)
    },
    async abort(run_id, caller) {
      await runnerOf(table.find(run_id)!).abort(run_id, caller)
      return shown(table.find(run_id)!)
    },
    async resume() {
      for (const row of table.unfinished()) {
        const { run_id, status, owner } = row
        const runner = runnerOf(row)
        if (row.driven && status === 'PROCESSING' && batches.hasBegun(run_id)) {
          // Shots on the disk were measured and are charged, as for any run that ends early.
          const measured = batches.of(run_id)
          executedShots.set(run_id, measuredShots(measured))
          // Recorded before the end is on the disk: after a kill in between it would be lost.
          services.deviceOf?.(row.backend_id)?.abandoned(run_id)
          await runner.end(run_id, stoppedOnDevice(measured.length > 0))
        } else if (status === 'PENDING' || (await table.move(run_id, 'PENDING', { started_at: null }))) {
          arrivals.add(row)
          runner.add(run_id, owner)
        }
      }
    },
    running: () => [...runners.values()].filter(runner => runner.running() !== null).length,
    async stop() {
      await Promise.all([...runners.values()].map(runner => runner.stop()))
    },
  }
}

/** Key of the runner of all simulated runs; no backend has an empty id. */
const SIMULATED = ''

const runnerKey = ({ driven, backend_id }: Pick<RunRow, 'driven' | 'backend_id'>): string =>
  driven ? backend_id : SIMULATED

/** Measured shots that are charged; those of the assignment circuits are not. */
const measuredShots = (rows: readonly { readonly kind: string; readonly shots: number }[]): number =>
  rows.filter(({ kind }) => kind !== 'assignment').reduce((sum, { shots }) => sum + shots, 0)

/** The end of a run that had its device: it is never started over, and its batches stay. */
const stoppedOnDevice = (has_batches: boolean): RowEnd => ({
  status: 'ABORTED',
  code: 'service_restart',
  message: has_batches
    ? 'The service stopped while the device was running; whole batches are kept'
    : 'The service stopped while the run had the device, before its first batch was stored; nothing is charged',
})

function endOnDevice(error: unknown): RowEnd | null {
  const failure = deviceFailureOf(error)
  return failure && { status: failure.outcome, code: failure.code, message: failure.message }
}

function refuseWhenFull(table: Pick<RunTable, 'open'>): void {
  if (table.open() >= MAX_OPEN_RUNS)
    throw new AppError('queue_full', `${MAX_OPEN_RUNS} runs are open`, { details: { limit: MAX_OPEN_RUNS } })
}

/** Entries of open runs in the queues of their devices. */
function arrivalsOf({ deviceOf }: Pick<RunServices, 'deviceOf'>) {
  const leaving = new Map<string, () => void>()
  return {
    add({ run_id, backend_id, driven }: Pick<RunRow, 'run_id' | 'backend_id' | 'driven'>): void {
      const device = driven ? deviceOf?.(backend_id) : null
      if (device) leaving.set(run_id, device.announce('run'))
    },
    over(run_id: string): void {
      leaving.get(run_id)?.()
      leaving.delete(run_id)
    },
  }
}
