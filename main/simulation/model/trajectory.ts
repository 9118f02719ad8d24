import type { RequiredBits } from './condition'
import type { SlotCounts } from './counts'
import type { EncodedCounting } from './encoded'
import type { Matrix2 } from './gates'
import type { SampleOptions } from './run-options'

/** Probability of recording the wrong bit where the qubit is 0, and where it is 1. */
type Flips = readonly [number, number]

/**
 * One step of a noisy circuit, on qubits 0 .. qubits - 1; without a condition it always happens. Each is a channel of its
 * own, and exact: nothing is twirled.
 *
 * - `gate`: a 2×2 matrix on `target` where all of up to two `controls` are 1;
 * - `measure`: of Z; the state collapses to the outcome, and the bit records it with errors `flips`;
 * - `reset`: to |0>;
 * - `pauli1`: X, Y, Z with their own probabilities; pure dephasing is one with `pz` alone;
 * - `pauli2`: the 15 Paulis on two qubits, each with p/15;
 * - `damp`: amplitude damping, |1> to |0> with probability `gamma`.
 */
export type QuantumStep = { readonly condition: RequiredBits | null; readonly target: number } & (
  | { readonly kind: 'gate'; readonly matrix: Matrix2; readonly controls: readonly number[] }
  | { readonly kind: 'measure'; readonly clbit: number; readonly flips: Flips }
  | { readonly kind: 'reset' }
  | { readonly kind: 'pauli1'; readonly px: number; readonly py: number; readonly pz: number }
  | { readonly kind: 'pauli2'; readonly other: number; readonly p: number }
  | { readonly kind: 'damp'; readonly gamma: number }
)

/** Instantaneous and noiseless: `clbit` = `clbit` (logic) `from`; `zero` and `one` set it and read nothing (`from` null). */
export interface LogicStep {
  readonly condition: RequiredBits | null
  readonly kind: 'logic'
  readonly clbit: number
  readonly logic: (typeof LOGIC)[number]
  readonly from: number | null
}

/** Position = TrajectoryLogic in native/trajectories/sample.h; `andnot` is and with the inverse. */
export const LOGIC = ['zero', 'one', 'xor', 'or', 'and', 'andnot'] as const

export type TrajectoryStep = QuantumStep | LogicStep

/** From |0...0> and all classical bits 0. */
export interface TrajectoryProgram {
  readonly qubits: number
  /** Length of the bitstrings; above every bit that is written. */
  readonly clbits: number
  readonly steps: readonly TrajectoryStep[]
}

/**
 * Noisy circuits by quantum trajectories; implemented by the native addon and by a plain TypeScript engine.
 *
 * Same engine, build, program, shots and seed: same counts, whatever the number of threads. Every shot has its own
 * stream. An aborted call rejects with the signal's reason within 200 ms.
 */
export interface TrajectorySimulator {
  readonly kind: 'native' | 'reference'
  /** Name and version for records, e.g. `native-trajectories/3`. */
  readonly trajectory_engine: string
  /** Most qubits of a program in this machine's memory. */
  readonly max_qubits: number
  /** An upper estimate in seconds. */
  estimateSeconds(program: TrajectoryProgram, shots: number): number
  /** Counts by bitstring, left-most character = highest classical bit. */
  countOutcomes(program: TrajectoryProgram, options: SampleOptions): Promise<Map<string, number>>
  /** As `countOutcomes`, for a program that a thread has checked and encoded (encode-job.ts). */
  countEncoded?(program: EncodedCounting, options: SampleOptions): Promise<SlotCounts>
}

/** kMaxTrajectoryOps in native/trajectories/sample.h. */
export const MAX_TRAJECTORY_STEPS = 2 ** 22
