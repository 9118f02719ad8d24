/** Exact expectation values along all branches of measurements, resets, conditions and loops. */
import { conditionBits } from '../../circuits/model/classical-bits'
import type { Pauli } from '../../circuits/observables/pauli'
import type { Circuit } from '../../contract/jobs/circuit'
import { type Branch, UNCERTAIN } from './branch'
import { evolve, weightOfBranches } from './evolve'

export interface BranchedValues {
  /** Values of the Paulis, in order, over the branches whose loops ended within their bounds. */
  readonly values: Float64Array
  /** Probability that a loop is left at its bound. */
  readonly unfinished: number
}

/** Cost as `evolve`, which throws `invalid_request` for too many branches. The circuit is sound; values are NaN where no branch ended. */
export function branchedValues(circuit: Circuit, paulis: readonly Pauli[], checkpoint: () => void): BranchedValues {
  const { num_qubits, instructions } = circuit
  const observed = paulis.flatMap(pauli => [...pauli.keys()])
  const used = instructions.flatMap(({ name, qubits }) => (name === 'barrier' ? [] : qubits))
  const qubits = [...new Set([...used, ...observed])].sort((a, b) => a - b)
  const clbits = [
    ...new Set(instructions.flatMap(({ clbits: own = [], condition }) => [...own, ...conditionBits(condition)])),
  ]
  const { branches } = evolve({ num_qubits, instructions, qubits, clbits }, [], checkpoint)
  const ended = branches.filter(({ isUnfinished }) => !isUnfinished)
  const [all, total] = [weightOfBranches(branches), weightOfBranches(ended)]
  const positions = new Map(qubits.map((qubit, at) => [qubit, at]))
  const values = Float64Array.from(paulis, pauli => {
    checkpoint()
    return ended.reduce((sum, branch) => sum + branch.weight * valueIn(branch, pauli, positions), 0) / total
  })
  return { values, unfinished: 1 - total / all }
}

/** ⟨P⟩ in the branch's state: on a qubit with a certain value, Z gives its sign, and X and Y give 0. */
function valueIn({ values, free, state }: Branch, pauli: Pauli, positions: ReadonlyMap<number, number>): number {
  let [x, z, ys, sign] = [0, 0, 0, 1]
  for (const [qubit, letter] of pauli) {
    const at = positions.get(qubit)!
    const value = values[at]!
    if (value !== UNCERTAIN) {
      if (letter !== 'Z') return 0
      if (value === 1) sign = -sign
      continue
    }
    const bit = 1 << free.indexOf(at)
    if (letter !== 'Z') x |= bit
    if (letter !== 'X') z |= bit
    if (letter === 'Y') ys += 1
  }
  return sign * overlap(state, { x, z, ys })
}

/** Σ over i of conj(a[i ^ x]) · i^ys · (-1)^(bits of i in z) · a[i], which is real: Y = i·X·Z. */
function overlap(
  { re, im }: Branch['state'],
  { x, z, ys }: { readonly x: number; readonly z: number; readonly ys: number },
): number {
  let [real, imaginary] = [0, 0]
  for (let i = 0; i < re.length; i++) {
    const [j, odd] = [i ^ x, isOdd(i & z)]
    const [a, b] = [re[j]! * re[i]! + im[j]! * im[i]!, re[j]! * im[i]! - im[j]! * re[i]!]
    real += odd ? -a : a
    imaginary += odd ? -b : b
  }
  return [real, -imaginary, -real, imaginary][ys % 4]!
}

function isOdd(bits: number): boolean {
  let left = bits
  let odd = false
  for (; left !== 0; left &= left - 1) odd = !odd
  return odd
}
