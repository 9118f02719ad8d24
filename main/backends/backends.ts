/** The catalogue. Each device d of the lab is the live backend `d` and the free backend `d-mock`; both share calibrations. */

import type { z } from 'zod'
import type { Backend, BackendSummary, ImportReply } from '../contract/backends/catalogue'
import type { CalibrationSnapshot, CalibrationSummary, DeviceProfile, ImportCalibration } from '../contract/calibration/snapshot'
import { AppError } from '../contract/model/errors'
import type { Store } from '../store/store'
import { openHistory } from './history/snapshots'
import { takeIn } from './intake'
import type { Lab } from './devices/lab-profile'
import { type Execution, executionOf, type ListingOptions, MOCK, shapeOf, summarizeBackend } from './listing'
import { type DatedSnapshot, newest, summarize } from './snapshot/summary'

export interface DeviceState {
  readonly profile: DeviceProfile
  /** The newest snapshot: every qubit of the device has a row, every coupling one for the device's two-qubit gate. */
  readonly current: CalibrationSnapshot
  /** Oldest first, the current one last. */
  readonly snapshots: readonly CalibrationSnapshot[]
}

/** Every call with a backend id throws `not_found` for one that does not exist. */
export interface Backends {
  list(): BackendSummary[]
  get(backend_id: string): Backend
  device(backend_id: string): DeviceState
  /** Backends that stand for the device; none for one that is not of this lab. */
  idsOf(device_id: string): readonly string[]
  execution(backend_id: string): Execution
  /** Newest first. */
  calibrations(backend_id: string): CalibrationSummary[]
  /** `current` stands for the newest. Throws `not_found`. */
  calibration(backend_id: string, calibration_id: string): CalibrationSnapshot
  /** Throws `invalid_file`, or `conflict` naming the stored id when these figures are there already. Stores all or nothing. */
  importCalibration(backend_id: string, request: ImportCalibration): z.infer<typeof ImportReply>
}

export interface BackendsOptions {
  readonly store: Pick<Store, 'db'>
  readonly lab: Lab
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number
  /** Most qubits the circuit simulator holds on this machine. */
  readonly max_simulated_qubits: number
  /** As the catalogue lists it; left out: not told. */
  readonly max_state_vector_qubits?: ListingOptions['max_state_vector_qubits']
  readonly queueLength?: (backend_id: string) => number
  /** Told of stored calibrations that had to be left out. */
  readonly notice?: (message: string) => void
  /** Told of every calibration that was stored by an import. */
  readonly imported?: (news: ImportedSnapshot) => void
}

/** The device's current snapshots before and after an import; the same where an older one was imported. */
export interface ImportedSnapshot {
  readonly device: DeviceProfile
  readonly calibration_id: string
  readonly before: CalibrationSnapshot
  readonly after: CalibrationSnapshot
}

export function createBackends(options: BackendsOptions): Backends {
  const { lab, now } = options
  const devices = new Map(lab.devices.map(({ profile }) => [profile.device_id, profile]))
  const history = openHistory(options.store, lab.devices, options.notice ?? (() => undefined))
  const profileOf = (backend_id: string): DeviceProfile => {
    const profile = devices.get(backend_id.replace(MOCK, ''))
    if (profile !== undefined) return profile
    throw new AppError('not_found', `There is no backend ${backend_id}. Known: ${ids().join(', ') || 'none'}.`, {
      backend_id,
    })
  }
  const idsOf = (device_id: string): string[] => (devices.has(device_id) ? [device_id, `${device_id}-mock`] : [])
  const ids = (): string[] => [...devices.keys()].flatMap(idsOf)
  const snapshots = (backend_id: string): readonly DatedSnapshot[] => history.of(profileOf(backend_id).device_id)
  const summary = (backend_id: string): BackendSummary =>
    summarizeBackend(backend_id, profileOf(backend_id), newest(snapshots(backend_id)).snapshot, options)
  const made = (backend_id: string): Backend => ({
    ...summary(backend_id),
    ...shapeOf(profileOf(backend_id)),
    calibration: summarize(newest(snapshots(backend_id)), true),
  })
  /** Every submit of a job asks for it, and only the length of the queue changes while the snapshot is the current one. */
  const kept = new Map<string, { readonly of: DatedSnapshot; readonly backend: Backend }>()
  const get = (backend_id: string): Backend => {
    const of = newest(snapshots(backend_id))
    const known = kept.get(backend_id)
    const backend = known?.of === of ? known.backend : made(backend_id)
    if (known?.backend !== backend) kept.set(backend_id, { of, backend })
    return { ...backend, queue_length: options.queueLength?.(backend_id) ?? 0 }
  }
  return {
    list: () => ids().map(summary),
    get,
    device: backend_id => stateOf(profileOf(backend_id), snapshots(backend_id)),
    idsOf,
    execution: backend_id => {
      profileOf(backend_id)
      return executionOf(backend_id, lab)
    },
    calibrations: backend_id => {
      const all = snapshots(backend_id)
      return all.map(dated => summarize(dated, dated === newest(all))).reverse()
    },
    calibration: (backend_id, calibration_id) => find(snapshots(backend_id), backend_id, calibration_id),
    importCalibration: (backend_id, request) => {
      const device = profileOf(backend_id)
      const before = newest(snapshots(backend_id)).snapshot
      const reply = takeIn(device, history, request, now())
      const after = newest(snapshots(backend_id)).snapshot
      const { calibration_id } = reply.calibration
      if (reply.stored) options.imported?.({ device, calibration_id, before, after })
      return reply
    },
  }
}

function stateOf(profile: DeviceProfile, snapshots: readonly DatedSnapshot[]): DeviceState {
  const all = snapshots.map(({ snapshot }) => snapshot)
  return { profile, current: all.at(-1)!, snapshots: all }
}

function find(snapshots: readonly DatedSnapshot[], backend_id: string, calibration_id: string): CalibrationSnapshot {
  if (calibration_id === 'current') return newest(snapshots).snapshot
  const found = snapshots.find(({ snapshot }) => snapshot.calibration_id === calibration_id)
  if (found !== undefined) return found.snapshot
  throw new AppError('not_found', `${backend_id} has no calibration ${calibration_id}.`, { backend_id, calibration_id })
}
