/** The choices of an error-correction run: protocol, decoder, preparation, readout, engine. */
import { z } from 'zod'

export const RunMode = z.enum(['correction', 'detection'])
export type RunMode = z.infer<typeof RunMode>

/** The six cardinal states: eigenstates of Z_L (0, 1), X_L (+, -) and Y_L (i, -i). */
export const CARDINAL_STATES = ['0', '1', '+', '-', 'i', '-i'] as const

export const CardinalState = z.enum(CARDINAL_STATES)
export type CardinalState = z.infer<typeof CardinalState>

/** Text inside the ket of a state, with a true minus sign. */
export const STATE_TEXT = { '0': '0', '1': '1', '+': '+', '-': '−', i: '+i', '-i': '−i' } as const

/**
 * flag-lut: tables of single faults; flag-map: posterior over the logical cosets, faults up to order two, calibrated rates.
 * Both decode every protocol and readout. In detection mode only shots without a trigger are kept, which both read alike.
 */
export const DECODERS = ['flag-lut', 'flag-map'] as const

export const Decoder = z.enum(DECODERS)
export type Decoder = z.infer<typeof Decoder>

/**
 * cyclic-window needs feed-forward only for one conditional extraction at the end; on a device without feed-forward, shots that
 * would need it are discarded.
 */
export const PROTOCOLS = ['adaptive', 'cyclic-window'] as const

export type Protocol = (typeof PROTOCOLS)[number]

/** verified: flagged checks, repeated until all outcomes are trivial; projective: one flagged pass, not fault tolerant. */
export const PREPARATIONS = ['verified', 'projective'] as const

/**
 * checked: destructive product readout with one stabilizer check; fault-tolerant: repeated flagged measurement of the logical
 * operator.
 */
export const READOUTS = ['checked', 'fault-tolerant'] as const

export type RunReadout = (typeof READOUTS)[number]

/** Pulse sequences in the idle windows of data qubits. */
export const DD_SEQUENCES = ['x2', 'xy4', 'cpmg'] as const

/** frames: Pauli-twirled noise; trajectories: exact amplitude damping on the state vector, slower, and without dd. */
export const RUN_ENGINES = ['frames', 'trajectories'] as const

export const MAX_ROUNDS = 1_000

export const MAX_RUN_SHOTS = 1_000_000
