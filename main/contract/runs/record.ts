/** The record that reproduces a run's logical error. */
import { z } from 'zod'
import { FEEDFORWARD_BASES } from '../calibration/device-profile'
import { Estimate, Name, Probability, QubitIndex, Timestamp, Warning } from '../model/primitives'
import { CardinalState, DD_SEQUENCES, Decoder, RunMode } from '../model/protocols'
import { QubitLabels } from '../model/qubit-labels'
import { FeasibilityGate } from '../modules/feasibility-gate'
import { LAYOUT_FIELDS } from '../modules/layout'
import { LogicalName } from '../modules/layout-demands'
import { Comparison, Gain } from './comparison'
import { ControlInstrument, MeasuredAssignment, MeasuredKind, UsedSequencer } from './machine'
import { ReadoutChoice } from './readout-choice'
import { SurvivalVerdict } from './survival'

const Step = z.object({ data: z.string(), pauli: z.enum(['X', 'Z']), ancilla_at: QubitIndex })

/** Whether every bit file of a repeated run came out as in the record it repeats; null until it is known. */
export const Replay = z.object({
  of: z.uuid(),
  identical: z.boolean().nullable(),
  differing: z.array(z.object({ state: CardinalState, rounds: z.int() })),
})
export type Replay = z.infer<typeof Replay>

/** Fields of every version, in the order of the spec's run record, then those that reproduction needs in addition. */
const FIELDS = {
  run_id: z.uuid(),

  backend_id: Name,
  chiplet: Name,
  logical_qubit_id: LogicalName,
  code: z.literal('[[5,1,3]]'),
  ft_scheme: z.literal('flag'),
  syndrome_strategy: z.literal('flag_sequential'),

  ...LAYOUT_FIELDS,
  /** The vendor's names of the chiplet's qubits, by index, where they differ from the indices. */
  qubit_labels: QubitLabels.optional(),
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

  /** Numbers of rounds as requested, 1 or more; 0 rounds are measured too, and are in `shot_files` and `comparison`. */
  rounds: z.array(z.int()),
  shots: z.int(),
  mode: RunMode,
  /** All shots executed, of baselines too, and the compute tokens they cost; absent in records from before they were counted. */
  tokens: z.object({ price_per_shot: z.number(), shots_executed: z.int(), charged: z.number() }).optional(),

  idle_time_per_data_qubit: z.object({
    D0: z.number(),
    D1: z.number(),
    D2: z.number(),
    D3: z.number(),
    D4: z.number(),
  }),
  /** A lower bound where the verdict is `unknown`. */
  coherence_ratio: z.number(),
  /** The module's verdict before the run, and the assumed figures that it rests on; absent in the oldest records. */
  gate: FeasibilityGate.optional(),
  /**
   * Latency of decisions; `wait_ns`: the part of it that each flagged extraction adds beyond the ancilla's reset. Absent in the
   * oldest records.
   */
  feedforward: z
    .object({
      latency_ns: z.number().nullable(),
      basis: z.enum(FEEDFORWARD_BASES).nullable(),
      wait_ns: z.number(),
    })
    .optional(),
  dd_applied: z.boolean(),
  /** Effect of the pulses on the idle error of one flagged round; absent where none are applied. */
  dd: z
    .object({
      sequence: z.enum(DD_SEQUENCES),
      data: z.array(
        z.object({
          data: z.string(),
          pulses: z.int(),
          windows: z.int(),
          windows_decoupled: z.int(),
          /** Probability of any Pauli error while waiting, without pulses and with them, their own errors included. */
          idle_error_before: z.number(),
          idle_error_after: z.number(),
          /** Basis of the T2 between pulses: a published echo figure, the profile's factor, or none. */
          t2_basis: z.enum(['echo', 'assumed', 'none']),
        }),
      ),
      text: z.string(),
    })
    .optional(),

  reset_method: z.string(),
  reset_fidelity: z.array(z.object({ qubit: QubitIndex, value: Probability, assumed: z.boolean() })),
  encoding_method: z.string(),
  /** Counts of the verified preparation; absent where it was projective. */
  preparation: z
    .object({
      attempts_allowed: z.int(),
      attempts_made: z.int(),
      /** Acceptance of one attempt. */
      acceptance: Estimate,
      predicted_acceptance: z.number(),
      /** Shots that no attempt served, discarded. */
      shots_unserved: z.int(),
      attempt_duration_ns: z.number(),
      /** Mean time until a state is accepted. */
      mean_duration_ns: z.number(),
      cz_count: z.int(),
      swap_count: z.int(),
      single_faults: z.int(),
      /** How many of these single faults are accepted with an error of weight above 1. */
      failures: z.int(),
    })
    .optional(),
  state_prep_fidelity: Estimate,

  /** How often the flag of each generator fired, per number of rounds, over executed extractions; those of round 0 do not count. */
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
  /** Survival verdict of the comparison; absent in records of earlier versions. */
  survival_verdict: SurvivalVerdict.optional(),

  calibration_id: Name,
  noise_model_version: z.string(),
  decoder: z.string(),
  decoder_version: z.string(),
  execution_timestamp: Timestamp,

  simulated: z.boolean(),
  /** Name and version of what sampled the shots. */
  engine: z.string(),
  /** Model of decay of waiting qubits: exact amplitude damping and dephasing, or their Pauli twirl; absent in the oldest records. */
  decay: z.enum(['exact', 'twirled']).optional(),
  seed: z.int(),
  protocol: z.string(),
  states: z.array(CardinalState),
  readout_method: z.string(),
  /** Predictions for both readouts, and the one that the run took; absent in records of earlier versions. */
  readout_choice: ReadoutChoice.optional(),
  schedule_hash: z.string(),
  /**
   * Names of one round's bit planes in order (`round.*`), then of the final ones (`final.*`). Rounds count from 0, the
   * projection: plane of the n-th name in round r is r × (planes a round) + n; the final ones follow the last round. After a
   * projective preparation a0..a3 of round 0 are random: later ones are read relative to them, and the parities of the final
   * check and outcome include the bits of those generators whose product, times the logical Pauli, they are.
   */
  round_layout: z.array(z.string()),
  comparison: Comparison,
  /** Result of every decoder for the same bits, the run's own first; only that one where decoding twice would take long. */
  decoders: z
    .array(
      z.object({
        decoder: Decoder,
        decoder_version: z.string(),
        logical_error: Estimate,
        points: z.array(
          z.object({
            state: CardinalState,
            rounds: z.int(),
            accepted: z.int(),
            failures: z.int(),
            /** Shots whose outcome or acceptance differs from the run's own decoder. */
            changed: z.int(),
          }),
        ),
      }),
    )
    .optional(),
  replay: Replay.optional(),
  warnings: z.array(Warning),
  override: z.boolean(),
  software: z.object({ name: z.literal('pentad'), version: z.string() }),
}

