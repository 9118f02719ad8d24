/** Makes a device profile from calibrations: qubits, couplings, map and chiplets from the figures, the rest as stated. */
import { CZ_RECIPES, makesCz } from '../../contract/calibration/compound-cz'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { invalidFile, quote } from '../files/invalid-file'
import { fitToDevice } from '../snapshot/fit-to-device'
import { byLabel } from '../snapshot/ordering'
import { type Coordinate, type Coordinates, drawnCoordinates, gridCoordinates } from './map-layout'
import type { Settings } from './recipe'
import { latticeCoordinates } from './square-lattice'

export interface Source {
  readonly snapshot: CalibrationSnapshot
  readonly positions: Coordinates | null
  /** Name of the device in its files, where they have one. */
  readonly device_name?: string | null | undefined
  /** Name of its files, for messages. */
  readonly files: string
}

export interface Derived {
  readonly profile: DeviceProfile
  /** Oldest first, fitted to the profile, in the order of `profile.calibrations`. */
  readonly snapshots: readonly CalibrationSnapshot[]
}

/** Throws `invalid_file` where the figures cannot make a device or contradict each other. */
export function deriveDevice(settings: Settings, sources: readonly Source[]): Derived {
  const ordered = sources.toSorted((a, b) => moment(a) - moment(b))
  refuseRepeats(ordered)
  const labels = [...new Set(ordered.flatMap(({ snapshot }) => snapshot.qubits.map(qubit => qubit.label)))].sort(
    byLabel,
  )
  const couplings = couplingsOf(ordered, settings)
  const coordinates = coordinatesOf(settings, { sources: ordered, labels, couplings })
  const index = new Map(labels.map((label, at) => [label, at]))
  const folder = settings.device_id
  const profile: DeviceProfile = {
    format: 'pentad-device/1',
    device_id: settings.device_id,
    name: settings.name,
    description: settings.description,
    topology: settings.topology,
    two_qubit_gate: 'cz',
    qubits: labels.map((label, at) => ({
      index: at,
      label,
      x: coordinates.get(label)?.[0] ?? 0,
      y: coordinates.get(label)?.[1] ?? 0,
    })),
    couplings: couplings
      .map(([a, b]) => [index.get(a)!, index.get(b)!] as [number, number])
      .sort((x, y) => x[0] - y[0] || x[1] - y[1]),
    chiplets: chipletsOf(settings, labels, coordinates),
    assumed: settings.assumed,
    reset_method: settings.reset_method,
    ...latencyOf(settings),
    thresholds: settings.thresholds,
    stale_after_hours: settings.stale_after_hours,
    token_price_per_shot: settings.token_price_per_shot,
    calibrations: ordered.map(({ snapshot }) => `${folder}/${snapshot.calibration_id}.json`),
  }
  return { profile, snapshots: ordered.map(({ snapshot, files }) => fitToDevice(profile, snapshot, files)) }
}

/** Fields of the feed-forward latency, left out where the settings leave them out. */
const latencyOf = ({ feedforward_latency_ns, feedforward_latency_basis }: Settings) => ({
  ...(feedforward_latency_ns === undefined ? {} : { feedforward_latency_ns }),
  ...(feedforward_latency_basis === undefined ? {} : { feedforward_latency_basis }),
})

function refuseRepeats(sources: readonly Source[]): void {
  const by = new Map<string, string>()
  for (const { snapshot, files } of sources) {
    const earlier = by.get(snapshot.calibration_id)
    if (earlier !== undefined)
      throw invalidFile(files, null, `the same figures as ${earlier} (${snapshot.calibration_id}). Give each once.`)
    by.set(snapshot.calibration_id, files)
  }
}

const moment = ({ snapshot }: Source): number =>
  snapshot.calibrated_at === null ? 0 : Date.parse(snapshot.calibrated_at)

