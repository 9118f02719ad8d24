/** Messages between the service and a thread of twins: one port, so that an unplug stays behind the bytes before it. */
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import type { DecayModel } from '../../qec/noise/transform'
import type { ScriptedFault } from '../faults/with-faults'
import type { RackLimits } from '../sequencer/twin-sequencer'

/** Rack of a sequencer twin, besides its device. */
interface TwinRack {
  readonly slot: number
  readonly sequencer: number
  /** Limits of its sequencer profile. */
  readonly limits: RackLimits
  readonly decay: DecayModel
  /** How often a filled bin comes out empty, and invalid; never unless given. */
  readonly spoiled?: { readonly empty: number; readonly invalid: number }
}

/** A twin as the lab names it. */
export interface TwinDescription {
  /** Unique in the lab. */
  readonly name: string
  /** Which model it is: see `TWIN_MODELS`. */
  readonly driver: string
  /** Null: the one that its model has by itself. */
  readonly serial_number: string | null
  /** Numbers that replace those of the driver file, such as a slot. */
  readonly options?: Readonly<Record<string, number>>
  /** For a sequencer; left out otherwise. */
  readonly rack?: TwinRack
}

/** The chip behind a sequencer twin: it errs as this calibration says. */
export interface TwinCalibration {
  readonly profile: DeviceProfile
  readonly snapshot: CalibrationSnapshot
}

/** Faults of one twin's line; `seed` determines their random parts. */
export interface FaultScript {
  readonly seed: number
  /** All kinds but `replug`, which cannot be sent to a thread: `unplug` says which instrument comes back. */
  readonly faults: readonly (ScriptedFault & { readonly fault: { readonly kind: TwinFaultKind } })[]
}
type TwinFaultKind = Exclude<ScriptedFault['fault']['kind'], 'replug'>

export const NO_FAULTS: FaultScript = { seed: 0, faults: [] }

/** `workerData` of the thread. */
export interface TwinThreadData {
  /** Folders that may hold the native addon. */
  readonly native_dirs: readonly string[]
}

/** To the thread; connections are numbered by the service. */
export type ToTwins =
  | {
      readonly kind: 'add'
      readonly twin: TwinDescription
      readonly seed: number
      readonly calibration: TwinCalibration | null
    }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'calibration'; readonly name: string; readonly calibration: TwinCalibration }
  /** Both are answered by `faults_left` with the same number. */
  | { readonly kind: 'faults'; readonly name: string; readonly script: FaultScript; readonly request: number }
  | { readonly kind: 'ask_faults'; readonly name: string; readonly request: number }
  | { readonly kind: 'open'; readonly name: string; readonly connection: number }
  | { readonly kind: 'bytes'; readonly connection: number; readonly bytes: Uint8Array }
  | { readonly kind: 'close'; readonly connection: number }

export type FromTwins =
  | { readonly kind: 'bytes'; readonly connection: number; readonly bytes: Uint8Array }
  /** Its bytes are received from now on. */
  | { readonly kind: 'opened'; readonly connection: number }
  /** The twin went away by itself, whether it was connected or not: it is not there until `plugged` comes. */
  | { readonly kind: 'unplugged'; readonly name: string; readonly connection: number | null }
  | { readonly kind: 'plugged'; readonly name: string }
  /** Faults that have not been played; sent behind an `unplugged` that the script causes at once. */
  | { readonly kind: 'faults_left'; readonly request: number; readonly script: FaultScript }
