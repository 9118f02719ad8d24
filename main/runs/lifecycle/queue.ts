/** The stored runs and their execution: one simulated run at a time, and one on each device. Owners take turns, each in the order of its own runs. */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../contract/model/errors'
import type { Replay } from '../../contract/runs/record'
import type { Run } from '../../contract/runs/run'
import type { Caller } from '../../contract/service/account'
import { DeviceFailure, deviceFailureOf } from '../../device/failures'
import { withAnnouncements } from '../../events/announcing-table'
import type { Store } from '../../store/store'
import type { DeviceHost } from '../execution/measure-on-device'
import type { ReportProgress } from '../model/partial-counts'
import { recordIn } from '../recording/record-file'
import { type BatchTable, batchTable } from './batches'
import { type HostedDevice, hostDevice, waitingForDevice } from './device-host'
import { createSerialRunner, NO_SPACE, type Progress, type RowEnd, type SerialRunner } from './serial-runner'
import type { RunServices } from './services'
import { type NewRun, type RunRow, type RunTable, runOf, runTable, settingsOf } from './table'
import { priceOn, tokensOf } from './tokens'

/** Runs that may be open at once, on all backends. */
const MAX_OPEN_RUNS = 1_000

export interface RunQueue {
  readonly table: RunTable
  readonly batches: BatchTable
  /** With the progress of what is being executed. */
  shown(row: RunRow): Run
  /** Throws AppError shutting_down once stopped. */
  refuseWhileStopping(): void
  /** Stores a run and queues it; resolves once it is on the disk. Throws shutting_down, queue_full, insufficient_tokens. */
  add(run: Omit<NewRun, 'run_id' | 'created_at' | 'price'>): Promise<Run>
  /** Throws AppError conflict for what is over. */
  abort(run_id: string, caller: Caller): Promise<Run>
  /** After a crash or a stop: runs that had not finished are run again, oldest first, but for those that had their device. */
  resume(): Promise<void>
  /** Runs executing now. */
  running(): number
  /** Ends the running one without losing it: the next `resume` starts it over. */
  stop(): Promise<void>
}

export function createRunQueue(services: RunServices): RunQueue {
  const { store, log, now, pricing, publish } = services
  const executed = executedShots()
  const batches = batchTable(store)
  const announce = (run_id: string): void => publish?.(shown(table.find(run_id)!))
  const table = withAnnouncements(runTable(store, { pricing, executed: executed.of }), ({ run_id }) => run_id, announce)
  const newRunner = (waitingText?: (position: number) => string) =>
    createSerialRunner<RunRow>({
      ...(waitingText && { waitingText }),
      what: 'run',
      table,
      execute: (row, signal, progress) => executeRow(row, { ...services, table, batches, executed }, signal, progress),
      endOf: endOnDevice,
      over: arrivals.over,
      announce,
      space: store.space,
      log,
      now,
    })
  const arrivals = arrivalsOf(services)
  /** Simulated runs have a runner of their own, so that a run that waits for a device does not hold them up. */
  const simulated = newRunner()
  const runners = new Map<string, SerialRunner>()
  const runnerOf = ({ driven, backend_id }: Pick<RunRow, 'driven' | 'backend_id'>): SerialRunner => {
    if (!driven) return simulated
    const runner = runners.get(backend_id) ?? newRunner(queued => atDevice(backend_id, queued))
    runners.set(backend_id, runner)
    return runner
  }
  /** Stage text of a run that waits for the device: its position among runs and jobs. */
  function atDevice(backend_id: string, position: number): string {
    const begun = runners.get(backend_id)!.running() === null ? 0 : 1
    return waitingForDevice(services.deviceOf?.(backend_id)?.positionOf('run', { position, begun }) ?? position)
  }
  const shown = (row: RunRow): Run => runOf(row, runnerOf(row).progress(row.run_id))

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
          executed.set(run_id, measuredShots(measured))
          // Recorded before the end is on the disk: after a kill in between it would be lost.
          services.deviceOf?.(row.backend_id)?.abandoned(run_id)
          await runner.end(run_id, stoppedOnDevice(measured.length > 0))
        } else if (status === 'PENDING' || (await table.move(run_id, 'PENDING', { started_at: null }))) {
          arrivals.add(row)
          runner.add(run_id, owner)
        }
      }
    },
    running: () => [simulated, ...runners.values()].filter(runner => runner.running() !== null).length,
    async stop() {
      await Promise.all([simulated, ...runners.values()].map(runner => runner.stop()))
    },
  }
}

/** Assignment belongs to the device. */
const measuredShots = (rows: readonly { readonly kind: string; readonly shots: number }[]): number =>
  rows.filter(({ kind }) => kind !== 'assignment').reduce((sum, { shots }) => sum + shots, 0)

/** Never started over: what was measured stays as it is. */
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