/** compiled: from the schedule and the calibration's lengths; measured: by the sequencer. */
const RoundDuration = z.object({
  value_ns: z.number(),
  source: z.enum(['compiled', 'measured']),
  /** Conditional repeats included. */
  mean_with_repeats_ns: z.number().nullable(),
})

/** A packed bit file: what re-decoding starts from. */
const ShotFile = z.object({
  state: CardinalState,
  rounds: z.int(),
  sha256: z.string(),
  bits_per_shot: z.int(),
  shots: z.int(),
  /** null where a device measured it. */
  seed: z.string().nullable(),
  /** Number of the piece, from 0, where a circuit's shots are kept in several files; absent where one holds them all. */
  piece: z.int().optional(),
})

/** Record of a run that no sequencer measured, or of a version without instruments. */
const SimulatedRecord = z.object({
  record_version: z.literal('pentad-run/1'),
  ...FIELDS,
  round_duration_measured: RoundDuration,
  control_instruments: z.array(z.string()),
  sequencers: z.array(z.string()),
  shot_files: z.array(ShotFile),
})

/**
 * Fields of records that a sequencer measured, twin or not; idle times, decoupling and reset are read from the programs that were
 * played.
 */
const MEASURED_FIELDS = {
  record_version: z.literal('pentad-run/2'),
  control_instruments: z.array(ControlInstrument),
  sequencers: z.array(UsedSequencer),
  /** One file for each batch. */
  shot_files: z.array(ShotFile),
  /** Assignment errors, measured before the run. */
  assignment: z.array(MeasuredAssignment),
  /** The programs in the order in which they were played, drawn from the seed. */
  order: z.array(z.object({ kind: MeasuredKind, state: CardinalState, rounds: z.int(), shots: z.int() })),
  /** Lost shots of all circuits; no figure includes them. */
  lost_shots: z.object({ invalid: z.int(), feedback_mismatch: z.int() }),
}

const MeasuredRecord = z.object({
  ...FIELDS,
  ...MEASURED_FIELDS,
  round_duration_measured: RoundDuration.extend({
    compiled_ns: z.number(),
    min_ns: z.number().nullable(),
    max_ns: z.number().nullable(),
    /** Rounds that were timed. */
    n: z.int(),
  }),
  /** Every circuit has its shots. */
  complete: z.literal(true),
})
export type MeasuredRecord = z.infer<typeof MeasuredRecord>

/** Record of a completed run, in either version. */
export const RunRecord = z.discriminatedUnion('record_version', [SimulatedRecord, MeasuredRecord])
export type RunRecord = z.infer<typeof RunRecord>

/** Record of a device run that ended early: complete batches, without error figures. */
export const PartialRecord = z.object({
  ...MEASURED_FIELDS,
  complete: z.literal(false),
  run_id: z.uuid(),
  backend_id: Name,
  chiplet: Name,
  logical_qubit_id: LogicalName,
  calibration_id: Name,
  simulated: z.boolean(),
  decay: FIELDS.decay,
  rounds: z.array(z.int()),
  shots: z.int(),
  mode: RunMode,
  seed: z.int(),
  protocol: z.string(),
  states: z.array(CardinalState),
  schedule_hash: z.string(),
  round_layout: z.array(z.string()),
  tokens: FIELDS.tokens,
  /** Why it ended. */
  status_reason: z.object({ code: z.string(), message: z.string() }),
  execution_timestamp: Timestamp,
  warnings: z.array(Warning),
  software: FIELDS.software,
})
export type PartialRecord = z.infer<typeof PartialRecord>

/** Whether the record is that of a run that COMPLETED. */
export const isWholeRecord = (record: RunRecord | PartialRecord): record is RunRecord =>
  !('complete' in record) || record.complete
