/** Expectation values: what a job may request, and what its result contains. */
import { z } from 'zod'
import { Probability } from '../model/primitives'

/** Observables of one job, and terms of all of them together. */
export const MAX_OBSERVABLES = 100
export const MAX_TERMS = 5_000
/** Qubits that the observables of one job act on. */
export const MAX_OBSERVED_QUBITS = 1_024
/** Circuits that one job measures its observables with. */
export const MAX_GROUPS = 1_000
/** Characters of one Pauli string. */
const MAX_PAULI_TEXT = 16_384

export const ObservableTerm = z.strictObject({
  pauli: z
    .string()
    .min(1)
    .max(MAX_PAULI_TEXT)
    .describe(
      'Sparse: `Z0 X3`, a letter X, Y or Z and the qubit for each qubit that is not the identity, separated by spaces or `*`. Dense: `XIIZ`, one letter I, X, Y or Z for each qubit of the circuit, the left-most for the highest. `I` alone is the identity.',
    ),
  coefficient: z.number().min(-1e9).max(1e9),
})
export type ObservableTerm = z.infer<typeof ObservableTerm>

/** A weighted sum of Paulis. */
export const Observable = z.strictObject({
  name: z.string().trim().min(1).max(100).optional(),
  terms: z.array(ObservableTerm).min(1).max(MAX_TERMS),
})
export type Observable = z.infer<typeof Observable>

/**
 * Which terms one circuit measures together. qubit_wise: those that agree on every qubit, by one-qubit gates alone. general: all
 * that commute, by Clifford circuits with two-qubit gates: fewer circuits, each with more noise.
 */
export const Grouping = z.enum(['qubit_wise', 'general'])
export type Grouping = z.infer<typeof Grouping>

/** Fields of a submit for results beyond counts; next to `shots`. */
export const ObservableFields = {
  /** Expectation values in the state after the last instruction, in place of counts: no measurements at the end are needed. */
  observables: z.array(Observable).min(1).max(MAX_OBSERVABLES).optional(),
  /**
   * With observables: a target for the standard error of each. `shots` is then the maximum; left out: the backend's maximum. A
   * pilot decides how many shots are executed, and further rounds follow where these miss the target.
   */
  target_error: z.number().positive().min(1e-9).max(1e9).optional(),
  /** With observables, on simulators: calculated instead of sampled, without `shots`. */
  exact: z.boolean().optional(),
}

/** Readout fidelities are inverted down to this contrast, 1 - P(1|0) - P(0|1); a qubit below it is refused. */
export const MIN_READOUT_CONTRAST = 0.5

/**
 * Inverts the confusion of each qubit's readout. published: by the readout fidelity of the calibration, taken as exact.
 * measured: by two circuits of the same job, all qubits 0 and all 1, whose shots are part of `shots`.
 */
export const Mitigation = z.strictObject({ readout: z.enum(['published', 'measured']) })
export type Mitigation = z.infer<typeof Mitigation>

const Interval = z.object({ low: z.number(), high: z.number(), level: z.number() })

/** A value with its standard error and an interval. */
const Estimated = z.object({ value: z.number(), standard_error: z.number(), interval: Interval })

export const ExpectationValue = Estimated.extend({
  /** Name as submitted, else such as `observable 0`. */
  name: z.string(),
  /** exact: calculated, not sampled, without readout errors. raw: as measured. mitigated: readout confusion inverted. */
  label: z.enum(['exact', 'raw', 'mitigated']),
  /** How the interval was made. */
  method: z.string(),
  /** The raw value, beside a mitigated one. */
  raw: Estimated.optional(),
  variance_factor: z
    .number()
    .nullable()
    .describe(
      'Variance of the mitigated value over that of the raw one of the same shots, (standard_error / raw.standard_error)²: the error of a measured confusion is in it. null where the raw one has none',
    )
    .optional(),
  /** Set where the job has a target error. */
  target: z.object({ standard_error: z.number(), verdict: z.enum(['reached', 'not_reached']) }).optional(),
})
export type ExpectationValue = z.infer<typeof ExpectationValue>

