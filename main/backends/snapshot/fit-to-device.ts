/**
 * Fits a snapshot to a device. Qubits are matched by the vendor's label and take the device's index; parts that the snapshot does
 * not list are added as out of service, so every qubit and coupling of the device has a row.
 */
import { CZ_RECIPES, makesCz } from '../../contract/calibration/compound-cz'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { CalibrationEdge, CalibrationQubit, CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { labelledPair, labelsOf } from '../../contract/model/qubit-labels'
import { gatherFaults } from '../files/fault-list'
import { invalidFile, quote } from '../files/invalid-file'
import { ALL_NULL } from './draft'
import { withIdentity } from './identity'
import { NOT_LISTED, SYMMETRIC } from './ordering'

/**
 * Largest share of the device's qubits that may be missing: publishers drop a broken qubit now and then, and a snapshot that
 * lacks more is of another device.
 */
const MAX_MISSING = 0.1

/** Throws `invalid_file` saying which qubits or couplings the device does not have. `file` names the snapshot in messages. */
export function fitToDevice(profile: DeviceProfile, snapshot: CalibrationSnapshot, file: string): CalibrationSnapshot {
  const index = new Map(profile.qubits.map(qubit => [qubit.label, qubit.index]))
  const faults = gatherFaults()
  faults.attempt(() => refuseUnknownQubits(profile, snapshot, file), null)
  faults.attempt(() => refuseOtherDevice(profile, snapshot, file), null)
  faults.refuse()
  const moved = new Map(snapshot.qubits.map(qubit => [qubit.index, index.get(qubit.label)!]))
  const edges = snapshot.edges.map(edge => ({ ...edge, a: moved.get(edge.a)!, b: moved.get(edge.b)! })).map(inOrder)
  refuseUnknownCouplings(profile, edges, file)
  return withIdentity({
    ...snapshot,
    qubits: fitQubits(profile, snapshot, index),
    edges: fitEdges(profile, edges, file),
  })
}

/** Smaller index first where the gate has no direction. */
const inOrder = (edge: CalibrationEdge): CalibrationEdge =>
  SYMMETRIC.has(edge.gate) && edge.a > edge.b ? { ...edge, a: edge.b, b: edge.a } : edge

function refuseUnknownQubits(profile: DeviceProfile, snapshot: CalibrationSnapshot, file: string): void {
  const labels = new Set(profile.qubits.map(({ label }) => label))
  const unknown = snapshot.qubits.filter(qubit => !labels.has(qubit.label)).map(qubit => qubit.label)
  if (unknown.length > 0)
    throw invalidFile(
      file,
      null,
      `${profile.device_id} has no qubit ${some(unknown)}. These are figures of ${quote(snapshot.source_device)}; import them to the device they belong to.`,
    )
}

function refuseOtherDevice(profile: DeviceProfile, snapshot: CalibrationSnapshot, file: string): void {
  const missing = profile.qubits.length - snapshot.qubits.length
  if (missing > profile.qubits.length * MAX_MISSING)
    throw invalidFile(
      file,
      null,
      `it lists ${snapshot.qubits.length} of the ${profile.qubits.length} qubits of ${profile.device_id}. These are figures of ${quote(snapshot.source_device)}; import them to the device they belong to.`,
    )
  if (profile.couplings.length > 0 && !snapshot.edges.some(({ gate }) => makesCz(gate)))
    throw invalidFile(
      file,
      null,
      `it holds no figures of a gate that makes a CZ (read: ${some([...new Set(snapshot.edges.map(edge => edge.gate))]) || 'no two-qubit gate at all'}), and the schedules of ${profile.device_id} are built from CZ, which is made of any of ${Object.keys(CZ_RECIPES).join(', ')}.`,
    )
}

function refuseUnknownCouplings(profile: DeviceProfile, edges: readonly CalibrationEdge[], file: string): void {
  const known = new Set(profile.couplings.map(([a, b]) => pair(a, b)))
  // Beside CZ, a snapshot may list other gates on pairs that the device's couplings leave out; they are not used.
  const hasCz = edges.some(({ gate }) => gate === 'cz')
  const asked = edges.filter(({ gate }) => (hasCz ? gate === 'cz' : makesCz(gate)))
  const unknown = asked.filter(edge => !known.has(pair(edge.a, edge.b)))
  if (unknown.length > 0)
    throw invalidFile(
      file,
      null,
      `${profile.device_id} has no coupling ${some(unknown.map(edge => labelledPair(edge.a, edge.b, { labels: labelsOf(profile.qubits) })))}. Import the figures to the device they belong to, or add the coupling to the profile.`,
    )
}

const pair = (a: number, b: number): string => `${Math.min(a, b)}-${Math.max(a, b)}`

const some = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')

function fitQubits(
  profile: DeviceProfile,
  snapshot: CalibrationSnapshot,
  index: ReadonlyMap<string, number>,
): CalibrationQubit[] {
  const listed = new Map(snapshot.qubits.map(qubit => [index.get(qubit.label)!, qubit]))
  return profile.qubits
    .map(({ index: at, label }) => ({ ...(listed.get(at) ?? ABSENT), index: at, label }))
    .sort((a, b) => a.index - b.index)
}

const ABSENT: Omit<CalibrationQubit, 'index' | 'label'> = { ...ALL_NULL, out_of_service: NOT_LISTED }

function fitEdges(profile: DeviceProfile, edges: readonly CalibrationEdge[], file: string): CalibrationEdge[] {
  const listed = new Set(edges.filter(({ gate }) => makesCz(gate)).map(edge => pair(edge.a, edge.b)))
  refuseDoubles(edges, file)
  const absent = profile.couplings
    .filter(([a, b]) => !listed.has(pair(a, b)))
    .map(([a, b]) => ({
      a: Math.min(a, b),
      b: Math.max(a, b),
      gate: profile.two_qubit_gate,
      fidelity: null,
      duration_ns: null,
      out_of_service: NOT_LISTED,
    }))
  return [...edges, ...absent].sort((x, y) => x.a - y.a || x.b - y.b || (x.gate < y.gate ? -1 : 1))
}

/** Throws `invalid_file` where a gate without a direction has two records on one pair. */
function refuseDoubles(edges: readonly CalibrationEdge[], file: string): void {
  const seen = new Set<string>()
  for (const { a, b, gate } of edges) {
    if (!SYMMETRIC.has(gate)) continue
    const key = `${pair(a, b)} ${gate}`
    if (seen.has(key)) throw invalidFile(file, null, `${gate} is listed twice on one pair, once in each direction.`)
    seen.add(key)
  }
}
