/** Changes whenever the same figures would give other probabilities. */
export const CIRCUIT_NOISE_VERSION = 'pentad-circuit-noise/1'

/**
 * Error figures of the physical qubits that a circuit's qubits stand on. Errors are average infidelities (1 - average
 * gate fidelity), lengths and T1, T2 in nanoseconds; qec/noise/noise.ts derives them from a calibration.
 */
export interface CircuitFigures {
  readonly version: string
  readonly calibration_id: string
  gate1Error(qubit: number): number
  /** Of one native two-qubit gate; direction does not matter. */
  gate2Error(a: number, b: number): number
  /** Probability that a measurement notes the wrong bit. */
  readoutError(qubit: number): number
  /** Probability that a reset leaves |1>. */
  resetError(qubit: number): number
  t1(qubit: number): number
  t2(qubit: number): number
  gate1Length(qubit: number): number
  gate2Length(a: number, b: number): number
  readoutLength(qubit: number): number
  resetLength(qubit: number): number
}

/** Native two-qubit gates that one instruction costs where CZ is native; what is not listed and has two qubits costs one. */
const TWO_QUBIT_COST: Readonly<Record<string, number>> = {
  ...{ swap: 3, iswap: 2, ch: 2, cp: 2, crx: 2, cry: 2, crz: 2, ccx: 6, cswap: 8 },
}

export const twoQubitGates = (name: string): number => (Object.hasOwn(TWO_QUBIT_COST, name) ? TWO_QUBIT_COST[name]! : 1)

/** Z rotations are done in software: no time, no error. */
const VIRTUAL: ReadonlySet<string> = new Set(['z', 's', 'sdg', 't', 'tdg', 'rz', 'p'])

export const isVirtual = (name: string): boolean => VIRTUAL.has(name)
