/** What is asked of an error-correction run. */
import { z } from 'zod'

export const RunMode = z.enum(['correction', 'detection'])
export type RunMode = z.infer<typeof RunMode>

/** The six cardinal states: eigenstates of Z_L (0, 1), X_L (+, -) and Y_L (i, -i). */
export const CARDINAL_STATES = ['0', '1', '+', '-', 'i', '-i'] as const
export const CardinalState = z.enum(CARDINAL_STATES)
export type CardinalState = z.infer<typeof CardinalState>

/**
 * flag-lut: tables of single faults; flag-map: posterior over the logical cosets, faults up to order two, calibrated rates.
 * Both decode every protocol and readout. In detection mode only shots without a trigger are kept, which both read alike.
 */
export const DECODERS = ['flag-lut', 'flag-map'] as const
export const Decoder = z.enum(DECODERS)
export type Decoder = z.infer<typeof Decoder>
/** cyclic-window needs no feedforward but for one conditional extraction at the end. */
export const PROTOCOLS = ['adaptive', 'cyclic-window'] as const
/** verified: flagged checks, repeated until all outcomes are trivial; projective: one flagged pass, not fault tolerant. */
export const PREPARATIONS = ['verified', 'projective'] as const
/** checked: destructive product readout with one stabilizer check; fault-tolerant: repeated flagged measurement of the logical. */
export const READOUTS = ['checked', 'fault-tolerant'] as const
/** Pulse sequences in the idle windows of data qubits. */
export const DD_SEQUENCES = ['x2', 'xy4'] as const
/** frames: Pauli-twirled noise; trajectories: exact amplitude damping on the state vector, slower, and without dd. */
export const RUN_ENGINES = ['frames', 'trajectories'] as const

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
  decoder: Decoder.default('flag-lut'),
  protocol: z.enum(PROTOCOLS).default('adaptive'),
  /** 0 .. 2^53 - 1; chosen and recorded by the service when left out. */
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Where no verified preparation can be proved on the module, a run says so and must ask for the projective one. */
  preparation: z.enum(PREPARATIONS).default('verified'),
  readout: z.enum(READOUTS).default('checked'),
  dd: z.union([z.literal(false), z.enum(DD_SEQUENCES)]).default(false),
  engine: z.enum(RUN_ENGINES).default('frames'),
  /** Run a module that fails the feasibility gate. */
  override: z.boolean().default(false),
  name: z.string().max(200).optional(),
})
export type RunRequest = z.infer<typeof RunRequest>
