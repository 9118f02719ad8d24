/** The catalogue. Each device d of the lab is the live backend `d` and the free backend `d-mock`; both share calibrations. */
import type { Backend, BackendSummary, ImportReply } from '../contract/backends/catalogue'
import type { ChangeCurrent, CurrentChange } from '../contract/backends/current-calibration'
import type { DeviceProfile } from '../contract/calibration/device-profile'
import type { ImportCalibration } from '../contract/calibration/import'
import type { CalibrationSnapshot, CalibrationSummary } from '../contract/calibration/snapshot'
import { AppError } from '../contract/model/errors'
import type { Store } from '../store/store'
import type { LoadedDevice } from './devices/device-profile'
import { openAddedDevices } from './history/added-devices'
import { currentChangeOf } from './history/change-summary'
import { dependentsIn } from './history/dependents'
import { createDeviceChanges, type DeviceChanges } from './history/device-changes'
import {
  type ImportedCalibration,
  type ReadCalibration,
  readCalibration,
  storeCalibration,
} from './history/import-calibration'
import { type History, openHistory } from './history/snapshots'
import {
  type AttachedSequencers,
  type BackendExecution,
  executionOf,
  type ListingOptions,
  MOCK,
  shapeOf,
  summarizeBackend,
} from './listing'
import { type DatedSnapshot, summarize } from './snapshot/summary'

export interface DeviceState {
  readonly profile: DeviceProfile
  /**
   * The snapshot that was made current, else the newest. Every qubit of the device has a row, every coupling one for the device's
   * two-qubit gate.
   */
  readonly current: CalibrationSnapshot
  /** Oldest first, the current one among them. */
  readonly snapshots: readonly CalibrationSnapshot[]
}

/** Every call with a backend id throws `not_found` for one that does not exist. */
export interface Backends {
  list(): BackendSummary[]
  get(backend_id: string): Backend
  device(backend_id: string): DeviceState
  /** Ids of the live and the mock backend of a device; empty where there is no such device. */
  idsOf(device_id: string): readonly string[]
  execution(backend_id: string): BackendExecution
  /** Newest first. */
  calibrations(backend_id: string): CalibrationSummary[]
  /** `current` stands for the current one. Throws `not_found`. */
  calibration(backend_id: string, calibration_id: string): CalibrationSnapshot
  /** Id of the snapshot that `revertCurrent` would make current again; null where there is none. */
  revertTo(backend_id: string): string | null
  /** Throws `invalid_file`, or `conflict` naming the stored id when these figures are there already. Stores all or nothing. */
  importCalibration(backend_id: string, given: ImportCalibration | ReadCalibration): ImportReply
  /** Like `importCalibration`, with the current snapshots before and after; in a dry run, `after` is the one that would be current. */
  storeCalibration(
    backend_id: string,
    given: ImportCalibration | ReadCalibration,
  ): ImportedCalibration & { readonly device: DeviceProfile }
  /** Makes a snapshot of the history the current one. Throws `not_found`. */
  makeCurrent(backend_id: string, calibration_id: string, request: ChangeCurrent): ChangedCurrent
  /** Makes the snapshot current again that was current before. Throws `conflict` where none is known. */
  revertCurrent(backend_id: string, request: ChangeCurrent): ChangedCurrent
  /** `listener` is called for every calibration that is imported, made current, or made current again. */
  onSnapshot(listener: (event: SnapshotEvent) => void): void
  /** Adds, deletes and restores devices and snapshots. */
  readonly changes: DeviceChanges
  /** From now on the catalogue shows how many jobs wait for each backend. */
  showQueueLengths(queueLength: (backend_id: string) => number): void
}

/** In a dry run, `after` is the snapshot that would be current. */
export interface ChangedCurrent {
  readonly device: DeviceProfile
  readonly change: CurrentChange
  readonly before: CalibrationSnapshot
  readonly after: CalibrationSnapshot
}

export interface BackendsOptions {
  readonly store: Pick<Store, 'db'>
  readonly lab: AttachedSequencers & { readonly devices: readonly LoadedDevice[] }
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number
  /** Most qubits the circuit simulator holds on this machine. */
  readonly max_simulated_qubits: number
  /** As the catalogue lists it; left out where it is not known. */
  readonly max_state_vector_qubits?: ListingOptions['max_state_vector_qubits']
  /** Called with stored calibrations that had to be left out. */
  readonly notice?: (message: string) => void
}

