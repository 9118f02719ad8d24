/** Exact expectation values in a state vector. */
import type { PauliMask } from '../model/pauli-mask'

/** Amplitudes between two checkpoints. */
const SLICE = 4_096

/**
 * <P> of each Pauli: amplitude i of P|a> is i^|x & z| (-1)^|j & z| times amplitude j = i ^ x, so that pairs (i, j) give
 * twice a real part. `state` holds (re, im) of each amplitude and need not be normalized. Cost: Paulis × amplitudes.
 */
export function stateValues(
  state: Float64Array,
  paulis: readonly PauliMask[],
  checkpoint: () => void = () => undefined,
): Float64Array {
  let norm = 0
  for (let at = 0; at < state.length; at++) norm += state[at]! ** 2
  return Float64Array.from(
    paulis,
    ({ x, z }) => (x === 0 ? diagonal(state, z, checkpoint) : paired(state, { x, z }, checkpoint)) / norm,
  )
}

function diagonal(state: Float64Array, z: number, checkpoint: () => void): number {
  let sum = 0
  for (let i = 0; 2 * i < state.length; i++) {
    if (i % SLICE === 0) checkpoint()
    sum += (state[2 * i]! ** 2 + state[2 * i + 1]! ** 2) * signOf(i & z)
  }
  return sum
}

/** With n Ys the factor is i^n: the real part of the product where n is even, the imaginary one where it is odd. */
function paired(state: Float64Array, { x, z }: PauliMask, checkpoint: () => void): number {
  const top = 31 - Math.clz32(x)
  const low = (1 << top) - 1
  const ys = bitCount(x & z)
  const isReal = ys % 2 === 0
  // i^n is 1, i, -1, -i; <P> = Σ conj(a_i) i^n (-1)^|j & z| a_j with j = i ^ x, where pairs give conjugates.
  const unit = [1, -1, -1, 1][ys % 4]!
  let sum = 0
  for (let k = 0; 4 * k < state.length; k++) {
    if (k % SLICE === 0) checkpoint()
    const i = ((k & ~low) << 1) | (k & low)
    const j = i ^ x
    const part = isReal
      ? state[2 * i]! * state[2 * j]! + state[2 * i + 1]! * state[2 * j + 1]!
      : state[2 * i]! * state[2 * j + 1]! - state[2 * i + 1]! * state[2 * j]!
    sum += part * signOf(j & z)
  }
  return 2 * unit * sum
}

/** +1 where an even number of bits are 1. */
function signOf(bits: number): number {
  let parity = bits ^ (bits >> 16)
  parity ^= parity >> 8
  parity ^= parity >> 4
  return 1 - 2 * ((0x6996 >> (parity & 15)) & 1)
}

function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}
