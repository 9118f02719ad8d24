/** Comparison of encoded and physical qubits in a run: survival, fits, gain. */
import { z } from 'zod'
import { Estimate, QubitIndex } from '../model/primitives'
import { CardinalState } from '../model/protocols'
import { SurvivalVerdict } from './survival'

/**
 * One survival point: how often the logical (or physical) state was read back right after `rounds` rounds. 0 rounds are
 * preparation and readout alone, without waiting.
 */
export const SurvivalPoint = z.object({
  state: CardinalState.nullable(),
  rounds: z.int(),
  shots: z.int(),
  accepted: z.int(),
  failures: z.int(),
  /** Share of failures among the accepted shots. */
  error: Estimate,
})

/** Below such a `p_value` a fit is called poor, and a record warns of it: chance alone gives it once in a thousand runs. */
export const POOR_FIT = 1e-3

/** Basis of the logical (or physical) Pauli whose eigenstates are kept. */
export const Basis = z.enum(['X', 'Y', 'Z'])
export type Basis = z.infer<typeof Basis>

/**
 * P(R) = ½[1 + A(1−2ε)^R], for each basis by itself; a single R ≥ 1 gives ε alone with A taken as 1, which `model` says.
 * An error without a value but with an end is bounded on that side only, which its method says: a basis whose
 * likelihood-ratio interval reaches ½ has no figure, and neither has the mean that it belongs to.
 */
export const DecayFit = z.object({
  model: z.enum(['spam_and_error', 'error_only']),
  error_per_round: Estimate,
  /** Where several bases have counts: which, and the fitted ε of each; error_per_round is their mean, pooled survival the mean of their decays. */
  bases: z.array(Basis).optional(),
  /** null for a basis without a figure; `bounds_by_basis` has its ends then. */
  error_by_basis: z.array(z.number().nullable()).optional(),
  /** 95 % likelihood-ratio interval of the ε of each basis; `high` is ½ where the counts do not bound it from above. */
  bounds_by_basis: z.array(z.object({ low: z.number(), high: z.number() })).optional(),
  /** Fitted A of each, of which `spam` is the mean; null where the counts do not determine it. Fits without it, of earlier versions, have one A for all. */
  spam_by_basis: z.array(z.number().nullable()).optional(),
  /** Whether the points with R = 0 joined the fit or are only shown; absent where none were measured. */
  zero_rounds: z.enum(['joined', 'shown']).optional(),
  /** A: what preparation and readout leave of the signal. */
  spam: Estimate.nullable(),
  /** Deviance of the fit and its degrees of freedom; null where there are none. */
  deviance: z.number().nullable(),
  degrees_of_freedom: z.int(),
  /** Chance of so large a deviance where the counts follow the curves (χ²); null where there is none. */
  p_value: z.number().nullable().optional(),
  /**
   * Residuals in standard deviations of the fit, by basis where there are several; in fits of earlier versions of all bases
   * together.
   */
  residuals: z.array(z.object({ rounds: z.int(), basis: Basis.optional(), residual: z.number() })),
})
export type DecayFit = z.infer<typeof DecayFit>

export const Verdict = z.enum(['gain', 'no_gain', 'inconclusive'])

/**
 * Level of each one-sided test of ε_i/ε_L, chosen so that false gains stay within 2.5 %: in simulations at 2.5 %, the posterior
 * intervals of few failures gave up to 3.4 % of false gains, at 1.5 % up to 2.1 %.
 */
export const GAIN_LEVEL = 0.015

/** One end of ε_i/ε_L, of one physical qubit i. */
const RatioBound = z.object({ qubit: QubitIndex, bound: z.number() })

/**
 * Comparison of the encoded qubit with every physical one. A gain needs all lower bounds of ε_i/ε_L above 1, each at 98.5 %
 * (intersection–union test, Berger 1982); no gain needs one upper bound below 1, corrected for the number of qubits (Holm 1979).
 */
export const AgainstAll = z.object({
  /** Number of qubits compared with, and of those among them without a figure, which count by the lower bound of their error. */
  qubits: z.int(),
  without_figure: z.int(),
  /** The qubit that a gain is least certain against, and its lower bound; null where none is known. */
  least: RatioBound.nullable(),
  /** The qubit that a loss is most certain against, and its corrected upper bound; null where none is known. */
  most: RatioBound.nullable(),
  text: z.string(),
})
export type AgainstAll = z.infer<typeof AgainstAll>