/** `before` and `after`: current snapshots of the device; equal where a calibration was imported into the history only. */
export interface SnapshotEvent {
  readonly device: DeviceProfile
  readonly cause: 'imported' | 'chosen' | 'reverted'
  readonly calibration_id: string
  readonly before: CalibrationSnapshot
  readonly after: CalibrationSnapshot
}

interface CurrentSnapshotParts {
  readonly history: History
  /** Throws `not_found`. */
  readonly profileOf: (backend_id: string) => DeviceProfile
  readonly announce: (event: SnapshotEvent) => void
  readonly now: () => number
}

type CurrentSnapshots = Pick<Backends, 'importCalibration' | 'storeCalibration' | 'makeCurrent' | 'revertCurrent'>

/** Why another snapshot becomes current; a dry run only says what would change. */
interface CurrentChoice {
  readonly cause: 'chosen' | 'reverted'
  readonly dry_run: boolean
}

/** Calls that store a snapshot or make another one current; each change is announced. */
function currentSnapshots({ history, profileOf, announce, now }: CurrentSnapshotParts): CurrentSnapshots {
  const store: Backends['storeCalibration'] = (backend_id, given) => {
    const device = profileOf(backend_id)
    const base = history.current(device.device_id).snapshot
    const read = 'fitted' in given ? given : readCalibration(device, { base, request: given, now: now() })
    const { reply, before, after } = storeCalibration(device, { history, calibration: read, now: now() })
    const { calibration_id } = reply.calibration
    if (reply.stored) announce({ device, cause: 'imported', calibration_id, before, after })
    return { device, reply, before, after }
  }
  /** Makes the change and announces it, except in a dry run or when nothing changes. */
  const change = (device: DeviceProfile, to: DatedSnapshot, { cause, dry_run }: CurrentChoice) => {
    const from = history.current(device.device_id)
    const [before, after] = [from.snapshot, to.snapshot]
    const { calibration_id } = after
    if (!dry_run && calibration_id !== before.calibration_id) {
      if (cause === 'chosen') history.choose(device.device_id, calibration_id, now())
      else history.revert(device.device_id, now())
      announce({ device, cause, calibration_id, before, after })
    }
    return { device, before, after, change: currentChangeOf(from, to, 'it is that already') }
  }
  return {
    importCalibration: (backend_id, given) => store(backend_id, given).reply,
    storeCalibration: store,
    makeCurrent: (backend_id, calibration_id, { dry_run }) => {
      const device = profileOf(backend_id)
      return change(device, find(history.of(device.device_id), backend_id, calibration_id), {
        cause: 'chosen',
        dry_run,
      })
    },
    revertCurrent: (backend_id, { dry_run }) => {
      const device = profileOf(backend_id)
      const previous = history.previous(device.device_id)
      if (previous === null) throw nothingBefore(backend_id)
      return change(device, previous, { cause: 'reverted', dry_run })
    },
  }
}

