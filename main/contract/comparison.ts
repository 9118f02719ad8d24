/** What a run measured, encoded beside physical: survival, fits, gain. */
import { z } from 'zod'
import { Estimate, QubitIndex } from './model/primitives'
import { CardinalState } from './model/protocols'

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

/** Below such a `p_value` a fit is called poor, and a record warns of it: chance alone gives it once in a thousand runs. */
export const POOR_FIT = 1e-3

/** Of the logical Pauli (or the qubit's own) whose eigenstates are kept. */
export const Basis = z.enum(['X', 'Y', 'Z'])
export type Basis = z.infer<typeof Basis>

/** P(R) = ½[1 + A(1−2ε)^R], for each basis by itself; a single R gives ε alone with A taken as 1, which `model` says. */
export const DecayFit = z.object({
  model: z.enum(['spam_and_error', 'error_only']),
  error_per_round: Estimate,
  /** Where several bases have counts: which, and the fitted ε of each; error_per_round is their mean, pooled survival the mean of their decays. */
  bases: z.array(Basis).optional(),
  error_by_basis: z.array(z.number()).optional(),
  /** Fitted A of each, of which `spam` is the mean; fits without it, of earlier versions, have one A for all. */
  spam_by_basis: z.array(z.number()).optional(),
  /** A: what preparation and readout leave of the signal. */
  spam: Estimate.nullable(),
  /** Deviance of the fit and its degrees of freedom; null where there are none. */
  deviance: z.number().nullable(),
  degrees_of_freedom: z.int(),
  /** Chance of so large a deviance where the counts follow the curves (χ²); null where there is none. */
  p_value: z.number().nullable().optional(),
  /** Of each basis where there are several; of all together in fits of earlier versions. In standard deviations of the fit. */
  residuals: z.array(z.object({ rounds: z.int(), basis: Basis.optional(), residual: z.number() })),
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
  /** Logical error per round as fitted, beside what was predicted from the plan; null where nothing was predicted. */
  error: z.object({ measured: Estimate, predicted: Estimate.nullable() }).optional(),
})
export type Comparison = z.infer<typeof Comparison>
