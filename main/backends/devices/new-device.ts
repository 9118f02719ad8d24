/** Reads a device from files and sets what the files do not state, in the same way for the command and the window. */
import type { AddDevice, DeviceReport } from '../../contract/calibration/add-device'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import { ASSUMED_LATENCY_NS } from '../../contract/calibration/feedforward'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { printDocument } from '../files/document'
import type { NamedText } from '../files/json'
import { importSnapshot, isComplete } from '../importers/import-snapshot'
import { refuseFuture } from '../snapshot/future-date'
import { couplingsOf, deriveDevice, type Source } from './derive-device'
import { readProfile } from './device-profile'
import { reportOf } from './device-report'
import { GENERIC_ASSUMPTIONS, GENERIC_THRESHOLDS, type Settings, UNCONDITIONAL_ASSUMPTIONS, WEEK_HOURS } from './recipe'

export interface NewDevice {
  readonly profile: DeviceProfile
  /** Oldest first, fitted to the profile. */
  readonly snapshots: readonly CalibrationSnapshot[]
  readonly report: DeviceReport
  readonly dry_run: boolean
}

/** Reads a new device from files, without side effects. Throws `invalid_file`. `now` in ms since 1970 UTC. */
export function readNewDevice(request: AddDevice, now: number): NewDevice {
  const sources = sourcesOf(request.files, request)
  for (const { snapshot, files } of sources) refuseFuture(snapshot, files, now)
  const { profile, snapshots } = deriveDevice(settingsFor(request, sources), sources)
  // Checks the profile as the next start will check it.
  readProfile({ name: `the device ${profile.device_id}`, content: printDocument(profile) })
  return { profile, snapshots, report: reportOf(profile, snapshots.at(-1)!), dry_run: request.dry_run }
}

/** Makes one snapshot of each file where every file is complete by itself, else one snapshot of all files. */
export function sourcesOf(files: readonly NamedText[], { source, source_device }: SourceNames): Source[] {
  const groups = files.every(isComplete) ? files.map(file => [file]) : [files]
  return groups.map(group => ({
    ...importSnapshot(group, { source, source_device }),
    files: group.map(({ name }) => name).join(', '),
  }))
}

type SourceNames = Pick<AddDevice, 'source' | 'source_device'>
type DeviceChoices = Omit<AddDevice, 'files' | 'dry_run' | 'source' | 'source_device'>

const couplingsText = (couplings: number): string => (couplings === 1 ? '1 coupling' : `${couplings} couplings`)

/** Settings of the request, with general values for what it leaves out. */
export function settingsFor(wanted: DeviceChoices, sources: readonly Source[]): Settings {
  const { device_id, chiplets, grid_columns, feedforward_latency_ns: latency = ASSUMED_LATENCY_NS } = wanted
  const machines = [...new Set(sources.map(({ snapshot }) => snapshot.source_device))].join(', ')
  const described = `Made from figures of ${machines}. Lengths and reset fidelity that the files leave out are assumed. Vetoes are loose, so that the score does the ranking.`
  return {
    device_id,
    name: wanted.name ?? sources.map(source => source.device_name).find(Boolean) ?? device_id,
    description: described.slice(0, 2_000),
    topology: wanted.topology ?? couplingsText(couplingsOf(sources, { device_id }).length),
    chiplets,
    chiplet_prefix: /[a-z]$/i.exec(device_id)?.[0] ?? 'c',
    grid_columns,
    assumed: latency === null ? UNCONDITIONAL_ASSUMPTIONS : GENERIC_ASSUMPTIONS,
    feedforward_latency_ns: latency,
    ...(latency === null ? {} : { feedforward_latency_basis: wanted.feedforward_latency_basis ?? 'assumed' }),
    reset_method: latency === null ? 'not published; unconditional' : 'not published',
    thresholds: GENERIC_THRESHOLDS,
    stale_after_hours: WEEK_HOURS,
    token_price_per_shot: 0,
  }
}