/** Terms that one circuit measured. */
export const MeasuredGroup = z.object({
  /** Terms of all observables that it measured, equal ones once; sparse. */
  paulis: z.array(z.string()),
  /** The gates that were appended before the measurements, as OpenQASM statements. */
  basis_change: z.array(z.string()),
  /** Qubit of each bit of `counts`, the right-most first. */
  measured_qubits: z.array(z.int()),
  /** Shots of the pilot, which decides how the other shots are shared out; they enter no value. */
  pilot_shots: z.int(),
  /** Shots that enter the values. */
  shots: z.int(),
  /**
   * As measured, without the pilot's; left out where all groups together would have more than 16,384 outcomes, or all rows of a
   * sweep more than 2^20.
   */
  counts: z.record(z.string(), z.int()).optional(),
  /** Device qubit of each measured qubit, where the circuit was transpiled. */
  device_qubits: z.array(z.int()).optional(),
})
export type MeasuredGroup = z.infer<typeof MeasuredGroup>

/** P(1|0) and P(0|1) of one qubit, with their standard errors (0: taken as exact). */
export const QubitConfusion = z.object({
  qubit: z.int(),
  p1_given_0: z.number(),
  p0_given_1: z.number(),
  standard_errors: z.tuple([z.number(), z.number()]),
})
export type QubitConfusion = z.infer<typeof QubitConfusion>

/** Readout mitigation that was applied. */
export const AppliedMitigation = z.object({
  readout: z.enum(['published', 'measured']),
  calibration_id: z.string().nullable(),
  /** Shots of the two circuits that measured the confusion; 0 for a published confusion. */
  shots: z.int(),
  qubits: z.array(QubitConfusion),
})
export type AppliedMitigation = z.infer<typeof AppliedMitigation>

/** Most measured bits of counts with readout mitigation: all their outcomes are listed. */
export const MAX_MITIGATED_BITS = 12

/** Probabilities of all outcomes with the readout inverted: quasi-probabilities, which may be below 0 or above 1. */
export const MitigatedCounts = z.object({
  label: z.literal('mitigated'),
  /** Bitstring of the measured bits to its value, in the order of `clbits`, the right-most first. */
  quasi_probabilities: z.record(z.string(), Estimated),
  clbits: z.array(z.int()),
  method: z.string(),
  variance_factor: z
    .number()
    .nullable()
    .describe(
      'Sum of the variances over that of the counted shares: the error of a measured confusion is in it. null where all shots were alike',
    ),
})
export type MitigatedCounts = z.infer<typeof MitigatedCounts>

/** Whether a target error was met, and in how many rounds of shots. */
export const ReachedTarget = z.object({
  /** As requested. */
  standard_error: z.number(),
  /** reached: every value meets the target. */
  verdict: z.enum(['reached', 'not_reached']),
  /** Rounds of shots that are in the values: those after the first were added because the error was missed. */
  rounds: z.int(),
  /**
   * Why the rounds ended. reached: the target error. shots: the maximum number of shots. readout: the error of the measured
   * confusion alone exceeds the target; only more `shots` lower it. rounds: the maximum number of rounds.
   */
  ended_by: z.enum(['reached', 'shots', 'readout', 'rounds']),
  /** Shots below the maximum that were not needed: neither executed nor charged. */
  unused_shots: z.int(),
  method: z.string(),
})
export type ReachedTarget = z.infer<typeof ReachedTarget>

/** Results of a job with observables. */
export const Expectations = z.object({
  expectation_values: z.array(ExpectationValue),
  /** Covariance of the values' errors, in their order: values from the same shots or the same confusion are correlated. */
  covariance: z.array(z.array(z.number())),
  /** Empty for exact values. */
  groups: z.array(MeasuredGroup),
  /** null for exact values. */
  grouping: Grouping.nullable(),
  /** Set where the job has a target error; absent in results of earlier versions. */
  target: ReachedTarget.optional(),
  /** null where no mitigation was requested. */
  mitigation: AppliedMitigation.nullable(),
  /**
   * For exact values of a circuit with loops: the probability that a loop is left at its `max_iterations`. The values are those
   * of all other shots.
   */
  unfinished_probability: Probability.optional(),
})
export type Expectations = z.infer<typeof Expectations>
