/** Break-even maps: where the logical qubit would win, were the device's errors larger or smaller by a factor. */
import { z } from 'zod'
import { Estimate, Name, PageQuery, Timestamp, Warning } from '../model/primitives'
import { CardinalState, DECODERS, MAX_ROUNDS, PREPARATIONS, PROTOCOLS, READOUTS, RunMode } from '../model/protocols'
import { LogicalName } from '../modules/layout-demands'
import { RunStatus, RunSummary } from './run'

/** Which errors the factor scales; idle scales 1/T1 and 1/T2. */
export const ERROR_KINDS = ['all', 'two_qubit', 'single_qubit', 'readout', 'reset', 'idle'] as const
export const ErrorKind = z.enum(ERROR_KINDS)
export type ErrorKind = z.infer<typeof ErrorKind>

export const BreakEvenRequest = z.strictObject({
  mode: RunMode,
  /** Each kind is scaled alone, the others staying as calibrated. */
  kinds: z.array(ErrorKind).min(1).max(6).default(['all']),
  /** Factors, ascending or not; 1 is the device as calibrated. */
  scales: z.array(z.number().min(0.001).max(100)).min(2).max(41),
  rounds: z.array(z.int().min(1).max(MAX_ROUNDS)).min(1).max(20),
  /** For each state, number of rounds, kind and factor. */
  shots: z.int().min(100).max(1_000_000),
  states: z.array(CardinalState).min(1).max(6).default(['0', '+', 'i']),
  decoder: z.enum(DECODERS).default('flag-lut'),
  /** As in a run. */
  protocol: z.enum(PROTOCOLS).optional(),
  /** As in a run, which says where one of them cannot be proved on the module. */
  preparation: z.enum(PREPARATIONS).default('verified'),
  /** Left out: chosen by predicted error on the device as calibrated, for all points alike. */
  readout: z.enum(READOUTS).optional(),
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  name: z.string().max(200).optional(),
})
export type BreakEvenRequest = z.infer<typeof BreakEvenRequest>

export const BreakEvenPoint = z.object({ kind: ErrorKind, scale: z.number(), ...RunSummary.shape })
export type BreakEvenPoint = z.infer<typeof BreakEvenPoint>

/** The factor at which the gain crosses 1, with its interval; value null where it does not within the factors requested. */
export const Crossing = z.object({
  kind: ErrorKind,
  against: z.enum(['best', 'median']),
  factor: Estimate,
  /** e.g. "two-qubit errors must fall to 0.31 [0.27, 0.35] of what they are". */
  text: z.string(),
})
export type Crossing = z.infer<typeof Crossing>

export const Study = z.object({
  study_id: z.uuid(),
  name: z.string().nullable(),
  backend_id: Name,
  logical_id: LogicalName,
  status: RunStatus,
  status_reason: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Always: a map is computed from the noise model, never measured. */
  simulated: z.literal(true),
  request: BreakEvenRequest.extend({ seed: z.int(), readout: z.enum(READOUTS) }),
  progress: z.object({ fraction: z.number(), stage: z.string() }),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  calibration_id: Name,
  noise_model_version: z.string(),
  schedule_hash: z.string(),
  engine: z.string().nullable(),
  warnings: z.array(Warning),
  /** Grows while the study runs. */
  points: z.array(BreakEvenPoint),
  crossings: z.array(Crossing),
})
export type Study = z.infer<typeof Study>

export const StudyParam = z.object({ backend_id: Name, logical_id: LogicalName, study_id: z.uuid() })
export const StudyListQuery = z.object({ ...PageQuery, status: RunStatus.optional() })
