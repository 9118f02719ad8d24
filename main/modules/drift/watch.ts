/** After every change of the current snapshot: announces it at once, then resolves every chiplet under it and announces which layouts moved. */
import type { SnapshotEvent } from '../../backends/backends'
import type { DriftChange } from '../../contract/backends/drift'
import type { Logger } from '../../log/log'
import { logicalId } from '../resolution/chiplets'
import type { Drifts } from './history'

/** Announcement, once for each backend of the device. */
export type DriftEvent =
  | {
      readonly type: 'snapshot'
      readonly backend_id: string
      readonly calibration_id: string
      /** The current snapshot before; null where it stayed the same, as after an import into the history only. */
      readonly previous_calibration_id: string | null
      readonly cause: SnapshotEvent['cause']
    }
  | {
      readonly type: 'moved'
      readonly backend_id: string
      readonly logical_id: string
      readonly change: DriftChange
    }

export interface DriftWatchServices {
  readonly drifts: Pick<Drifts, 'change'>
  /** Ids of the backends that stand for a device. */
  readonly backendsOf: (device_id: string) => readonly string[]
  readonly publish: (event: DriftEvent) => void
  readonly log: Logger
}

export interface DriftWatch {
  onSnapshot(event: SnapshotEvent): void
  /** Stops: chiplets that remain are not resolved, and the one that is being resolved is not reported. */
  stop(): void
}

/** Resolves chiplets under one change after another, in the background. */
export function createDriftWatch({ drifts, backendsOf, publish, log }: DriftWatchServices): DriftWatch {
  let [work, stopped]: [Promise<void>, boolean] = [Promise.resolve(), false]

  async function announceMoves({ device, before, after }: SnapshotEvent): Promise<void> {
    for (const chiplet of device.chiplets) {
      if (stopped) return
      const change = await drifts.change(device, { chiplet, before, after })
      if (!change.layout_changed || stopped) continue
      const logical_id = logicalId(chiplet)
      for (const backend_id of backendsOf(device.device_id)) publish({ type: 'moved', backend_id, logical_id, change })
    }
  }

  return {
    onSnapshot(event) {
      const { device, cause, calibration_id, before, after } = event
      const replaced = after.calibration_id !== before.calibration_id
      const previous_calibration_id = replaced ? before.calibration_id : null
      for (const backend_id of backendsOf(device.device_id))
        publish({ type: 'snapshot', backend_id, calibration_id, previous_calibration_id, cause })
      if (!replaced) return
      work = work
        .then(() => announceMoves(event))
        .catch(error =>
          log.error({ err: error, device_id: device.device_id }, 'the moves of a layout were not announced'),
        )
    },
    stop() {
      stopped = true
    },
  }
}
