/** Small made-up devices and calibration snapshots in the contract's shapes; nothing here is measured. */
import { Backend } from '../../../main/contract/backends/catalogue'
import { CalibrationSnapshot } from '../../../main/contract/calibration/snapshot'

/** Chiplets of 3×3 on a square lattice, as many across and down as asked. */
export function sampleBackend(across = 2, down = 1): Backend {
  const columns = across * 3
  const sites = Array.from({ length: columns * down * 3 }, (_, index) => ({
    index,
    label: String(index),
    x: index % columns,
    y: Math.floor(index / columns),
  }))
  const couplings = sites.flatMap(({ index, x, y }) => [
    ...(x + 1 < columns ? [[index, index + 1] as [number, number]] : []),
    ...(y + 1 < down * 3 ? [[index, index + columns] as [number, number]] : []),
  ])
  const chiplets = Array.from({ length: across * down }, (_, n) => ({
    chiplet_id: `a${String(n).padStart(2, '0')}`,
    qubits: sites
      .filter(({ x, y }) => Math.floor(x / 3) === n % across && Math.floor(y / 3) === Math.floor(n / across))
      .map(({ index }) => index),
  }))
  return Backend.parse({
    backend_id: 'dev-a-mock',
    device_id: 'dev-a',
    name: 'Device A',
    description: 'A made-up square lattice.',
    mode: 'mock',
    simulated: true,
    online: true,
    offline_reason: null,
    topology: 'square lattice',
    num_qubits: sites.length,
    num_chiplets: chiplets.length,
    native_gates: ['cz', 'rz', 'sx'],
    limits: { max_qubits: 24, max_shots: 1_000_000, max_instructions: 1_000_000 },
    token_price_per_shot: 0,
    queue_length: 0,
    calibration_id: 'cal-2',
    calibrated_at: '2026-04-17T08:00:00Z',
    qubits: sites,
    couplings,
    chiplets,
    calibration: sampleSummary('cal-2', true, sites.length, couplings.length),
  })
}

const sampleSummary = (id: string, current: boolean, qubits: number, edges: number) => ({
  calibration_id: id,
  calibrated_at: current ? '2026-04-17T08:00:00Z' : '2026-04-10T08:00:00Z',
  imported_at: '2026-04-18T08:00:00Z',
  imported: !current,
  vendor: 'Nobody',
  source: 'made up for a test',
  current,
  qubits,
  qubits_out_of_service: 1,
  edges,
  edges_out_of_service: 1,
  median: { t1_us: 250, t2_us: 180, fidelity_1q: 0.9998, readout_fidelity: 0.991, cz_fidelity: 0.9965 },
})

/** Qubit 4 is out of service, qubit 5 has no T2, coupling 0–1 is dead. */
export function sampleSnapshot(backend = sampleBackend()): CalibrationSnapshot {
  return CalibrationSnapshot.parse({
    format: 'pentad-calibration/1',
    calibration_id: 'cal-2',
    source_device: 'nothing',
    vendor: 'Nobody',
    calibrated_at: '2026-04-17T08:00:00Z',
    source: 'made up for a test',
    t2_kind: 'echo',
    notes: [],
    qubits: backend.qubits.map(({ index, label }) => ({
      index,
      label,
      t1_us: 80 + ((index * 37) % 300),
      t2_us: index === 5 ? null : 60 + ((index * 53) % 300),
      t2_echo_us: null,
      fidelity_1q: 1 - 1e-4 * (1 + (index % 17)),
      readout_fidelity: 1 - 2e-3 * (1 + (index % 23)),
      reset_fidelity: null,
      gate_1q_length_ns: 32,
      readout_length_ns: 2200,
      reset_length_ns: null,
      out_of_service: index === 4 ? 'published T1 is 0' : null,
    })),
    edges: backend.couplings.map(([a, b], n) => ({
      a,
      b,
      gate: 'cz',
      fidelity: n === 0 ? null : 1 - 1e-3 * (1 + (n % 19)),
      duration_ns: 84,
      out_of_service: n === 0 ? 'error published as exactly 1' : null,
    })),
  })
}
