/** Devices and their calibration snapshots, in Pentad's own formats. Absent figures are null, never invented. */
import { z } from 'zod'
import { Name, Probability, QubitIndex, Timestamp } from '../model/primitives'

const Positive = z.number().positive()
const Label = z.string().min(1).max(32)

export const CalibrationQubit = z.strictObject({
  index: QubitIndex,
  /** The vendor's own name of the qubit. */
  label: Label,
  t1_us: Positive.nullable(),
  /** As published; `t2_kind` of the snapshot says by which experiment. */
  t2_us: Positive.nullable(),
  t2_echo_us: Positive.nullable(),
  /** Average gate fidelity of randomized benchmarking. */
  fidelity_1q: Probability.nullable(),
  readout_fidelity: Probability.nullable(),
  reset_fidelity: Probability.nullable(),
  gate_1q_length_ns: Positive.nullable(),
  readout_length_ns: Positive.nullable(),
  reset_length_ns: Positive.nullable(),
  /** Why the part must not be used (dead, sentinel value), null when it works. */
  out_of_service: z.string().max(300).nullable(),
})
export type CalibrationQubit = z.infer<typeof CalibrationQubit>

export const CalibrationEdge = z.strictObject({
  a: QubitIndex,
  b: QubitIndex,
  gate: z.string().min(1).max(32),
  fidelity: Probability.nullable(),
  duration_ns: Positive.nullable(),
  out_of_service: z.string().max(300).nullable(),
})
export type CalibrationEdge = z.infer<typeof CalibrationEdge>

/** One dated set of figures. `calibration_id` is derived from the content, so equal content has one id. */
export const CalibrationSnapshot = z.strictObject({
  format: z.literal('pentad-calibration/1'),
  calibration_id: Name,
  /** The machine the figures were published for, e.g. ibm_nighthawk. */
  source_device: z.string().min(1).max(100),
  vendor: z.string().min(1).max(100),
  /** null where the publisher does not say. */
  calibrated_at: Timestamp.nullable(),
  /** Where the figures come from: repository, commit, path, licence. */
  source: z.string().min(1).max(2_000),
  t2_kind: z.enum(['ramsey', 'echo']).nullable(),
  notes: z.array(z.string().max(1_000)).max(50),
  qubits: z.array(CalibrationQubit).min(1).max(10_000),
  edges: z.array(CalibrationEdge).max(100_000),
})
export type CalibrationSnapshot = z.infer<typeof CalibrationSnapshot>

/** A site or edge below one of these disqualifies every layout that uses it. Fidelities and microseconds. */
export const Thresholds = z.strictObject({
  fidelity_1q: Probability,
  readout_fidelity: Probability,
  cz_fidelity: Probability,
  reset_fidelity: Probability,
  t1_us: z.number().min(0),
  t2_us: z.number().min(0),
})
export type Thresholds = z.infer<typeof Thresholds>

/** Values used where the device publishes none; every use raises the warning `assumed_value`. */
export const AssumedValues = z.strictObject({
  gate_1q_length_ns: Positive,
  cz_length_ns: Positive,
  readout_length_ns: Positive,
  reset_length_ns: Positive,
  reset_fidelity: Probability,
  /** T2 under dynamical decoupling over the published T2, where no echo figure is published; left out: no gain is assumed. */
  dd_t2_factor: z.number().min(1).optional(),
  /** Why these values: what they are taken from. */
  basis: z.string().min(1).max(1_000),
})

export const DeviceProfile = z.strictObject({
  format: z.literal('pentad-device/1'),
  device_id: Name,
  name: z.string().min(1).max(100),
  description: z.string().max(2_000),
  topology: z.string().min(1).max(100),
  /** The native two-qubit gate the schedules use; calibration edges of other gates are not used. */
  two_qubit_gate: z.literal('cz'),
  /** x and y place the qubit on the map (arbitrary units, y down). */
  qubits: z
    .array(z.strictObject({ index: QubitIndex, label: Label, x: z.number(), y: z.number() }))
    .min(1)
    .max(10_000),
  couplings: z.array(z.tuple([QubitIndex, QubitIndex])).max(100_000),
  chiplets: z
    .array(z.strictObject({ chiplet_id: Name, qubits: z.array(QubitIndex).min(1) }))
    .min(1)
    .max(1_000),
  assumed: AssumedValues,
  reset_method: z.string().min(1).max(100),
  thresholds: Thresholds,
  /** Whether an outcome can decide within a round what is done next; left out: it can. */
  feedforward: z.boolean().optional(),
  /** Older than this many hours, a snapshot raises `stale_calibration`. */
  stale_after_hours: z.number().positive(),
  token_price_per_shot: z.number().min(0),
  /** Snapshot files beside the profile, oldest first. */
  calibrations: z.array(z.string().min(1).max(200)).min(1),
})
export type DeviceProfile = z.infer<typeof DeviceProfile>

/** What the history lists about a snapshot. */
export const CalibrationSummary = z.object({
  calibration_id: Name,
  calibrated_at: Timestamp.nullable(),
  imported_at: Timestamp,
  vendor: z.string(),
  source: z.string(),
  current: z.boolean(),
  qubits: z.int(),
  qubits_out_of_service: z.int(),
  edges: z.int(),
  edges_out_of_service: z.int(),
  median: z.object({
    t1_us: z.number().nullable(),
    t2_us: z.number().nullable(),
    fidelity_1q: z.number().nullable(),
    readout_fidelity: z.number().nullable(),
    cz_fidelity: z.number().nullable(),
  }),
})
export type CalibrationSummary = z.infer<typeof CalibrationSummary>

export const CALIBRATION_FORMATS = ['auto', 'pentad', 'ibm', 'braket', 'google'] as const

/** One or more published files that together make one snapshot (IBM: conf and props; Google: calibration and spec). */
export const ImportCalibration = z.strictObject({
  format: z.enum(CALIBRATION_FORMATS).default('auto'),
  files: z
    .array(z.strictObject({ name: z.string().min(1).max(300), content: z.string().max(12_000_000) }))
    .min(1)
    .max(4),
  /** Check and summarise only; nothing is stored. */
  dry_run: z.boolean().default(false),
  source: z.string().max(2_000).optional(),
})
export type ImportCalibration = z.infer<typeof ImportCalibration>
