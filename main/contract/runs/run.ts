/** Error-correction runs: their state, their predictions, and new decodings of their bits. */
import { z } from 'zod'
import { Estimate, Name, PageQuery, QubitIndex, Timestamp, Warning } from '../model/primitives'
import { Decoder, READOUTS } from '../model/protocols'
import { createStateMachine } from '../model/state-machine'
import { Closing } from '../modules/faults'
import { FeasibilityVerdict } from '../modules/feasibility-gate'
import { LogicalName } from '../modules/layout-demands'
import { Comparison, Gain } from './comparison'
import { CountedProgress } from './partial-counts'
import { ReadoutChoice } from './readout-choice'
import { Replay } from './record'
import { RunRequest } from './request'
import { Measurable, PredictedCrossing, SurvivalSummary } from './survival'

export const RunStatus = z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'ABORTED'])
export type RunStatus = z.infer<typeof RunStatus>

/** The legal moves of runs and studies. PROCESSING → PENDING is the restart after a crash or a stop: it starts over from its seed. */
export const runStates = createStateMachine<RunStatus>({
  PENDING: ['PROCESSING', 'FAILED', 'ABORTED'],
  PROCESSING: ['COMPLETED', 'FAILED', 'ABORTED', 'PENDING'],
  COMPLETED: [],
  FAILED: [],
  ABORTED: [],
})

/** The figures that lists, page heads and maps show. */
export const RunSummary = z.object({
  logical_error: Estimate,
  physical_best: Estimate,
  physical_median: Estimate,
  gain_best: Gain,
  gain_median: Gain,
  acceptance: Estimate,
  /** Separate from the gain, without influence on its verdict; absent in runs of earlier versions. */
  survival_verdict: SurvivalSummary.optional(),
})
export type RunSummary = z.infer<typeof RunSummary>

/** Compute tokens of a run: a price for each shot of every circuit, baselines included. */
const RunTokens = z.object({
  price_per_shot: z.number(),
  shots_planned: z.int(),
  /** Held before the run: price × planned shots. */
  reserved: z.number(),
  /** null until the run is over. */
  shots_executed: z.int().nullable(),
  /** For the executed shots, also of a run that was aborted or failed; the rest of the hold is released. null until then. */
  charged: z.number().nullable(),
})

export const Run = z.object({
  run_id: z.uuid(),
  name: z.string().nullable(),
  backend_id: Name,
  logical_id: LogicalName,
  chiplet: Name,
  status: RunStatus,
  status_reason: z.object({ code: z.string(), message: z.string() }).nullable(),
  simulated: z.boolean(),
  request: RunRequest.extend({
    rounds: z.array(z.int()),
    seed: z.int(),
    readout: z.enum(READOUTS),
    /** Treatment of a window still open after the last pass; `extraction` where left out. */
    closing: Closing.optional(),
    /**
     * Maximum number of attempts of the verified preparation; left out: as many as the program allows. One on a device without
     * feed-forward.
     */
    attempts: z.int().optional(),
  }),
  /** 0..1 over all circuits of the run, with what is running now. */
  progress: CountedProgress,
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  calibration_id: Name,
  warnings: z.array(Warning),
  /** A replay of a simulated run: whether every bit file came out the same; null until it is known. */
  replay: Replay.nullable().optional(),
  /** Whether an aborted run had its device, so that a partial record holds what it measured until then. */
  partial_record: z.boolean().optional(),
  /** Present once COMPLETED. */
  summary: RunSummary.nullable(),
  /** null for runs from before shots were counted; a price of 0 is a free backend. */
  tokens: RunTokens.nullable().optional(),
})
export type Run = z.infer<typeof Run>

/** What a run would cost and whether it could be paid now. Nothing is reserved. */
const TokenEstimate = z.object({
  price_per_shot: z.number(),
  /** Shots of all circuits: encoded, and the baseline of every qubit. */
  shots: z.int(),
  required: z.number(),
  available: z.number(),
  sufficient: z.boolean(),
})

export const RunEstimate = z.object({
  tokens: TokenEstimate,
  /** Shots by kind of circuit; they add up to those of `tokens`. */
  shots_by_kind: z.record(z.string(), z.int()),
})
export type RunEstimate = z.infer<typeof RunEstimate>

/** Before a run: what it would show, what it needs. Every figure is predicted, and labelled so. */
export const RunPrediction = z.object({
  predicted: z.literal(true),
  calibration_id: Name,
  /** How the figures were obtained, in words; `exact` marks enumeration, `sampled` a pilot run. */
  method: z.string(),
  logical_error: Estimate,
  physical_best: z.object({ qubit: QubitIndex, error_per_round: z.number() }).nullable(),
  physical_median: z.object({ qubit: QubitIndex, error_per_round: z.number() }).nullable(),
  gain_best: Gain,
  gain_median: Gain,
  acceptance: z.array(z.object({ rounds: z.int(), predicted: z.number() })),
  /** Acceptance of one attempt of the verified preparation, and the mean time until one is accepted; null where it is projective. */
  preparation: z.object({ predicted_acceptance: z.number(), mean_duration_ns: z.number() }).nullable().optional(),
  readout_choice: ReadoutChoice.optional(),
  /** Where the survival curves would cross, and what would give the logical error a figure; absent where nothing is predicted. */
  survival: z.object({ crossing: PredictedCrossing, measurable: Measurable }).optional(),
  /** Shots for each state and number of rounds that would let the interval exclude 1, null when no number can. */
  shots_needed: z.object({ best: z.int().nullable(), median: z.int().nullable(), text: z.string() }),
  /**
   * Most shots of the whole run, with 0 rounds, pilot shots and baselines at the wall times; `device_time_s`: what they would
   * take on a live device.
   */
  total_shots: z.int(),
  tokens: TokenEstimate.optional(),
  device_time_s: z.number(),
  /** An upper estimate for simulating the run on this machine; null where it takes a moment. */
  simulation_time_s: z.number().nullable().optional(),
  /** Bytes of raw bits on the disk. */
  bytes: z.int(),
  gate_passed: z.boolean(),
  gate_verdict: FeasibilityVerdict.optional(),
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
  /** Decoder and result of the record. */
  recorded: z.object({ decoder: z.string(), decoder_version: z.string(), logical_error: Estimate }),
  logical_error: Estimate,
  comparison: Comparison,
  /** Shots whose outcome or acceptance differs from the record's decoder. */
  changed_shots: z.int(),
  total_shots: z.int(),
})
export type Redecoding = z.infer<typeof Redecoding>

export const RunParam = z.object({ backend_id: Name, logical_id: LogicalName, run_id: z.uuid() })
export const RunListQuery = z.object({ ...PageQuery, status: RunStatus.optional() })
export const AllRunsQuery = z.object({ ...PageQuery, status: RunStatus.optional(), backend_id: Name.optional() })
