/** Data in a run record about the instruments and sequencers that the run was measured with. */
import { z } from 'zod'
import { Estimate, Name, Probability, QubitIndex, Timestamp } from '../model/primitives'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Identity of an instrument, and its connection. */
const CONNECTED_INSTRUMENT = {
  id: Name,
  label: z.string(),
  /** SHA-256 of the driver file without its test vectors. */
  driver: z.object({ id: Name, sha256: Sha256 }),
  vendor: z.string(),
  model: z.string(),
  serial_number: z.string(),
  firmware: z.string().nullable(),
  transport: z.enum(['serial', 'hid', 'tcp', 'twin']),
  /** True for a twin. */
  simulated: z.boolean(),
}

export const ControlInstrument = z.object({
  ...CONNECTED_INSTRUMENT,
  /** Role in the lab profile; older records hold the kind named by the driver file. */
  role: z.string(),
  /** Whether the run had leases, so that no one else could change settings meanwhile. */
  leased: z.boolean(),
  /** SHA-256 of all settings, before the first program and after the last; null where it could not be read. */
  snapshot_start: Sha256.nullable(),
  snapshot_end: Sha256.nullable(),
  /** Settings that differ between start and end. */
  changed: z.array(z.object({ parameter: z.string(), channel: z.string().nullable() })),
  /** Its error queue before the first program, and at the end; the first is left out where it was not read. */
  errors_start: z.array(z.string()).optional(),
  errors: z.array(z.string()),
})
export type ControlInstrument = z.infer<typeof ControlInstrument>

/** Lost shots are in no file: bins that hold no outcome, and conditions that the shot's own bits contradict. */
const LostShots = z.object({ invalid: z.int(), feedback_mismatch: z.int() })

/** A program as it was played, batch after batch. */
export const PlayedProgram = z.object({
  name: z.string(),
  /** SHA-256 of the text of the first batch. */
  sha256: Sha256,
  bytes: z.int(),
  /** A program that the sequencer still held was not uploaded again. */
  uploaded_at: Timestamp,
  shots: z.int(),
  lost: LostShots,
  /** Duration of rounds without a trigger; `measured` by the device's clock. Null for a program without rounds. */
  timing: z
    .object({
      source: z.enum(['measured', 'compiled']),
      value_ns: z.number(),
      compiled_ns: z.number(),
      min_ns: z.number().nullable(),
      max_ns: z.number().nullable(),
      n: z.int(),
    })
    .nullable(),
  batches: z.array(
    z.object({
      /**
       * SHA-256 of the text loaded for this batch, which contains the number of shots: the last batch is smaller. Left out in older
       * records.
       */
      program_sha256: Sha256.optional(),
      shots: z.int(),
      lost: LostShots,
      /** Whether the batch makes up for lost shots. */
      top_up: z.boolean(),
      armed_at: Timestamp,
      started_at: Timestamp,
      stopped_at: Timestamp,
      flags: z.array(z.string()),
    }),
  ),
})
export type PlayedProgram = z.infer<typeof PlayedProgram>

export const UsedSequencer = z.object({
  ...CONNECTED_INSTRUMENT,
  slot: z.int(),
  sequencer: z.int(),
  /** Profile with the limits that programs were checked against. */
  profile: z.string(),
  /** Entries of its error queue before the first program and after the last. */
  errors_start: z.array(z.string()),
  errors_end: z.array(z.string()),
  programs: z.array(PlayedProgram),
})
export type UsedSequencer = z.infer<typeof UsedSequencer>

/** assignment: prepared and read at once; pilot, baseline: the waiting qubits; wall-time: as long as the encoded shots took. */
export const MeasuredKind = z.enum(['assignment', 'pilot', 'baseline', 'encoded', 'wall-time'])
export type MeasuredKind = z.infer<typeof MeasuredKind>

/** Prepared 0 and 1 and read at once, before the run; `expected` by the calibration. */
export const MeasuredAssignment = z.object({
  qubit: QubitIndex,
  shots: z.int(),
  read_1_of_0: Estimate.extend({ expected: Probability }),
  read_0_of_1: Estimate.extend({ expected: Probability }),
  /**
   * From the points in the I/Q plane: the rotation that puts 1 beside 0 along +I, and the threshold in I above which 1 is read.
   * null where the sequencer returns no points; left out in records from before they were asked for.
   */
  iq: z.object({ rotation_deg: Estimate, threshold: Estimate }).nullable().optional(),
  /** Whether either error is more than 5 σ from the expected one. */
  mismatch: z.boolean(),
})
export type MeasuredAssignment = z.infer<typeof MeasuredAssignment>
