/** The exact state of a small circuit: what it would be without noise, before anything is run. Nothing is stored or charged. */
import { z } from 'zod'
import { ParametricCircuit } from './circuit'

/** Qubits that the circuit may act on. */
export const MAX_STATE_QUBITS = 12
/** Instructions of one request. */
const MAX_STATE_INSTRUCTIONS = 100_000
/** Outcomes in the reply; the most probable ones. */
export const MAX_SHOWN_OUTCOMES = 256

/** Qubit `position` of a measurement always gives `outcome`: branches with the other outcome are left out. */
export const PinnedOutcome = z.strictObject({
  instruction: z.int().min(0).max(MAX_STATE_INSTRUCTIONS),
  position: z.int().min(0).max(9_999).default(0),
  outcome: z.union([z.literal(0), z.literal(1)]),
})
export type PinnedOutcome = z.infer<typeof PinnedOutcome>

export const CircuitStateRequest = z.strictObject({
  /**
   * The reply holds the state after the last instruction: leave later ones out for an earlier state. The circuit need not
   * measure.
   */
  circuit: ParametricCircuit.extend({
    instructions: ParametricCircuit.shape.instructions.max(MAX_STATE_INSTRUCTIONS),
  }),
  /** Values of the parameters that its angles name; those that no angle names are ignored. */
  parameters: z.record(z.string().min(1).max(256), z.number()).optional(),
  /** At most one of each qubit of each measurement; it holds in every iteration of a loop. */
  pinned: z.array(PinnedOutcome).max(10_000).optional(),
})
export type CircuitStateRequest = z.infer<typeof CircuitStateRequest>

const Probability = z.number().min(0).max(1.000_001)

export const QubitState = z.object({
  qubit: z.int().min(0),
  /** Its Bloch vector, averaged over all branches; the length is 1 where the qubit is in a state of its own. */
  x: z.number(),
  y: z.number(),
  z: z.number(),
  length: z.number().min(0),
  /** Tr ρ² of the qubit by itself, from 1/2 to 1. */
  purity: z.number(),
  /** Von Neumann entropy of the qubit by itself, in bits. */
  entropy: z.number().min(0),
})
export type QubitState = z.infer<typeof QubitState>

export const MeasuredQubit = z.object({
  instruction: z.int().min(0),
  /** Which of the instruction's qubits. */
  position: z.int().min(0),
  qubit: z.int().min(0),
  clbit: z.int().min(0),
  /** How often a shot measures it on average: 1 without conditions and loops. */
  expected_times: z.number().min(0),
  /** How often it gives 1 on average. Both averages are conditional on the outcomes pinned before it, not on its own. */
  expected_ones: z.number().min(0),
  pinned: z.union([z.literal(0), z.literal(1), z.null()]),
})
export type MeasuredQubit = z.infer<typeof MeasuredQubit>

export const CircuitState = z.object({
  /** Bit k of an index of `probabilities` and `amplitudes` is the value of qubit `qubits[k]`. */
  qubits: z.array(z.int().min(0)).max(MAX_STATE_QUBITS),
  /** Probability of each basis state over all branches; they sum to 1. */
  probabilities: z.array(Probability),
  /** Real and imaginary parts, normalized; null where the branches are in different states: pin outcomes for one of them. */
  amplitudes: z.object({ re: z.array(z.number()), im: z.array(z.number()) }).nullable(),
  qubit_states: z.array(QubitState),
  /** By classical bit: the probability that it holds 1. */
  clbits: z.array(Probability),
  /** Values of all classical bits, the highest on the left, the most probable ones first; at most 256. */
  outcomes: z.array(z.object({ bits: z.string(), probability: Probability })),
  /** How many values the classical bits take in all. */
  outcome_count: z.int().min(0),
  /** In the order of the instructions. */
  measurements: z.array(MeasuredQubit),
  /** Number of branches: different states or classical bits that measurements and resets lead to. */
  branches: z.int().min(1),
  /** Probability of the pinned outcomes; all other figures are conditional on them. */
  probability: Probability,
  /** Probability of branches that were left out because each is below 1e-12. */
  neglected: z.number().min(0),
  /** Probability that a loop was left at its `max_iterations`. */
  unfinished: Probability,
})
export type CircuitState = z.infer<typeof CircuitState>
