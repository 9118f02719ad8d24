import type { BitPlanes } from '../qec/frame'
import type { RunOptions } from './simulator'

/** An op happens only where the classical bit has the value. */
export interface Condition {
  readonly clbit: number
  readonly value: 0 | 1
}

/** Clifford generators, measurements and Pauli noise; all qubits and classical bits start at 0. */
export type StabilizerOp = { readonly condition?: Condition | undefined } & (
  | { readonly op: 'h' | 's' | 'x' | 'z'; readonly q: number }
  | { readonly op: 'cx' | 'cz' | 'swap'; readonly a: number; readonly b: number }
  /** The noted bit is flipped with probability `flip`; the state is not. */
  | { readonly op: 'measure'; readonly q: number; readonly bit: number; readonly flip: number }
  | { readonly op: 'reset'; readonly q: number }
  | { readonly op: 'pauli1'; readonly q: number; readonly px: number; readonly py: number; readonly pz: number }
  /** One of the 15 two-qubit Paulis, each with probability p/15. */
  | { readonly op: 'pauli2'; readonly a: number; readonly b: number; readonly p: number }
)

export interface StabilizerProgram {
  readonly qubits: number
  /** Length of the bitstrings: one more than the highest classical bit that is written. */
  readonly clbits: number
  readonly ops: readonly StabilizerOp[]
}

/**
 * Clifford circuits by tableau; implemented by the native addon and by the slow TypeScript twin that judges it.
 *
 * Same engine, build, program, shots and seed: same bits, whatever the number of threads; counts are those of the planes.
 * An aborted call rejects with the signal's reason within 200 ms.
 */
export interface StabilizerSimulator {
  readonly kind: 'native' | 'reference'
  /** Name and version for records, e.g. `native-stabilizer/1`. */
  readonly stabilizer_engine: string
  readonly max_qubits: number
  /** Plane b holds classical bit b of every shot. */
  samplePlanes(program: StabilizerProgram, shots: number, seed: bigint, options?: RunOptions): Promise<BitPlanes>
  /** Counts by bitstring, left-most character = highest classical bit, in ascending order of the bitstring. */
  countOutcomes(
    program: StabilizerProgram,
    shots: number,
    seed: bigint,
    options?: RunOptions,
  ): Promise<Map<string, number>>
}

/** kMaxStabilizerQubits in native/stabilizer.h. */
export const MAX_STABILIZER_QUBITS = 10_000
/** kMaxStabilizerClbits in native/stabilizer.h; a batch of 16,384 shots of so many bits takes 128 MiB. */
export const MAX_STABILIZER_CLBITS = 2 ** 16
/** Bitstrings of all distinct outcomes together, in characters: more would not fit beside the rest of the service. */
export const MAX_COUNT_CHARACTERS = 2 ** 28
