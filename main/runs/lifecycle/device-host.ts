/** The service's side of a run on a device: its lease, its batches on the disk, and why it ended. */
import type { Device } from '../../device/device'
import { deviceFailureOf } from '../../device/failures'
import type { Provenance } from '../../device/provenance'
import type { DeviceSession } from '../../device/session'
import type { Batch } from '../../sequencer/host/run-program'
import type { Store } from '../../store/store'
import type { DeviceHost } from '../execution/measure-on-device'
import type { CompiledCircuit, MeasuredBatch } from '../measuring/device'
import type { BatchTable } from './batches'
import type { RunRow } from './table'

interface Parts {
  readonly row: Pick<RunRow, 'run_id' | 'name'>
  readonly device: Device
  readonly store: Pick<Store, 'writeFile'>
  readonly batches: BatchTable
  readonly signal: AbortSignal
  readonly report: (stage: string) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Provenance grows with every program and is stored this often: a kill loses no more of it, and no batch. */
const KEPT_EVERY_MS = 2_000

export interface HostedDevice extends DeviceHost {
  /** The fault of the device that ended the run, before what followed from it; else `error` itself. */
  causeOf(error: unknown): unknown
  /** Once nothing is played any more: keeps what the machine did and gives the device back. */
  end(): Promise<void>
}

export function hostDevice({ row, device, store, batches, signal, report, now }: Parts): HostedDevice {
  const { run_id, name } = row
  let session: DeviceSession | null = null
  let playing: Promise<unknown> = Promise.resolve()
  let failure: unknown = null
  let provenance: Provenance | null = null
  let kept_ms = 0
  /** Threads pass on AppErrors alone: the first fault is remembered here. */
  const remembered = async <T>(work: () => Promise<T>): Promise<T> => {
    const under_way = work()
    playing = under_way.catch(() => {})
    try {
      return await under_way
    } catch (error) {
      failure ??= deviceFailureOf(error)
      throw error
    }
  }
  const kept = async (circuit: CompiledCircuit, batch: Batch): Promise<MeasuredBatch> => {
    const { planes, lost } = batch
    const sha256 = await store.writeFile(planes.data)
    const { kind, state, rounds } = circuit
    await batches.add(run_id, {
      ...{ kind, state, rounds, shots: planes.shots, sha256 },
      ...lost,
      bits_per_shot: planes.planes,
    })
    return { planes, sha256, iq: batch.iq }
  }
  return {
    lease: () =>
      remembered(async () => {
        session = await device.lease(
          { id: run_id, kind: 'run', label: name ?? `run ${run_id.slice(0, 8)}` },
          {
            signal,
            snapshots: true,
            // From now on it is never started over.
            onGranted: known => batches.keepMachine(run_id, known),
            onPosition: position => report(position === 0 ? 'device leased' : waitingForDevice(position)),
            onHeld: by => report(by === null ? 'device leased' : `waiting for instruments that others hold: ${by}`),
          },
        )
        const known = session.known()
        await batches.keepMachine(run_id, known)
        const { sequencers } = known
        const { model, firmware } = sequencers[0]!
        return { engine: `${model}${firmware === null ? '' : ` ${firmware}`}`, decay: device.decay }
      }),
    measure: (circuit, shots) =>
      remembered(async () => {
        if (!session) throw new Error('nothing is measured before the lease')
        const measured: MeasuredBatch[] = []
        const { lost, timing } = await session.run(circuit.program, {
          ...{
            shots,
            reference: circuit.reference,
            prepared: circuit.prepared,
            place: circuit.place,
            iq: circuit.kind === 'assignment',
            signal,
          },
          async onBatch(batch) {
            measured.push(await kept(circuit, batch))
          },
        })
        if (now() - kept_ms >= KEPT_EVERY_MS) {
          await batches.keepMachine(run_id, session.known())
          kept_ms = now()
        }
        return { batches: measured, lost, timing }
      }),
    provenance: () =>
      remembered(async () => {
        provenance = await session!.provenance()
        await batches.keepMachine(run_id, provenance)
        // The settings of an instrument that was lost since the last batch, or cannot be read any more, are unknown.
        session!.signal.throwIfAborted()
        session!.release()
        return provenance
      }),
    causeOf: error => (signal.aborted ? error : (failure ?? error)),
    async end() {
      await playing
      if (!session) return
      try {
        if (!provenance) await batches.keepMachine(run_id, await session.provenance())
      } finally {
        session.release()
      }
    },
  }
}

/** Among runs and jobs. */
export const waitingForDevice = (position: number): string => `waiting for the device, position ${position}`