/** Every pair on which some snapshot has a gate that makes a CZ, by label, smaller label first. Throws `invalid_file` where none has. */
export function couplingsOf(
  sources: readonly Source[],
  { device_id }: Pick<Settings, 'device_id'>,
): [string, string][] {
  const pairs = new Map<string, [string, string]>()
  for (const { snapshot } of sources) {
    const label = new Map(snapshot.qubits.map(qubit => [qubit.index, qubit.label]))
    for (const edge of snapshot.edges.filter(({ gate }) => makesCz(gate))) {
      const ends = [label.get(edge.a)!, label.get(edge.b)!].sort(byLabel) as [string, string]
      pairs.set(ends.join(' '), ends)
    }
  }
  if (pairs.size > 0) return [...pairs.values()]
  const gates = [...new Set(sources.flatMap(({ snapshot }) => snapshot.edges.map(edge => edge.gate)))]
  throw invalidFile(
    sources.map(source => source.files).join(', '),
    null,
    `no figures for ${device_id} of a gate that makes a CZ (${gates.length > 0 ? `read: ${gates.join(', ')}` : 'no two-qubit gate was found in the files'}). Pentad's schedules are built from CZ, which is made of any of ${Object.keys(CZ_RECIPES).join(', ')}.`,
  )
}

function coordinatesOf(settings: Settings, device: UnplacedQubits): Coordinates {
  const { sources, labels, couplings } = device
  if (settings.grid_columns !== null) {
    requireNumericLabels(labels, sources)
    return gridCoordinates(labels, settings.grid_columns)
  }
  const published = sources
    .map(source => source.positions)
    .find(positions => labels.every(label => positions?.has(label)))
  const coordinates = published ? fromZero(published) : drawnCoordinates(labels, couplings)
  return settings.chiplets === 'single' || isWhole(coordinates) ? coordinates : inRows(settings, coordinates, device)
}

const isWhole = (coordinates: Coordinates): boolean => [...coordinates.values()].flat().every(Number.isInteger)

/** Qubits and couplings that calibrations name, before they have coordinates. */
interface UnplacedQubits {
  readonly sources: readonly Source[]
  readonly labels: readonly string[]
  readonly couplings: readonly [string, string][]
}

/**
 * Coordinates in rows and columns, along which tiles are cut, from the couplings. Throws `invalid_file` where they make no square
 * lattice.
 */
function inRows(
  { device_id }: Settings,
  drawn: Coordinates,
  { sources, labels, couplings }: UnplacedQubits,
): Coordinates {
  const found = latticeCoordinates(labels, couplings, drawn)
  if (found !== null) return found
  throw invalidFile(
    sources.map(source => source.files).join(', '),
    null,
    `tiles need rows and columns, and the couplings of ${device_id} make no square lattice on its map. State grid columns where the labels count along rows, or take all qubits as one chiplet.`,
  )
}

function requireNumericLabels(labels: readonly string[], sources: readonly Source[]): void {
  const name = labels.find(label => !/^\d+$/.test(label))
  if (name === undefined) return
  const files = sources.map(source => source.files).join(', ')
  throw invalidFile(files, null, `labels that are no numbers (${quote(name)}) cannot count along the rows of a grid.`)
}

function fromZero(coordinates: Coordinates): Coordinates {
  const left = Math.min(...[...coordinates.values()].map(([x]) => x))
  const top = Math.min(...[...coordinates.values()].map(([, y]) => y))
  return new Map([...coordinates].map(([label, [x, y]]): [string, Coordinate] => [label, [x - left, y - top]]))
}

/** One chiplet of all qubits, or tiles of the map read row by row. */
function chipletsOf(
  settings: Settings,
  labels: readonly string[],
  coordinates: Coordinates,
): DeviceProfile['chiplets'] {
  const { chiplets, chiplet_prefix } = settings
  const id = (at: number): string => `${chiplet_prefix}${String(at).padStart(2, '0')}`
  if (chiplets === 'single') return [{ chiplet_id: id(0), qubits: labels.map((_, at) => at) }]
  const tiles = new Map<string, { row: number; column: number; qubits: number[] }>()
  for (const [at, label] of labels.entries()) {
    const [x, y] = coordinates.get(label)!
    const [column, row] = [Math.floor(x / chiplets.columns), Math.floor(y / chiplets.rows)]
    const tile = tiles.get(`${row} ${column}`) ?? { row, column, qubits: [] }
    tile.qubits.push(at)
    tiles.set(`${row} ${column}`, tile)
  }
  return [...tiles.values()]
    .sort((a, b) => a.row - b.row || a.column - b.column)
    .map(({ qubits }, at) => ({ chiplet_id: id(at), qubits }))
}
