/** Small files in each published format, invented here: a line of three qubits, so tests need nothing from elsewhere. */
import type { NamedText } from '../../../main/backends/files/json'
import type { DeviceProfile } from '../../../main/contract/calibration/device-profile'
import type { CalibrationSnapshot } from '../../../main/contract/calibration/snapshot'

const text = (name: string, value: unknown): NamedText => ({ name, content: JSON.stringify(value) })

const parameter = (name: string, value: number, unit = '') => ({ date: '2026-01-02T03:04:05+01:00', name, unit, value })

export const ibmConf = (changes: object = {}): NamedText =>
  text('conf_line.json', {
    backend_name: 'ibm_line',
    n_qubits: 3,
    basis_gates: ['cz', 'sx'],
    coords: [
      [1, 1],
      [2, 1],
      [3, 1],
    ],
    ...changes,
  })

const ibmQubit = (t1: number, unit = 'us') => [
  parameter('T1', t1, unit),
  parameter('T2', 80, 'us'),
  parameter('readout_error', 0.02),
  parameter('readout_length', 2_000, 'ns'),
]
const ibmGate = (gate: string, qubits: number[], error: number, length: number) => ({
  gate,
  qubits,
  parameters: [parameter('gate_error', error), parameter('gate_length', length, 'ns')],
})
export const ibmProps = (changes: object = {}): NamedText =>
  text('props_line.json', {
    backend_name: 'ibm_line',
    last_update_date: '2026-01-02T03:04:05+01:00',
    qubits: [ibmQubit(100), ibmQubit(0.2, 'ms'), ibmQubit(300)],
    gates: [
      ibmGate('sx', [0], 0.001, 32),
      ibmGate('sx', [1], 0.002, 32),
      ibmGate('sx', [2], 1, 32),
      ibmGate('cz', [0, 1], 0.01, 68),
      ibmGate('cz', [1, 0], 0.01, 68),
      ibmGate('cz', [2, 1], 1, 68),
      ibmGate('rzz', [0, 1], 0.3, 68),
    ],
    ...changes,
  })
export const ibmFiles = (): NamedText[] => [ibmConf(), ibmProps()]

const fidelity = (name: string, value: number, standardError?: number) => ({
  fidelityType: { name },
  fidelity: value,
  standardError,
})

/** OQC as its published schema has it: coherence times in uS, directed ECR gates. */
export const oqc = (unit = 'uS', scale = 1): NamedText =>
  text('oqc.json', {
    braketSchemaHeader: { name: 'braket.device_schema.oqc.oqc_device_capabilities', version: '1' },
    service: { updatedAt: '2026-03-04T05:06:07' },
    paradigm: { connectivity: { connectivityGraph: { '0': ['1'], '1': ['2'], '2': [] } } },
    provider: {
      braketSchemaHeader: { name: 'braket.device_schema.oqc.oqc_provider_properties', version: '1' },
      properties: {
        one_qubit: Object.fromEntries([0, 1, 2].map(q => [q, { T1: 28.9 + q, T2: 44.5, fRO: 0.9, fRB: 0.99 }])),
        two_qubit: { '0-1': { coupling: { control_qubit: 0, target_qubit: 1 }, fCX: 0.877 } },
      },
    },
    standardized: {
      oneQubitProperties: Object.fromEntries(
        [0, 1, 2].map(q => [
          q,
          {
            T1: { value: (28.9 + q) * scale, standardError: 0.1, unit },
            T2: { value: 44.5 * scale, standardError: 0.1, unit },
            oneQubitFidelity: [fidelity('RANDOMIZED_BENCHMARKING', 0.999), fidelity('READOUT', 0.91)],
          },
        ]),
      ),
      twoQubitProperties: Object.fromEntries(
        [0, 1].map(q => [
          `${q}-${q + 1}`,
          {
            twoQubitGateFidelity: [
              {
                gateName: 'ECR',
                direction: { control: q + 1, target: q },
                fidelity: 0.93,
                standardError: 0.01,
                fidelityType: { name: 'INTERLEAVED_RANDOMIZED_BENCHMARKING' },
              },
            ],
          },
        ]),
      ),
    },
  })

/** Rigetti, with the marks it puts on what was not measured. */
export const rigetti = (): NamedText =>
  text('rigetti.json', {
    braketSchemaHeader: { name: 'braket.device_schema.rigetti.rigetti_device_capabilities', version: '2' },
    service: { updatedAt: '2026-05-05T21:32:03+00:00' },
    provider: { specs: { name: 'Line-3Q', benchmarks: [{ name: 'FreeInductionDecay' }] } },
    standardized: {
      oneQubitProperties: {
        '10': rigettiQubit(2e-5, 1e-5, 0.999, 0.0001),
        '2': rigettiQubit(0, 1e-5, 0.998, 0.0001),
        '1': rigettiQubit(3e-5, 1e-5, 0.5, 1),
      },
      twoQubitProperties: {
        '1-2': { twoQubitGateFidelity: [pairFigure('CZ', 0.5, 1), pairFigure('Two_Qubit_Clifford', 0.9, 0.1)] },
        '2-10': { twoQubitGateFidelity: [pairFigure('CZ', 0.98, 0.001)] },
        '1-10': { twoQubitGateFidelity: [] },
      },
    },
  })
