/** Calibration snapshots of a device, in Pentad's own format. Absent figures are null, never invented. */
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

/** 1 − F, the error of a gate, readout or reset; null where no fidelity was published. */
export const infidelityOf = (fidelity: number | null): number | null => (fidelity === null ? null : 1 - fidelity)

export const CalibrationEdge = z.strictObject({
  a: QubitIndex,
  b: QubitIndex,
  gate: z.string().min(1).max(32),
  fidelity: Probability.nullable(),
  /** `cycle`: of an XEB cycle, which holds a one-qubit gate on each of the pair beside the gate; left out: of the gate itself. */
  fidelity_of: z.enum(['gate', 'cycle']).optional(),
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

/** What the history lists about a snapshot. */
export const CalibrationSummary = z.object({
  calibration_id: Name,
  calibrated_at: Timestamp.nullable(),
  imported_at: Timestamp,
  /** False where it came with the device: then it stays as long as the device does. */
  imported: z.boolean(),
  vendor: z.string(),
  source: z.string(),
  current: z.boolean(),
  qubits: z.int(),
  qubits_out_of_service: z.int(),
  edges: z.int(),
  /** Edges of a qubit out of service count too; the medians leave out both kinds. */
  edges_out_of_service: z.int(),
  median: z.object({
    t1_us: z.number().nullable(),
    t2_us: z.number().nullable(),
    fidelity_1q: z.number().nullable(),
    readout_fidelity: z.number().nullable(),
    /** Fidelity of a CZ made of the native gates of each pair. */
    cz_fidelity: z.number().nullable(),
  }),
})
export type CalibrationSummary = z.infer<typeof CalibrationSummary>
