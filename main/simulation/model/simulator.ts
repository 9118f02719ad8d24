import type { Circuit } from '../../contract/jobs/circuit'
import type { PackedOutcomes } from '../../qec/decoding/flag-lut'
import type { MapDecoding } from '../../qec/flag-map/decode'
import type { BitPlanes, FrameProgram } from '../../qec/program/frame'
import type { SlotCounts, SlotRows } from './counts'
import type { EncodedRows, EncodedStatevector } from './encoded'
import type { PauliMask } from './pauli-mask'
import type { RunOptions, SampleOptions } from './run-options'

export interface FrameOptions extends SampleOptions {
  /** By input of the program: a bit for each shot. */
  readonly inputs?: readonly Uint8Array[] | undefined
}

/**
 * Implemented by the native addon and by the slow TypeScript reference that tests compare it with.
 *
 * Same engine, build, program, shots and seed: same bits, whatever the number of threads. Seeds are unsigned 64-bit.
 * An aborted call rejects with the signal's reason within 200 ms. The native engine computes on threads of its own.
 */
export interface Simulator {
  readonly kind: 'native' | 'reference'
  /** Name and version of the engine for records, e.g. `native-frames/4`. */
  readonly frames_engine: string
  readonly statevector_engine: string
  /** Most qubits the state vector can hold in this machine's memory. */
  readonly max_qubits: number
  /** The same in single precision, where the engine has it. */
  readonly max_qubits_float32?: number
  sampleFrames(program: FrameProgram, options: FrameOptions): Promise<BitPlanes>
  /** Counts by bitstring (left-most character = highest classical bit), sampled, never rounded from probabilities. */
  countOutcomes(circuit: Circuit, options: SampleOptions): Promise<Map<string, number>>
  /**
   * Decodes correction mode with `flag-map`; an engine without it leaves that to `mapDecoder`, which finds the same to the
   * last bit. The planes must not change meanwhile.
   */
  decodeFlagMap?(decoding: MapDecoding, planes: BitPlanes, options?: RunOptions): Promise<PackedOutcomes>
  /**
   * (re, im) of each amplitude after a circuit of gates alone, in float64, qubit q of the encoding being bit q of the index;
   * engines of typed arrays have it.
   */
  finalState?(encoded: EncodedStatevector, options?: RunOptions): Promise<Float64Array>
  /** Expectation values after a circuit of gates alone, without the state leaving the engine; engines that calculate them have it. */
  pauliValues?(encoded: EncodedStatevector, paulis: readonly PauliMask[], options?: RunOptions): Promise<Float64Array>
  /** As `countOutcomes`, for a circuit that a thread has encoded (see encode-job.ts); engines of typed arrays have it. */
  countEncoded?(encoded: EncodedStatevector, options: SampleOptions): Promise<SlotCounts>
  /** As `countEncoded` for each row with its matrices and its seed. */
  countRows?(encoded: EncodedStatevector & EncodedRows, shots: number, options?: RunOptions): Promise<SlotRows>
}