export function createBackends(options: BackendsOptions): Backends {
  const { lab, now } = options
  const listeners: ((event: SnapshotEvent) => void)[] = []
  const announce = (event: SnapshotEvent): void => {
    for (const listener of listeners) listener(event)
  }
  let queueLength = (_backend_id: string): number => 0
  const { notice = () => undefined } = options
  const added = openAddedDevices(options.store)
  const present = [...lab.devices, ...besides(lab.devices, added.all(), notice)]
  const devices = new Map(present.map(({ profile }) => [profile.device_id, profile]))
  const history = openHistory(options.store, present, notice)
  const profileOf = (backend_id: string): DeviceProfile => {
    const profile = devices.get(backend_id.replace(MOCK, ''))
    if (profile !== undefined) return profile
    throw new AppError('not_found', `There is no backend ${backend_id}. Known: ${ids().join(', ') || 'none'}.`, {
      details: { backend_id },
    })
  }
  const idsOf = (device_id: string): string[] => (devices.has(device_id) ? [device_id, `${device_id}-mock`] : [])
  const ids = (): string[] => [...devices.keys()].flatMap(idsOf)
  const snapshots = (backend_id: string): readonly DatedSnapshot[] => history.of(profileOf(backend_id).device_id)
  const current = (backend_id: string): DatedSnapshot => history.current(profileOf(backend_id).device_id)
  const summary = (backend_id: string): BackendSummary =>
    summarizeBackend(backend_id, {
      profile: profileOf(backend_id),
      snapshot: current(backend_id).snapshot,
      ...options,
      queueLength,
    })
  const made = (backend_id: string): Backend => ({
    ...summary(backend_id),
    ...shapeOf(profileOf(backend_id)),
    added: added.find(profileOf(backend_id).device_id)?.deleted_at === null,
    calibration: summarize(current(backend_id), true),
  })
  const known = keptBackends(made, lab)
  const get = (backend_id: string): Backend => ({
    ...known(backend_id, current(backend_id)),
    queue_length: queueLength(backend_id),
  })
  return {
    list: () => ids().map(summary),
    get,
    device: backend_id => stateOf(profileOf(backend_id), snapshots(backend_id), current(backend_id)),
    idsOf,
    execution: backend_id => {
      profileOf(backend_id)
      return executionOf(backend_id, lab)
    },
    calibrations: backend_id =>
      snapshots(backend_id)
        .map(dated => summarize(dated, dated === current(backend_id)))
        .reverse(),
    calibration: (backend_id, calibration_id) =>
      calibration_id === 'current'
        ? current(backend_id).snapshot
        : find(snapshots(backend_id), backend_id, calibration_id).snapshot,
    revertTo: backend_id => history.previous(profileOf(backend_id).device_id)?.snapshot.calibration_id ?? null,
    ...currentSnapshots({ history, profileOf, announce, now }),
    changes: createDeviceChanges({ added, history, devices, dependentsOf: dependentsIn(options.store), now }),
    onSnapshot: listener => void listeners.push(listener),
    showQueueLengths: lengthOf => {
      queueLength = lengthOf
    },
  }
}

/** Caches each backend, which every submit of a job reads, until its current snapshot or its execution changes. */
function keptBackends(
  made: (backend_id: string) => Backend,
  lab: AttachedSequencers,
): (backend_id: string, current: DatedSnapshot) => Backend {
  const kept = new Map<string, { readonly of: DatedSnapshot; readonly backend: Backend }>()
  return (backend_id, of) => {
    const known = kept.get(backend_id)
    if (known?.of === of && isExecutedAs(known.backend, executionOf(backend_id, lab))) return known.backend
    const backend = made(backend_id)
    kept.set(backend_id, { of, backend })
    return backend
  }
}

const isExecutedAs = (backend: Backend, { mode, simulated, online, offline_reason }: BackendExecution): boolean =>
  backend.mode === mode &&
  backend.simulated === simulated &&
  backend.online === online &&
  backend.offline_reason === offline_reason

/** Added devices whose ids no device of the lab has; the others are reported to `notice`. */
function besides(
  lab: readonly LoadedDevice[],
  added: readonly LoadedDevice[],
  notice: (message: string) => void,
): readonly LoadedDevice[] {
  const ids = new Set(lab.map(({ profile }) => profile.device_id))
  for (const { profile } of added.filter(each => ids.has(each.profile.device_id)))
    notice(`The lab has a device ${profile.device_id}; the one of that id that was added in the window is left out.`)
  return added.filter(({ profile }) => !ids.has(profile.device_id))
}

const nothingBefore = (backend_id: string): AppError =>
  new AppError(
    'conflict',
    `No change of the current snapshot of ${backend_id} is known that could be taken back. To change it, choose a snapshot of its history.`,
    { details: { backend_id } },
  )

function stateOf(profile: DeviceProfile, snapshots: readonly DatedSnapshot[], current: DatedSnapshot): DeviceState {
  return { profile, current: current.snapshot, snapshots: snapshots.map(({ snapshot }) => snapshot) }
}

function find(snapshots: readonly DatedSnapshot[], backend_id: string, calibration_id: string): DatedSnapshot {
  const found = snapshots.find(({ snapshot }) => snapshot.calibration_id === calibration_id)
  if (found !== undefined) return found
  throw new AppError('not_found', `${backend_id} has no calibration ${calibration_id}.`, {
    details: { backend_id, calibration_id },
  })
}
