/** Error-correction runs: how they go, what they would show, what their bits show when decoded anew. */
import { z } from 'zod'
import { Comparison, Gain } from '../comparison'
import { Estimate, Name, PageQuery, QubitIndex, Timestamp, Warning } from '../model/primitives'
import { Replay } from './record'
import { Decoder, RunRequest } from '../model/protocols'

export const RunStatus = z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'ABORTED'])
export type RunStatus = z.infer<typeof RunStatus>

/** The figures that lists, page heads and maps show. */
export const RunSummary = z.object({
  logical_error: Estimate,
  physical_best: Estimate,
  physical_median: Estimate,
  gain_best: Gain,
  gain_median: Gain,
  acceptance: Estimate,
})
export type RunSummary = z.infer<typeof RunSummary>

export const Run = z.object({
  run_id: z.uuid(),
  name: z.string().nullable(),
  backend_id: Name,
  logical_id: Name,
  chiplet: Name,
  status: RunStatus,
  status_reason: z.object({ code: z.string(), message: z.string() }).nullable(),
  simulated: z.boolean(),
  request: RunRequest.extend({ rounds: z.array(z.int()), seed: z.int() }),
  /** 0..1 over all circuits of the run, with what is running now. */
  progress: z.object({ fraction: z.number(), stage: z.string() }),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  calibration_id: Name,
  warnings: z.array(Warning),
  /** A replay of a simulated run: whether every bit file came out the same; null until it is known. */
  replay: Replay.nullable().optional(),
  /** Present once COMPLETED. */
  summary: RunSummary.nullable(),
})
export type Run = z.infer<typeof Run>

/** Before a run: what it would show, what it needs. Every figure is predicted, and labelled so. */
export const RunPrediction = z.object({
  predicted: z.literal(true),
  calibration_id: Name,
  /** How the figures were had, in words; `exact` marks enumeration, `sampled` a quick simulation. */
  method: z.string(),
  logical_error: Estimate,
  physical_best: z.object({ qubit: QubitIndex, error_per_round: z.number() }).nullable(),
  physical_median: z.object({ qubit: QubitIndex, error_per_round: z.number() }).nullable(),
  gain_best: Gain,
  gain_median: Gain,
  acceptance: z.array(z.object({ rounds: z.int(), predicted: z.number() })),
  /** Shots for each state and number of rounds that would let the interval exclude 1, null when no number can. */
  shots_needed: z.object({ best: z.int().nullable(), median: z.int().nullable(), text: z.string() }),
  /** Shots of the whole run and, where the backend is live, the time the device would take. */
  total_shots: z.int(),
  device_time_s: z.number(),
  /** Of simulating the run here, rather too many; null where it takes a moment. */
  simulation_time_s: z.number().nullable().optional(),
  /** Of raw bits on the disk. */
  bytes: z.int(),
  gate_passed: z.boolean(),
  warnings: z.array(Warning),
})
export type RunPrediction = z.infer<typeof RunPrediction>

export const DecodeRequest = z.strictObject({ decoder: Decoder })
export type DecodeRequest = z.infer<typeof DecodeRequest>

/** An old record's bits decoded anew; nothing of the record changes. */
export const Redecoding = z.object({
  run_id: z.uuid(),
  decoder: Decoder,
  decoder_version: z.string(),
  /** What the record was decoded with. */
  recorded: z.object({ decoder: z.string(), decoder_version: z.string(), logical_error: Estimate }),
  logical_error: Estimate,
  comparison: Comparison,
  /** Shots whose outcome or acceptance differs from the record's decoder. */
  changed_shots: z.int(),
  total_shots: z.int(),
})
export type Redecoding = z.infer<typeof Redecoding>

export const RunParam = z.object({ backend_id: Name, logical_id: Name, run_id: z.uuid() })
export const RunListQuery = z.object({ ...PageQuery, status: RunStatus.optional() })
export const AllRunsQuery = z.object({ ...PageQuery, status: RunStatus.optional(), backend_id: Name.optional() })
