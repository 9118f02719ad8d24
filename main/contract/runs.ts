/** Error-correction runs: what is asked, how it goes, and the record that reproduces the logical error. */
import { z } from 'zod'
import { DataQubits } from './modules'
import { Estimate, Name, PageQuery, Probability, QubitIndex, Timestamp, Warning } from './primitives'

export const RunMode = z.enum(['correction', 'detection'])
export type RunMode = z.infer<typeof RunMode>

/** The six cardinal states: eigenstates of Z_L (0, 1), X_L (+, -) and Y_L (i, -i). */
export const CARDINAL_STATES = ['0', '1', '+', '-', 'i', '-i'] as const
export const CardinalState = z.enum(CARDINAL_STATES)
export type CardinalState = z.infer<typeof CardinalState>

export const DECODERS = ['flag-lut'] as const
export const PROTOCOLS = ['adaptive'] as const

export const MAX_ROUNDS = 1_000
export const MAX_RUN_SHOTS = 1_000_000

const Rounds = z.int().min(1).max(MAX_ROUNDS)

export const RunRequest = z.strictObject({
  mode: RunMode,
  rounds: z.union([Rounds, z.array(Rounds).min(1).max(50)]),
  /** For each state and number of rounds. */
  shots: z.int().min(1).max(MAX_RUN_SHOTS),
  states: z
    .array(CardinalState)
    .min(1)
    .max(6)
    .default([...CARDINAL_STATES]),
  decoder: z.enum(DECODERS).default('flag-lut'),
  protocol: z.enum(PROTOCOLS).default('adaptive'),
  /** 0 .. 2^53 - 1; chosen and recorded by the service when left out. */
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Dynamical decoupling is not offered yet. */
  dd: z.literal(false).default(false),
  /** Run a module that fails the feasibility gate. */
  override: z.boolean().default(false),
  name: z.string().max(200).optional(),
})
export type RunRequest = z.infer<typeof RunRequest>

export const RunStatus = z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'ABORTED'])
export type RunStatus = z.infer<typeof RunStatus>

/** One survival point: how often the logical (or physical) state was read back right after `rounds` rounds. */
export const SurvivalPoint = z.object({
  state: CardinalState.nullable(),
  rounds: z.int(),
  shots: z.int(),
  accepted: z.int(),
  failures: z.int(),
  /** Failures among the accepted. */
  error: Estimate,
})

/** P(R) = ½[1 + A(1−2ε)^R]; a single R gives ε alone with A taken as 1, which `model` says. */
export const DecayFit = z.object({
  model: z.enum(['spam_and_error', 'error_only']),
  error_per_round: Estimate,
  /** Fitted ε of each basis where several share one A; error_per_round is their mean, pooled survival the mean of their decays. */
  error_by_basis: z.array(z.number()).optional(),
  spam: Estimate.nullable(),
  /** Deviance of the fit and its degrees of freedom; null where there are none. */
  deviance: z.number().nullable(),
  degrees_of_freedom: z.int(),
  residuals: z.array(z.object({ rounds: z.int(), residual: z.number() })),
})
export type DecayFit = z.infer<typeof DecayFit>

export const Verdict = z.enum(['gain', 'no_gain', 'inconclusive'])
export const Gain = z.object({ estimate: Estimate, verdict: Verdict })
export type Gain = z.infer<typeof Gain>

export const PhysicalBaseline = z.object({
  qubit: QubitIndex,
  role: z.string(),
  points: z.array(SurvivalPoint),
  fit: DecayFit.nullable(),
  /** Why a qubit has no baseline (out of service, figures missing), null when it has. */
  skipped: z.string().nullable(),
})

/** What the window's Compare and the terminal's table show; everything in it can be derived from the record and shots. */
export const Comparison = z.object({
  encoded: z.object({
    points: z.array(SurvivalPoint),
    /** Pooled over states. */
    pooled: z.array(SurvivalPoint),
    fit: DecayFit.nullable(),
  }),
  physical: z.array(PhysicalBaseline),
  best: z.object({ qubit: QubitIndex, error_per_round: Estimate, pooled: z.array(SurvivalPoint) }).nullable(),
  median: z.object({ qubit: QubitIndex, error_per_round: Estimate, pooled: z.array(SurvivalPoint) }).nullable(),
  gain_best: Gain,
  gain_median: Gain,
  acceptance: z.array(z.object({ rounds: z.int(), measured: Estimate, predicted: z.number().nullable() })),
})
export type Comparison = z.infer<typeof Comparison>

const Step = z.object({ data: z.string(), pauli: z.enum(['X', 'Z']), ancilla_at: QubitIndex })