/** ε_phys/ε_L. Without a value only one end is known: the lower one where ε_phys is a bound, the upper one where ε_L is. */
export const Gain = z.object({
  estimate: Estimate,
  verdict: Verdict,
  /** Basis of the verdict against the best qubit; absent against the median one and in records of earlier versions. */
  against: AgainstAll.optional(),
})
export type Gain = z.infer<typeof Gain>

/** How the physical qubit that is called best was chosen: on shots that its error is not estimated from. */
export const Selection = z.object({
  /** Shots for each qubit, state and number of rounds, 0 rounds included. */
  pilot_shots: z.int(),
  /** Qubits with a baseline in the order of their errors in the pilot shots, smallest first; null where these determine none. */
  ranking: z.array(z.object({ qubit: QubitIndex, error_per_round: z.number().nullable() })),
  /** How it was chosen, and what its error therefore is: `ε of the qubit so chosen`. */
  text: z.string(),
})
export type Selection = z.infer<typeof Selection>

export const PhysicalBaseline = z.object({
  qubit: QubitIndex,
  role: z.string(),
  points: z.array(SurvivalPoint),
  fit: DecayFit.nullable(),
  /** Why a qubit has no baseline (out of service, figures missing), null when it has. */
  skipped: z.string().nullable(),
})

/** One physical qubit that waited as long as the encoded shots took, and the gain against it. */
export const WallTimeBaseline = z.object({
  qubit: QubitIndex,
  points: z.array(SurvivalPoint),
  pooled: z.array(SurvivalPoint),
  /** Per T_round of the encoded run, as in the headline; the point at R = 0 is that of the plain baseline. */
  error_per_round: Estimate,
  gain: Estimate,
})
export type WallTimeBaseline = z.infer<typeof WallTimeBaseline>

/**
 * Beside the headline, whose baseline waits exactly T_round × R: the same qubits waiting as long as the rounds of this run's
 * shots took, repeats included. Each shot of the baseline waits for the wall time of a kept encoded shot of its state and R.
 */
export const PhysicalWallTime = z.object({
  /** The wall times of the kept encoded shots, all states together; mean, extremes and how many times differ, in nanoseconds. */
  wall_times: z.array(
    z.object({
      rounds: z.int(),
      nominal_ns: z.number(),
      mean_ns: z.number(),
      least_ns: z.number(),
      most_ns: z.number(),
      distinct: z.int(),
    }),
  ),
  best: WallTimeBaseline.nullable(),
  median: WallTimeBaseline.nullable(),
  /** How it was measured, in words. */
  text: z.string(),
})
export type PhysicalWallTime = z.infer<typeof PhysicalWallTime>

/** What the window's Compare and the terminal's table show; everything in it can be derived from the record and shots. */
export const Comparison = z.object({
  encoded: z.object({
    points: z.array(SurvivalPoint),
    /** Pooled over states. */
    pooled: z.array(SurvivalPoint),
    fit: DecayFit.nullable(),
  }),
  physical: z.array(PhysicalBaseline),
  /**
   * The qubit that `selection` chose, with its error from fresh shots; in records without `selection`, the qubit with the
   * smallest error. It always has a figure.
   */
  best: z.object({ qubit: QubitIndex, error_per_round: Estimate, pooled: z.array(SurvivalPoint) }).nullable(),
  /** The lower median of the errors of all qubits, its interval by bootstrap over all of them; `qubit` is the one that lies there. */
  median: z.object({ qubit: QubitIndex, error_per_round: Estimate, pooled: z.array(SurvivalPoint) }).nullable(),
  gain_best: Gain,
  gain_median: Gain,
  acceptance: z.array(z.object({ rounds: z.int(), measured: Estimate, predicted: z.number().nullable() })),
  /** Logical error per round as fitted, beside what was predicted from the plan; null where nothing was predicted. */
  error: z.object({ measured: Estimate, predicted: Estimate.nullable() }).optional(),
  /** Absent in records of earlier versions, whose best qubit was chosen on the shots that its error is estimated from. */
  selection: Selection.optional(),
  /** Separate from the gain, without influence on its verdict; absent in records of earlier versions. */
  survival_verdict: SurvivalVerdict.optional(),
  /** Absent where every shot took T_round × R exactly, and in records of earlier versions. */
  physical_wall_time: PhysicalWallTime.optional(),
})
export type Comparison = z.infer<typeof Comparison>
