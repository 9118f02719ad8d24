/** Devices for tests: real figures from the shared calibration folder where it exists, and synthetic lattices. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeviceProfile } from '../../../main/contract/calibration/device-profile'
import type {
  CalibrationEdge,
  CalibrationQubit,
  CalibrationSnapshot,
} from '../../../main/contract/calibration/snapshot'

const FOLDER = join(import.meta.dirname, '../../../../shared/calibration/normalized')
/** Why real-device tests are skipped, null where they run. */
export const NO_REAL_DEVICES = existsSync(FOLDER) ? null : '../shared/calibration is not there'

export interface Device {
  profile: DeviceProfile
  snapshot: CalibrationSnapshot
}

const THRESHOLDS = {
  fidelity_1q: 0.9,
  readout_fidelity: 0.7,
  cz_fidelity: 0.9,
  reset_fidelity: 0.5,
  t1_us: 1,
  t2_us: 1,
}

const ASSUMED = {
  gate_1q_length_ns: 40,
  cz_length_ns: 70,
  readout_length_ns: 1_000,
  reset_length_ns: 500,
  reset_fidelity: 0.99,
  basis: 'round numbers for tests',
}

function profileOf(
  device_id: string,
  indices: readonly number[],
  couplings: [number, number][],
  chiplets: DeviceProfile['chiplets'],
): DeviceProfile {
  return {
    format: 'pentad-device/1',
    device_id,
    name: device_id,
    description: 'for tests',
    topology: 'see couplings',
    two_qubit_gate: 'cz',
    qubits: indices.map(index => ({ index, label: `q${index}`, x: index % 10, y: Math.floor(index / 10) })),
    couplings,
    chiplets,
    assumed: ASSUMED,
    reset_method: 'measure and flip',
    feedforward_latency_ns: 100,
    feedforward_latency_basis: 'measured',
    thresholds: THRESHOLDS,
    stale_after_hours: 48,
    token_price_per_shot: 0,
    calibrations: ['test.json'],
  }
}

type Published = Omit<CalibrationQubit, 'label' | 'out_of_service'> & { id: string | number }
interface Normalized {
  device: string
  vendor: string
  calibrated_at: string
  source: string
  qubits: Published[]
  edges: Omit<CalibrationEdge, 'out_of_service'>[]
}

const positive = (value: number | null) => (value === null || value <= 0 ? null : value)

/** A published device; dead parts are marked as the importers mark them. Without `chiplets` it is one chiplet. */
export function realDevice(name: string, chiplets?: DeviceProfile['chiplets']): Device {
  const raw = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Normalized
  const dead = (fidelity: number | null) => (fidelity !== null && fidelity <= 0.5 ? 'sentinel value' : null)
  const qubits = raw.qubits.map(({ id, ...qubit }) => ({
    ...qubit,
    /** The edges name qubits by the vendor's number, so that is the index here. */
    index: Number(id),
    label: String(id),
    t1_us: positive(qubit.t1_us),
    t2_us: positive(qubit.t2_us),
    out_of_service: dead(qubit.fidelity_1q) ?? dead(qubit.readout_fidelity),
  }))
  const edges = raw.edges.map(edge => ({ ...edge, out_of_service: dead(edge.fidelity) }))
  const indices = qubits.map(({ index }) => index)
  const couplings = edges.map(({ a, b }): [number, number] => [a, b])
  return {
    profile: profileOf(raw.device, indices, couplings, chiplets ?? [{ chiplet_id: 'c0', qubits: indices }]),
    snapshot: {
      format: 'pentad-calibration/1',
      calibration_id: name,
      source_device: raw.device,
      vendor: raw.vendor,
      calibrated_at: raw.calibrated_at,
      source: raw.source,
      t2_kind: null,
      notes: [],
      qubits,
      edges,
    },
  }
}

/** Twelve 3x3 tiles of the 9-wide Cepheus lattice; a qubit that the file leaves out stays a member of its tile. */
export const CEPHEUS_TILES = Array.from({ length: 12 }, (_, tile) => ({
  chiplet_id: `c${tile}`,
  qubits: Array.from({ length: 9 }, (_, i) => {
    const row = Math.floor(tile / 3) * 3 + Math.floor(i / 3)
    return row * 9 + (tile % 3) * 3 + (i % 3)
  }),
}))

export interface Figures {
  qubit?: (index: number) => Partial<CalibrationQubit>
  edge?: (a: number, b: number) => Partial<CalibrationEdge>
}

/** A device of one chiplet with good uniform figures, changed by `figures`. */
export function syntheticDevice(size: number, couplings: [number, number][], figures: Figures = {}): Device {
  const indices = Array.from({ length: size }, (_, i) => i)
  return {
    profile: profileOf('synthetic', indices, couplings, [{ chiplet_id: 'c0', qubits: indices }]),
    snapshot: {
      format: 'pentad-calibration/1',
      calibration_id: 'synthetic-1',
      source_device: 'synthetic',
      vendor: 'none',
      calibrated_at: '2026-11-20T00:00:00Z',
      source: 'made up for tests',
      t2_kind: 'echo',
      notes: [],
      qubits: indices.map(index => ({
        index,
        label: `q${index}`,
        t1_us: 200,
        t2_us: 150,
        t2_echo_us: null,
        fidelity_1q: 0.9995,
        readout_fidelity: 0.99,
        reset_fidelity: 0.995,
        gate_1q_length_ns: 32,
        readout_length_ns: 800,
        reset_length_ns: 400,
        out_of_service: null,
        ...figures.qubit?.(index),
      })),
      edges: couplings.map(([a, b]) => ({
        a,
        b,
        gate: 'cz',
        fidelity: 0.995,
        duration_ns: 68,
        out_of_service: null,
        ...figures.edge?.(a, b),
      })),
    },
  }
}

/** Couplings of a square lattice, row by row. */
export function latticeCouplings(columns: number, rows: number): [number, number][] {
  const pairs: [number, number][] = []
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      if (x + 1 < columns) pairs.push([y * columns + x, y * columns + x + 1])
      if (y + 1 < rows) pairs.push([y * columns + x, (y + 1) * columns + x])
    }
  return pairs
}

/** Where a test lets a computation run to its end. */
export const noCheckpoint = (): void => undefined
