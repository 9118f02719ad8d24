/**
 * Puts a snapshot onto a device. Qubits are matched by the vendor's label and take the device's index; what the snapshot
 * does not list stays in it as a part out of service, so every qubit and coupling of the device has a row.
 */
import type { CalibrationEdge, CalibrationQubit, CalibrationSnapshot, DeviceProfile } from '../../contract/calibration/snapshot'
import { ALL_NULL } from './draft'
import { invalidFile, quote } from '../files/invalid-file'
import { withIdentity } from './identity'
import { NOT_LISTED, SYMMETRIC } from './ordering'

/** Publishers drop a broken qubit now and then. More than this share missing is another device. */
const MOST_MISSING = 0.1

/** Throws `invalid_file` saying which qubits or couplings the device does not have. `file` names the snapshot in messages. */
export function fitToDevice(profile: DeviceProfile, snapshot: CalibrationSnapshot, file: string): CalibrationSnapshot {
  const index = new Map(profile.qubits.map(qubit => [qubit.label, qubit.index]))
  refuseUnknownQubits(profile, snapshot, index, file)
  refuseOtherDevice(profile, snapshot, file)
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

function refuseUnknownQubits(
  profile: DeviceProfile,
  snapshot: CalibrationSnapshot,
  index: ReadonlyMap<string, number>,
  file: string,
): void {
  const unknown = snapshot.qubits.filter(qubit => !index.has(qubit.label)).map(qubit => qubit.label)
  if (unknown.length > 0)
    throw invalidFile(
      file,
      null,
      `${profile.device_id} has no qubit ${some(unknown)}. These are figures of ${quote(snapshot.source_device)}; import them to the device they belong to.`,
    )
}

function refuseOtherDevice(profile: DeviceProfile, snapshot: CalibrationSnapshot, file: string): void {
  const missing = profile.qubits.length - snapshot.qubits.length
  if (missing > profile.qubits.length * MOST_MISSING)
    throw invalidFile(
      file,
      null,
      `it lists ${snapshot.qubits.length} of the ${profile.qubits.length} qubits of ${profile.device_id}. These are figures of ${quote(snapshot.source_device)}; import them to the device they belong to.`,
    )
  if (profile.couplings.length > 0 && !snapshot.edges.some(edge => edge.gate === profile.two_qubit_gate))
    throw invalidFile(
      file,
      null,
      `it holds no ${profile.two_qubit_gate} figures (${some([...new Set(snapshot.edges.map(edge => edge.gate))]) || 'no two-qubit gate at all'}), and ${profile.device_id} works with ${profile.two_qubit_gate}.`,
    )
}

function refuseUnknownCouplings(profile: DeviceProfile, edges: readonly CalibrationEdge[], file: string): void {
  const known = new Set(profile.couplings.map(([a, b]) => pair(a, b)))
  const unknown = edges.filter(edge => edge.gate === profile.two_qubit_gate && !known.has(pair(edge.a, edge.b)))
  if (unknown.length > 0)
    throw invalidFile(
      file,
      null,
      `${profile.device_id} has no coupling ${some(unknown.map(edge => `${edge.a}-${edge.b}`))}. Import the figures to the device they belong to, or add the coupling to the profile.`,
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
  const gate = profile.two_qubit_gate
  const own = edges.filter(edge => edge.gate === gate)
  const listed = new Set(own.map(edge => pair(edge.a, edge.b)))
  if (listed.size !== own.length)
    throw invalidFile(file, null, `${gate} is listed twice on one pair, once in each direction.`)
  const absent = profile.couplings
    .filter(([a, b]) => !listed.has(pair(a, b)))
    .map(([a, b]) => ({
      a: Math.min(a, b),
      b: Math.max(a, b),
      gate,
      fidelity: null,
      duration_ns: null,
      out_of_service: NOT_LISTED,
    }))
  return [...edges, ...absent].sort((x, y) => x.a - y.a || x.b - y.b || (x.gate < y.gate ? -1 : 1))
}