/** Shots that the running runs have executed so far. */
interface ExecutedShots {
  of(run_id: string): number
  set(run_id: string, shots: number): void
  forget(run_id: string): void
}

function executedShots(): ExecutedShots {
  const executed = new Map<string, number>()
  return {
    of: run_id => executed.get(run_id) ?? 0,
    set: (run_id, shots) => void executed.set(run_id, shots),
    forget: run_id => void executed.delete(run_id),
  }
}

/**
 * Executes a stored run and completes it. Rejects when aborted, with the signal's reason, or broken down; the bit files
 * written so far are removed then, and the row is left as it is.
 */
async function executeRow(
  row: RunRow,
  {
    store,
    table,
    computing,
    now,
    version,
    executed,
    batches,
    deviceOf,
  }: RunServices & { readonly table: RunTable; readonly executed: ExecutedShots; readonly batches: BatchTable },
  signal: AbortSignal,
  report: (at: Progress) => void,
): Promise<void> {
  const { run_id, backend_id } = row
  const written: Promise<string>[] = []
  let fraction = 0
  let latest: Progress['counts']
  const progress: ReportProgress = (at, stage, counts = latest) => {
    fraction = at
    latest = counts
    report({ fraction, stage, ...(counts && { counts }) })
  }
  /** On a full disk the run waits. */
  const retryWhenFree = <T>(write: () => Promise<T>): Promise<T> =>
    store.space.retryWhenFree(write, signal, () => progress(fraction, NO_SPACE))
  const writeBits = (bytes: Uint8Array): Promise<string> => {
    const file = retryWhenFree(() => store.writeFile(bytes))
    written.push(file)
    return file
  }
  const device = row.driven ? (deviceOf?.(backend_id) ?? null) : null
  const reportStage = (stage: string) => progress(fraction, stage)
  const hosted = device && hostDevice({ row, device, store, batches, signal, report: reportStage, now })
  try {
    if (row.driven && !device)
      throw new DeviceFailure('instrument_missing', `no sequencer serves ${backend_id} in this lab`)
    const plan = await store.readFile(row.plan)
    const repeated = row.replay === null ? null : table.record((JSON.parse(row.replay) as Replay).of)
    const original = repeated && (await recordIn(repeated, store.readFile))
    const price_per_shot = tokensOf(row)?.price_per_shot ?? null
    const simulated = row.simulated === 1
    const run = { run_id, backend_id, simulated, price_per_shot, request: settingsOf(row), version, plan, original }
    const base = { writeBits, now, progress, executed: (shots: number) => executed.set(run_id, shots) }
    const host = hosted ? { ...base, ...onThread(hosted) } : base
    // A run that was interrupted starts over: what it had executed is not charged twice.
    executed.set(run_id, 0)
    const result = await computing.run('carryOutRun', run, { signal, host, always_queued: true })
    signal.throwIfAborted()
    const completed = await retryWhenFree(() => table.move(run_id, 'COMPLETED', { finished_at: now(), ...result }))
    if (!completed) throw new Error(`run ${run_id} was ended while it was being completed`)
  } catch (error) {
    await removeOrphanedBits(await settledOf(written), { table, batches, store })
    throw hosted ? hosted.causeOf(error) : error
  } finally {
    await hosted?.end()
  }
}

/** Functions that the thread may call. */
const onThread = ({ lease, measure, provenance }: HostedDevice): DeviceHost => ({ lease, measure, provenance })

/** An abort does not wait for the file that is being written. */
async function settledOf(written: readonly Promise<string>[]): Promise<string[]> {
  const files = await Promise.allSettled(written)
  return files.flatMap(file => (file.status === 'fulfilled' ? [file.value] : []))
}

/** Records looked at before the event loop gets its turn. */
const RECORDS_AT_ONCE = 20

/**
 * Removes the bit files of a run that did not complete, but for those that a record names: a replay writes the very files
 * of the run it repeats. Only simulated runs write bit files so, one at a time; batches of devices have their rows at once.
 */
async function removeOrphanedBits(
  hashes: Iterable<string>,
  {
    table,
    batches,
    store,
  }: {
    readonly table: Pick<RunTable, 'recordsAfter'>
    readonly batches: Pick<BatchTable, 'names'>
    readonly store: Pick<Store, 'removeFile'>
  },
): Promise<void> {
  const candidates = new Set([...hashes].filter(hash => !batches.names(hash)))
  let after = 0
  for (;;) {
    const page = table.recordsAfter(after, RECORDS_AT_ONCE)
    for (const { record } of page) for (const hash of candidates) if (record.includes(hash)) candidates.delete(hash)
    if (page.length < RECORDS_AT_ONCE || candidates.size === 0) break
    after = page.at(-1)!.sequence
    await setImmediate()
  }
  for (const hash of candidates) await store.removeFile(hash)
}
