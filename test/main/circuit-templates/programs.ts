/** Circuits of templates as instructions, and Paulis that travel through them. */
import { parseText } from '../../../main/circuits/qasm/import-export'
import type { Circuit, Instruction } from '../../../main/contract/jobs/circuit'
import { circuitState } from '../../../main/simulation/live/circuit-state'

export const circuitOf = (text: string): Circuit => parseText(text).circuit as Circuit

export const stateOf = (num_qubits: number, instructions: readonly Instruction[]) =>
  circuitState({ circuit: { num_qubits, instructions: [...instructions] } }, () => undefined)

/** Bit masks over qubits. */
export interface Masks {
  readonly x: number
  readonly z: number
}

/** ⟨P⟩ of a pure state by its definition: Σ conj(ψ(i xor x)) · i^(number of Y) (−1)^(i·z) ψ(i). */
export function expectation({ re, im }: { re: readonly number[]; im: readonly number[] }, { x, z }: Masks): number {
  const turns = ones(x & z) % 4
  let sum = 0
  for (const [i, a] of re.entries()) {
    const sign = ones(i & z) % 2 ? -1 : 1
    const [c, d] = [re[i ^ x]!, im[i ^ x]!]
    // Real and imaginary part of conj(c + id)(a + ib).
    const [real, imaginary] = [c * a + d * im[i]!, c * im[i]! - d * a]
    sum += sign * [real, -imaginary, -real, imaginary][turns]!
  }
  return sum
}

const ones = (mask: number): number => mask.toString(2).replaceAll('0', '').length

interface Travelled extends Masks {
  /** Classical bits that the fault flips. */
  readonly flips: number
}

/** A Pauli that is there before the first of these instructions: what it has become behind the last. */
export function travel(instructions: readonly Instruction[], { x, z }: Masks): Travelled {
  let flips = 0
  const bit = (mask: number, qubit: number) => (mask >> qubit) & 1
  for (const { name, qubits, clbits } of instructions) {
    const [a, b] = [qubits[0]!, qubits[1] ?? 0]
    if (name === 'h' && bit(x, a) !== bit(z, a)) [x, z] = [x ^ (1 << a), z ^ (1 << a)]
    if (name === 'cx') [x, z] = [x ^ (bit(x, a) << b), z ^ (bit(z, b) << a)]
    if (name === 'cz') z ^= (bit(x, a) << b) ^ (bit(x, b) << a)
    if (name === 'reset') [x, z] = [x & ~(1 << a), z & ~(1 << a)]
    if (name === 'measure') flips ^= bit(x, a) << clbits![0]!
    if (!['h', 'cx', 'cz', 'reset', 'measure', 'barrier'].includes(name))
      throw new Error(`${name} is not expected here`)
  }
  return { x, z, flips }
}
