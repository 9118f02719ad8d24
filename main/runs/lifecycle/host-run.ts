/** The service's side of an executing run: what its thread may call, its lease, its batches and bit files on the disk, and its end. */
import type { BackendExecution } from '../../backends/listing'
import type { Replay } from '../../contract/runs/record'
import type { Run } from '../../contract/runs/run'
import type { Device } from '../../device/device'
import { DeviceFailure, deviceFailureOf } from '../../device/failures'
import type { Provenance } from '../../device/provenance'
import type { DeviceSession } from '../../device/session'
import type { Logger } from '../../log/log'
import type { ReadyModule } from '../../modules/model/module'
import type { Batch } from '../../sequencer/host/measure-program'
import type { Store } from '../../store/store'
import type { Runner, WorkContext } from '../../worker/runner'
import { createYielder } from '../../worker/yielder'
import type { RunTasks } from '../execution/tasks'
import type { CompiledCircuit, MeasuredBatch } from '../model/measured'
import type { ReportProgress } from '../model/partial-counts'
import { type DeviceHost, type RunRow, type RunToExecute, settingsOf } from '../model/run'
import type { RunEngines } from '../model/run-engine'
import { recordIn } from '../recording/record-file'
import type { MeasuredRunBatchTable } from './measured-batches'
import { NO_SPACE, type Progress } from './serial-runner'
import type { RunTable } from './table'
import { type RunPricing, tokensOf } from './tokens'

/** Services that runs depend on. */
export interface RunServices {
  readonly store: Store
  /** Throws not_found, no_embedding, disqualified. */
  readonly modules: { resolve(backend_id: string, logical_id: string, context?: WorkContext): Promise<ReadyModule> }
  /** Throws not_found for an unknown backend. */
  readonly backends: { execution(backend_id: string): BackendExecution }
  /** Device that measures the runs of a live backend; null, or left out: they are simulated. */
  readonly deviceOf?: ((backend_id: string) => Device | null) | undefined
  /** Charges for runs; left out: runs are free. */
  readonly pricing?: RunPricing | undefined
  readonly engines: RunEngines
  /** Where the long work is done. */
  readonly computing: Runner<RunTasks>
  readonly log: Logger
  readonly now: () => number
  /** Version of the software, for the record. */
  readonly version: string
  /** Called at every change of status, and about ten times a second with progress. */
  readonly publish?: ((run: Run) => void) | undefined
}

/** What hosting a run takes beside its row. */
interface HostingContext extends RunServices {
  readonly table: RunTable
  /** Shots that the runs have executed so far, by run. */
  readonly executedShots: Map<string, number>
  readonly batches: MeasuredRunBatchTable
  readonly signal: AbortSignal
  readonly report: (at: Progress) => void
}

/**
 * Has a thread execute a stored run, serves it meanwhile, and completes it. Rejects when aborted, with the signal's reason, or
 * broken down; the bit files written so far are removed then, and the row is left as it is.
 */
