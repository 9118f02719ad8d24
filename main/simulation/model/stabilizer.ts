import type { BitPlanes } from '../../qec/program/frame'
import type { RequiredBits } from './condition'
import type { SlotCounts } from './counts'
import type { SampleOptions } from './run-options'

/** Clifford generators, measurements and Pauli noise; all qubits and classical bits start at 0. */
export type StabilizerOp = { readonly condition?: RequiredBits | undefined } & (
  | { readonly op: 'h' | 's' | 'x' | 'z'; readonly q: number }
  | { readonly op: 'cx' | 'cz' | 'swap'; readonly a: number; readonly b: number }
  /** The recorded bit is flipped with probability `flip`; the state is not. */
  | { readonly op: 'measure'; readonly q: number; readonly bit: number; readonly flip: number }
  | { readonly op: 'reset'; readonly q: number }
  | { readonly op: 'pauli1'; readonly q: number; readonly px: number; readonly py: number; readonly pz: number }
  /** One of the 15 two-qubit Paulis, each with probability p/15. */
  | { readonly op: 'pauli2'; readonly a: number; readonly b: number; readonly p: number }
)

export interface StabilizerProgram {
  readonly qubits: number
  /** One more than the highest classical bit that is written. */
  readonly clbits: number
  /**
   * Length of the bitstrings and number of planes; `clbits` where left out. Bits beyond those that are written hold 0.
   */
  readonly width?: number
  readonly ops: readonly StabilizerOp[]
}

export const bitWidthOf = ({ clbits, width = clbits }: StabilizerProgram): number => Math.max(clbits, width)

/**
 * A stabilizer program as the addon takes it: four integers (code, a, b, condition) and three probabilities an op. The
 * condition is -1, or where in `conditions` it starts: a count, then so many literals 2 × clbit + value.
 */
export interface EncodedStabilizer {
  readonly engine: 'stabilizer'
  readonly qubits: number
  /** One more than the highest classical bit that is written. */
  readonly clbits: number
  /** Length of the bitstrings, at least `clbits`; bits beyond those that are written hold 0. */
  readonly width: number
  readonly ops: Int32Array
  readonly rates: Float64Array
  readonly conditions: Int32Array
}

/** Classical bit c of shot i is bit c % 8 (least significant first) of byte i × width + c / 8; bits past the last are 0. */
export interface PackedShots {
  readonly data: Uint8Array
  readonly shots: number
  readonly clbits: number
  /** Bytes of a shot: ceil(clbits / 8). */
  readonly width: number
}

/**
 * Clifford circuits by tableau; implemented by the native addon and by the slow TypeScript reference that tests compare it with.
 *
 * Same engine, build, program, shots and seed: same bits, whatever the number of threads; planes, packed shots and counts
 * are those of the same shots. Every shot is sampled in its place: their order is that of execution, not one drawn later.
 * An aborted call rejects with the signal's reason within 200 ms.
 */
export interface StabilizerSimulator {
  readonly kind: 'native' | 'reference'
  /** Name and version for records, e.g. `native-stabilizer/1`. */
  readonly stabilizer_engine: string
  readonly max_qubits: number
  /** Plane b holds classical bit b of every shot. */
  samplePlanes(program: StabilizerProgram, options: SampleOptions): Promise<BitPlanes>
  /** The shots one after the other, as Stim's format b8. */
  sampleShots(program: StabilizerProgram, options: SampleOptions): Promise<PackedShots>
  /** Counts by bitstring, left-most character = highest classical bit, in ascending order of the bitstring. */
  countOutcomes(program: StabilizerProgram, options: SampleOptions): Promise<Map<string, number>>
  /** As `countOutcomes`, for a program that a thread has encoded. */
  countEncoded?(program: EncodedStabilizer, options: SampleOptions): Promise<SlotCounts>
  /** As `sampleShots`, for a program that a thread has encoded. */
  packEncoded?(program: EncodedStabilizer, options: SampleOptions): Promise<PackedShots>
}

/** kMaxStabilizerQubits in native/clifford/program.h. */
export const MAX_STABILIZER_QUBITS = 10_000
/** kMaxStabilizerClbits in native/clifford/program.h; a batch of 16,384 shots of so many bits takes 128 MiB. */
export const MAX_STABILIZER_CLBITS = 2 ** 16
/** Bitstrings of all distinct outcomes together, in characters: more would not fit beside the rest of the service. */
export const MAX_COUNT_CHARACTERS = 2 ** 28