/** Every field of the spec's run record, then what reproduction needs beyond it. */
export const RunRecord = z.object({
  record_version: z.literal('pentad-run/1'),
  run_id: z.uuid(),

  backend_id: Name,
  chiplet: Name,
  logical_qubit_id: Name,
  code: z.literal('[[5,1,3]]'),
  ft_scheme: z.literal('flag'),
  syndrome_strategy: z.literal('flag_sequential'),

  data_qubits: DataQubits,
  syndrome_ancilla: QubitIndex,
  flag_qubit: QubitIndex,
  routing_qubits: z.array(QubitIndex),
  stabilizer_schedule: z.array(
    z.object({
      generator: z.string(),
      flagged: z.boolean(),
      couplings: z.array(Step),
      flag_after_couplings: z.array(z.int()),
    }),
  ),
  routing_schedule: z.array(
    z.object({
      generator: z.string(),
      flagged: z.boolean(),
      moves: z.array(z.object({ from: QubitIndex, to: QubitIndex, after_coupling: z.int() })),
    }),
  ),
  ft_preserved: z.boolean(),

  rounds: z.array(z.int()),
  shots: z.int(),
  mode: RunMode,

  round_duration_measured: z.object({
    value_ns: z.number(),
    /** compiled: from the schedule and the calibration's lengths; measured: by the sequencer. */
    source: z.enum(['compiled', 'measured']),
    /** Conditional repeats included. */
    mean_with_repeats_ns: z.number().nullable(),
  }),
  idle_time_per_data_qubit: z.object({
    D0: z.number(),
    D1: z.number(),
    D2: z.number(),
    D3: z.number(),
    D4: z.number(),
  }),
  coherence_ratio: z.number(),
  dd_applied: z.boolean(),

  reset_method: z.string(),
  reset_fidelity: z.array(z.object({ qubit: QubitIndex, value: Probability, assumed: z.boolean() })),
  encoding_method: z.string(),
  state_prep_fidelity: Estimate,

  /** How often the flag of each generator fired, per number of rounds, over executed extractions. */
  flag_outcomes: z.array(
    z.object({ rounds: z.int(), generator: z.string(), executed: z.int(), raised: z.int(), rate: Estimate }),
  ),
  postselection_acceptance_rate: Estimate,
  physical_baseline_definition: z.string(),
  physical_baseline_error: z.object({
    best: z.object({ qubit: QubitIndex, error_per_round: Estimate }).nullable(),
    median: z.object({ qubit: QubitIndex, error_per_round: Estimate }).nullable(),
  }),
  logical_error: Estimate,
  logical_gain: z.object({ best: Gain, median: Gain }),

  calibration_id: Name,
  noise_model_version: z.string(),
  decoder: z.string(),
  decoder_version: z.string(),
  control_instruments: z.array(z.string()),
  sequencers: z.array(z.string()),
  execution_timestamp: Timestamp,

  simulated: z.boolean(),
  engine: z.string(),
  seed: z.int(),
  protocol: z.string(),
  states: z.array(CardinalState),
  readout_method: z.string(),
  schedule_hash: z.string(),
  /** SHA-256 of each packed bit file: what re-decoding starts from. */
  shot_files: z.array(
    z.object({
      state: CardinalState,
      rounds: z.int(),
      sha256: z.string(),
      bits_per_shot: z.int(),
      shots: z.int(),
      seed: z.string(),
    }),
  ),
  /**
   * Names of one round's bit planes in order (`round.*`), then of the final ones (`final.*`). Rounds count from 0, the
   * projection: plane of the n-th name in round r is r × (planes a round) + n; the final ones follow the last round.
   */
  round_layout: z.array(z.string()),
  comparison: Comparison,
  warnings: z.array(Warning),
  override: z.boolean(),
  software: z.object({ name: z.literal('pentad'), version: z.string() }),
})
export type RunRecord = z.infer<typeof RunRecord>

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
  /** Present once COMPLETED. */
  summary: z
    .object({
      logical_error: Estimate,
      physical_best: Estimate,
      physical_median: Estimate,
      gain_best: Gain,
      gain_median: Gain,
      acceptance: Estimate,
    })
    .nullable(),
})
export type Run = z.infer<typeof Run>

export const RunParam = z.object({ backend_id: Name, logical_id: Name, run_id: z.uuid() })
export const RunListQuery = z.object({ ...PageQuery, status: RunStatus.optional() })
export const AllRunsQuery = z.object({ ...PageQuery, status: RunStatus.optional(), backend_id: Name.optional() })
