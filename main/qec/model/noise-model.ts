/** Lengths and error figures of one calibration, by site and edge. */
import type { QubitLabels } from '../../contract/model/qubit-labels'

/** Lengths in nanoseconds by site or edge; every figure is final (assumed values already filled in). */
export interface Durations {
  single(site: number): number
  cz(a: number, b: number): number
  readout(site: number): number
  reset(site: number): number
  /** From the end of a measurement to what its outcome decides; null or absent: nothing is decided within a shot. */
  readonly feedforward?: number | null
  /** How the pair makes a CZ of other gates; null where its CZ is native. Left out: every CZ is native. */
  compound?(a: number, b: number): CompoundCz | null
}

/** A CZ made of other native gates: one fault location on its pair, with the error and the length of all its parts. */
export interface CompoundCz {
  /** The native gate as the calibration names it. */
  readonly gate: string
  /** Uses of the gate in one CZ. */
  readonly uses: number
  /**
   * One-qubit gates (`one-qubit-cliffords.ts`) that it needs: before it on its first and its second site, then after it
   * on both.
   */
  readonly cliffords: readonly [number, number, number, number]
}

/**
 * Error figures for one calibration, assumed values filled in: no fidelity, T1 or T2 is missing. Gate fidelities are
 * averages.
 */
export interface NoiseModel extends Durations {
  readonly version: string
  readonly calibration_id: string
  /** The vendor's names of the device's qubits, for messages. */
  readonly labels?: QubitLabels
  fidelityCz(a: number, b: number): number
  fidelitySingle(site: number): number
  fidelityReadout(site: number): number
  fidelityReset(site: number): number
  /** T1 and T2 in nanoseconds. */
  t1(site: number): number
  t2(site: number): number
  /**
   * Whether no T2 is known: `t2` is then its physical limit 2·T1, and results from it are bounds. Left out: all are
   * known.
   */
  t2Unknown?(site: number): boolean
  /** T2 under decoupling pulses where one is published or assumed; null or absent where none is known. */
  refocusedT2?(site: number): number | null
  /** Which figures were assumed and not published, e.g. `reset_fidelity`. */
  readonly assumed: readonly string[]
}