const rigettiQubit = (t1: number, t2: number, single: number, error: number) => ({
  T1: { value: t1, unit: 'S' },
  T2: { value: t2, unit: 'S' },
  oneQubitFidelity: [
    fidelity('SIMULTANEOUS_RANDOMIZED_BENCHMARKING', 0.9, 0.1),
    fidelity('RANDOMIZED_BENCHMARKING', single, error),
    fidelity('READOUT_ERROR_0_TO_1', 0.02),
    fidelity('READOUT_ERROR_1_TO_0', 0.04),
  ],
})
const pairFigure = (gateName: string, value: number, standardError: number) => ({
  gateName,
  fidelity: value,
  standardError,
  fidelityType: { name: 'INTERLEAVED_RANDOMIZED_BENCHMARKING' },
})

const metric = (name: string, targets: string[], value: number) => ({ name, targets, values: [{ doubleVal: value }] })
export const googleMetrics = (name = 'line_2026_02_03_calibration.json', extra: object = {}): NamedText =>
  text(name, {
    ...extra,
    metrics: [
      ...['0_9', '0_10'].flatMap(label => [
        metric('single_qubit_p00_error', [label], 0.01),
        metric('single_qubit_p11_error', [label], 0.03),
        metric('single_qubit_rb_pauli_error_per_gate', [label], 0.003),
        metric('single_qubit_idle_t1_micros', [label], 15),
      ]),
      metric('two_qubit_parallel_sycamore_gate_xeb_average_error_per_cycle', ['0_10', '0_9'], 0.01),
      metric('two_qubit_parallel_sqrt_iswap_gate_xeb_pauli_error_per_cycle', ['0_9', '0_10'], 0.01),
    ],
  })
export const googleSpec = (measurement = 4_000_000): NamedText => ({
  name: 'line_spec.proto.txt',
  content: `# a spec
valid_gate_sets {
  name: "sycamore"
  valid_gates { id: "syc", gate_duration_picos: 12000 }
  valid_gates < id: 'xy' gate_duration_picos: 25000 >
  valid_gates { id: "meas"; gate_duration_picos: ${measurement} }
}
valid_qubits: ["0_9", "0_10"]
`,
})

/** A square of four qubits, each with every figure. */
export function snapshot(changes: Partial<CalibrationSnapshot> = {}): CalibrationSnapshot {
  const qubit = (index: number) => ({
    index,
    label: `Q${index}`,
    t1_us: 50 + index,
    t2_us: 40,
    t2_echo_us: null,
    fidelity_1q: 0.999,
    readout_fidelity: 0.97,
    reset_fidelity: null,
    gate_1q_length_ns: 30,
    readout_length_ns: 500,
    reset_length_ns: null,
    out_of_service: null,
  })
  const edge = (a: number, b: number) => ({ a, b, gate: 'cz', fidelity: 0.99, duration_ns: 60, out_of_service: null })
  return {
    format: 'pentad-calibration/1',
    calibration_id: 'cal-undated-0000000000',
    source_device: 'square',
    vendor: 'Our lab',
    calibrated_at: '2026-11-20T08:00:00Z',
    source: 'Measured here',
    t2_kind: 'echo',
    notes: [],
    qubits: [0, 1, 2, 3].map(qubit),
    edges: [edge(0, 1), edge(0, 2), edge(1, 3), edge(2, 3)],
    ...changes,
  }
}

export const pentadFile = (value: unknown = snapshot()): NamedText => text('square.json', value)

export function profile(changes: Partial<DeviceProfile> = {}): DeviceProfile {
  return {
    format: 'pentad-device/1',
    device_id: 'dev-square',
    name: 'Square',
    description: '',
    topology: 'square',
    two_qubit_gate: 'cz',
    qubits: [0, 1, 2, 3].map(index => ({ index, label: `Q${index}`, x: index % 2, y: Math.floor(index / 2) })),
    couplings: [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
    ],
    chiplets: [{ chiplet_id: 's00', qubits: [0, 1, 2, 3] }],
    assumed: {
      gate_1q_length_ns: 30,
      cz_length_ns: 60,
      readout_length_ns: 500,
      reset_length_ns: 600,
      reset_fidelity: 0.99,
      basis: 'invented for tests',
    },
    reset_method: 'none',
    thresholds: { fidelity_1q: 0.9, readout_fidelity: 0.8, cz_fidelity: 0.8, reset_fidelity: 0.8, t1_us: 1, t2_us: 1 },
    stale_after_hours: 24,
    token_price_per_shot: 0.5,
    calibrations: ['square.json'],
    ...changes,
  }
}
