import type { PackedCounts, PackedRows } from '../model/counts'
import type { EncodedCircuit, EncodedFrames, EncodedRows, EncodedTrajectories } from '../model/encoded'
import type { EncodedStabilizer } from '../model/stabilizer'
import type { NativeTask } from './task'

/**
 * Exports of native/addon/module.cc. Arguments are copied in; wrong ones throw TypeError or RangeError at once. Wrong values inside
 * an array reject with RangeError, as arrays are read on the thread of the call.
 */
export interface NativeAddon {
  readonly interface: number
  sampleFrames(
    call: EncodedFrames & { shots: number; seed: bigint; planes: Uint8Array; threads: number },
  ): NativeTask<Uint8Array>
  runCircuit(call: CircuitCall): NativeTask<PackedCounts>
  /** Many rows of one circuit; an addon that was built before this call existed lacks it. */
  runCircuitRows?(call: CircuitCall & EncodedRows): NativeTask<PackedRows>
  /**
   * Expectation value of each Pauli (bit q of x and z: X, Z or both on qubit q) after a circuit of gates alone; an addon that was
   * built before this call existed lacks it.
   */
  pauliValues?(call: CircuitCall & { x: Int32Array; z: Int32Array }): NativeTask<Float64Array>
  /** (re, im) of each amplitude after a circuit of gates alone. */
  finalState(call: CircuitCall): NativeTask<Float64Array>
  /** `path` is StabilizerPath in native/stabilizer/sample.h: 0 affine, 1 frames, 2 groups. */
  sampleStabilizer(call: StabilizerCall): NativeTask<{ readonly path: number; readonly planes: Uint8Array }>
  packStabilizer(call: StabilizerCall): NativeTask<{ readonly path: number; readonly packed: Uint8Array }>
  countStabilizer(call: StabilizerCall & { most_bytes: number }): NativeTask<PackedCounts & { readonly path: number }>
  runTrajectories(call: TrajectoryCall): NativeTask<PackedCounts>
  decodeBeliefs(call: FlagMapCall): NativeTask<FlagMapOutcomes>
  /** m bits; n to 2^24, x of n − 1 and y of n bits, each bit i % 8 of byte i / 8: as in native/extraction/circulant.h. */
  extractCirculant(call: { n: number; m: number; x: Uint8Array; y: Uint8Array }): NativeTask<Uint8Array>
}

type TrajectoryCall = EncodedTrajectories & {
  shots: number
  seed: bigint
  /** Limit of the bytes of all states together, unless one state alone needs more. */
  state_bytes: number
  precision: 32 | 64
  threads: number
}

/** Fields as in native/decoding/flag-map.h. */
export interface FlagMapCall {
  readonly planes: Uint8Array
  readonly shots: number
  readonly rounds: number
  readonly per_round: 8 | 12
  readonly tail: 0 | 4
  readonly start: Float64Array
  readonly quiet: Float64Array
  readonly steps: Float64Array
  readonly turning: number
  readonly first: number
  readonly count: number
  readonly bits: Int32Array
  readonly conditional: 0 | 1
  readonly base: Uint8Array
  readonly rows: Float64Array
  readonly threads: number
}

export interface FlagMapOutcomes {
  /** One bit a shot, 32 to a word; padded to whole words of 64. */
  readonly accepted: Int32Array
  readonly wrong: Int32Array
  /** By generator: executed, raised, triggers. */
  readonly counts: Float64Array
}

type StabilizerCall = Omit<EncodedStabilizer, 'engine' | 'width'> & { shots: number; seed: bigint; threads: number }

/** `precision` in bits, 32 or 64; states are kept in up to `kept_bytes` where branches divide. */
type CircuitCall = EncodedCircuit & {
  shots: number
  seed: bigint
  kept_bytes: number
  precision: 32 | 64
  threads: number
}