export async function hostRun(
  row: RunRow,
  { store, table, computing, now, version, executedShots, batches, deviceOf, signal, report }: HostingContext,
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
    const run: RunToExecute = {
      run_id,
      backend_id,
      simulated,
      price_per_shot,
      settings: settingsOf(row),
      version,
      plan,
      original,
    }
    const base = { writeBits, now, progress, reportExecuted: (shots: number) => executedShots.set(run_id, shots) }
    const host = hosted ? { ...base, ...onThread(hosted) } : base
    // A run that was interrupted starts over: what it had executed is not charged twice.
    executedShots.set(run_id, 0)
    const result = await computing.run('executeRun', run, { signal, host, always_queued: true })
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

/** Waits for the files that are still being written, as an abort does not; returns the hashes of those that were written. */
async function settledOf(written: readonly Promise<string>[]): Promise<string[]> {
  const files = await Promise.allSettled(written)
  return files.flatMap(file => (file.status === 'fulfilled' ? [file.value] : []))
}

/** Records that are read before the event loop gets its turn. */
const RECORDS_AT_ONCE = 20

/**
 * Removes the bit files of a run that did not complete, except those that a record names: a replay writes the same files
 * as the run it repeats. Only simulated runs write bit files so, one at a time; batches of devices have their rows at
 * once.
 */
async function removeOrphanedBits(
  hashes: Iterable<string>,
  {
    table,
    batches,
    store,
  }: {
    readonly table: Pick<RunTable, 'recordsAfter'>
    readonly batches: Pick<MeasuredRunBatchTable, 'names'>
    readonly store: Pick<Store, 'removeFile'>
  },
): Promise<void> {
  const candidates = new Set([...hashes].filter(hash => !batches.names(hash)))
  const yielder = createYielder()
  let after = 0
  for (;;) {
    const page = table.recordsAfter(after, RECORDS_AT_ONCE)
    for (const { record } of page) for (const hash of candidates) if (record.includes(hash)) candidates.delete(hash)
    if (page.length < RECORDS_AT_ONCE || candidates.size === 0) break
    after = page.at(-1)!.sequence
    await yielder.yieldNow(0)
  }
  for (const hash of candidates) await store.removeFile(hash)
}

interface HostedRun {
  readonly row: Pick<RunRow, 'run_id' | 'name'>
  readonly device: Device
  readonly store: Pick<Store, 'writeFile'>
  readonly batches: MeasuredRunBatchTable
  readonly signal: AbortSignal
  readonly report: (stage: string) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Provenance grows with every program and is stored this often: a kill loses no more of it, and no batch. */
const STORED_EVERY_MS = 2_000

interface HostedDevice extends DeviceHost {
  /** The fault of the device that ended the run, before what followed from it; else `error` itself. */
  causeOf(error: unknown): unknown
  /** Once nothing is measured any more: stores what the machine did and gives the device back. */
  end(): Promise<void>
}

function hostDevice(run: HostedRun): HostedDevice {
  const { row, device, batches, signal, now } = run
  const { run_id } = row
  let session: DeviceSession | null = null
  let measuring: Promise<unknown> = Promise.resolve()
  let failure: unknown = null
  let provenance: Provenance | null = null
  let stored_ms = 0
  /** Threads pass on AppErrors alone: the first fault is remembered here. */
  const remembered = async <T>(work: () => Promise<T>): Promise<T> => {
    const under_way = work()
    measuring = under_way.catch(() => {})
    try {
      return await under_way
    } catch (error) {
      failure ??= deviceFailureOf(error)
      throw error
    }
  }
  return {
    lease: () =>
      remembered(async () => {
        session = await leasedSession(run)
        const known = session.known()
        await batches.storeMachine(run_id, known)
        const { model, firmware } = known.sequencers[0]!
        return { engine: `${model}${firmware === null ? '' : ` ${firmware}`}`, decay: device.decay }
      }),
    measure: (circuit, shots) =>
      remembered(async () => {
        if (!session) throw new Error('nothing is measured before the lease')
        const measured: MeasuredBatch[] = []
        const { lost, timing } = await session.measure(circuit.program, {
          shots,
          reference: circuit.reference,
          prepared: circuit.prepared,
          numbering: circuit.numbering,
          iq: circuit.kind === 'assignment',
          signal,
          async onBatch(batch) {
            measured.push(await storedBatch(run, circuit, batch))
          },
        })
        if (now() - stored_ms >= STORED_EVERY_MS) {
          await batches.storeMachine(run_id, session.known())
          stored_ms = now()
        }
        return { batches: measured, lost, timing }
      }),
    provenance: () =>
      remembered(async () => {
        provenance = await session!.provenance()
        await batches.storeMachine(run_id, provenance)
        // The settings of an instrument that was lost since the last batch, or cannot be read any more, are unknown.
        session!.signal.throwIfAborted()
        session!.release()
        return provenance
      }),
    causeOf: error => (signal.aborted ? error : (failure ?? error)),
    async end() {
      await measuring
      if (!session) return
      try {
        if (!provenance) await batches.storeMachine(run_id, await session.provenance())
      } finally {
        session.release()
      }
    },
  }
}

/** Waits for the device, and reports at which position. */
function leasedSession({ row: { run_id, name }, device, batches, signal, report }: HostedRun): Promise<DeviceSession> {
  return device.lease(
    { id: run_id, kind: 'run', label: name ?? `run ${run_id.slice(0, 8)}` },
    {
      signal,
      snapshots: true,
      // From now on the run is never started over.
      onGranted: known => batches.storeMachine(run_id, known),
      onPosition: position => report(position === 0 ? 'device leased' : waitingForDevice(position)),
      onHeld: by => report(by === null ? 'device leased' : `waiting for instruments that others hold: ${by}`),
    },
  )
}

/** The batch once its file is on the disk, and the row that names the file. */
async function storedBatch(
  { row, store, batches }: HostedRun,
  { kind, state, rounds }: CompiledCircuit,
  { planes, lost, iq }: Batch,
): Promise<MeasuredBatch> {
  const sha256 = await store.writeFile(planes.data)
  const counted = { kind, state, rounds, shots: planes.shots, bits_per_shot: planes.planes }
  await batches.add(row.run_id, { ...counted, ...lost, sha256 })
  return { planes, sha256, iq }
}

/** Stage text of a run at this position among the runs and jobs that wait for the device. */
export const waitingForDevice = (position: number): string => `waiting for the device, position ${position}`
