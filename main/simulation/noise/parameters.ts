import { gateNamed } from '../../contract/gates/gate-table'

/** Changes whenever the same figures would give other probabilities. */
export const CIRCUIT_NOISE_VERSION = 'pentad-circuit-noise/2'

/**
 * Error figures of the physical qubits that a circuit's qubits stand on. Errors are average infidelities (1 - average
 * gate fidelity), lengths and T1, T2 in nanoseconds; `calibration.ts` derives them from a calibration.
 */
export interface NoiseParameters {
  readonly version: string
  readonly calibration_id: string
  gate1Error(qubit: number): number
  /** Error of one CZ, whatever native gates it is made of; independent of direction. */
  gate2Error(a: number, b: number): number
  /** Probability that a measurement records the wrong bit. */
  readoutError(qubit: number): number
  /** Probability that a reset leaves |1>. */
  resetError(qubit: number): number
  t1(qubit: number): number
  t2(qubit: number): number
  gate1Length(qubit: number): number
  gate2Length(a: number, b: number): number
  readoutLength(qubit: number): number
  resetLength(qubit: number): number
  /** From the end of a measurement to what its bit decides, in ns; left out: no time. */
  readonly feedforwardLatency?: number
}

/** CZs that one gate on several qubits costs; a gate that the gate table does not list costs one. */
export const nativeTwoQubitGates = (name: string): number => gateNamed(name)?.cost?.cz ?? 1

/** Z rotations are done in software: no time, no error. */
export const isVirtual = (name: string): boolean => gateNamed(name)?.cost?.pulses === 0
