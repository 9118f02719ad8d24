/**
 * A decoupling pulse as texts show it, with the time its qubit waits before and after it; `after_ns` is 0 except for
 * the last pulse of a window.
 */
interface PulseText {
  readonly gate: 'X' | 'Y'
  readonly before_ns: number
  readonly after_ns: number
}

/**
 * Programs of the Pauli-frame sampler. A frame holds, per shot and qubit, whether X and whether Z has flipped
 * relative to a noiseless reference run in which every random outcome is 0.
 *
 * Registers are one bit per shot and are computed for every shot; `mask` limits everything that touches frames and
 * bits (gates, noise, measurements) to the shots whose register is 1. That is how adaptive protocols are written.
 * The mask is live: it is what the register holds at each op. Frames, bits and registers all start at 0.
 */
export type FrameOp =
  /** x = 0, z = random; then X with probability `flip`. */
  | { readonly op: 'reset'; readonly q: number; readonly flip: number }
  | { readonly op: 'h'; readonly q: number }
  /** z ^= x: S and its inverse are the same on frames; texts distinguish them. */
  | { readonly op: 's'; readonly q: number; readonly inverse?: true }
  | { readonly op: 'cz'; readonly a: number; readonly b: number }
  /** bits[bit] = x, flipped with probability `flip` (the frame keeps the true x); then z is randomized. */
  | { readonly op: 'measure'; readonly q: number; readonly bit: number; readonly flip: number }
  /**
   * `idle`: the twirl of decay while the qubit waited without pulses, which `untwirled` gives back. `pulse`: this is
   * the error of that pulse; a sequence is the identity and moves no frame, so only texts show it.
   */
  | {
      readonly op: 'pauli1'
      readonly q: number
      readonly px: number
      readonly py: number
      readonly pz: number
      readonly idle?: true
      readonly pulse?: PulseText
    }
  /** One of the 15 two-qubit Paulis, each with probability p/15. */
  | { readonly op: 'pauli2'; readonly a: number; readonly b: number; readonly p: number }
  /** A definite Pauli, for tests and fault injection. */
  | { readonly op: 'pauli'; readonly q: number; readonly x: boolean; readonly z: boolean }
  /** Copies the frame's x or z into a bit without noise and without disturbing it. */
  | { readonly op: 'peek'; readonly q: number; readonly which: 'x' | 'z'; readonly bit: number }
  /** Loads the frame's x or z from an input plane. */
  | { readonly op: 'load'; readonly q: number; readonly which: 'x' | 'z'; readonly input: number }
  | { readonly op: 'set'; readonly reg: number; readonly value: 0 | 1 }
  /** reg = reg (op) source, with source a bit or a register. */
  | {
      readonly op: 'xor' | 'or' | 'and' | 'andnot'
      readonly reg: number
      readonly from: 'bit' | 'reg'
      readonly index: number
    }
  /** From here on only shots with register `reg` set are touched; null lifts the limit. */
  | { readonly op: 'mask'; readonly reg: number | null }

export interface FrameProgram {
  readonly qubits: number
  readonly bits: number
  readonly registers: number
  readonly inputs: number
  readonly ops: readonly FrameOp[]
}

/**
 * Bit planes: plane b holds bit b of every shot, shot i at byte i >> 3, bit i & 7. Every plane is padded with zero bits
 * to a multiple of 8 bytes, and plane b starts at b × stride.
 */
export interface BitPlanes {
  readonly data: Uint8Array
  readonly planes: number
  readonly shots: number
  readonly stride: number
}

export const strideOf = (shots: number): number => Math.ceil(shots / 64) * 8

export const bitAt = (planes: BitPlanes, plane: number, shot: number): 0 | 1 =>
  ((planes.data[plane * planes.stride + (shot >> 3)]! >> (shot & 7)) & 1) as 0 | 1
