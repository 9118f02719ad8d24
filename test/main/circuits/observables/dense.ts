/**
 * Dense matrices of Paulis, density matrices and channels: the slow reference of everything that computes with
 * observables.
 */
import type { Pauli } from '../../../../main/circuits/observables/pauli'
import type { Complex, Matrix } from '../../../../main/contract/gates/matrices'
import type { Instruction } from '../../../../main/contract/jobs/circuit'
import { identity, multiply, unitaryOf } from '../unitary'

/** The matrix of a Pauli product such as `Z0 X3`, or of `I`. */
export const densePauli = (text: string, num_qubits: number): Matrix =>
  text === 'I'
    ? identity(2 ** num_qubits)
    : unitaryOf({
        num_qubits,
        instructions: text.split(' ').map(word => ({ name: word[0]!.toLowerCase(), qubits: [Number(word.slice(1))] })),
      })

export const adjoint = (matrix: Matrix): Matrix =>
  matrix[0]!.map((_, column) => matrix.map((row): Complex => [row[column]![0], -row[column]![1]]))

const scaled = (factor: number, matrix: Matrix): Matrix =>
  matrix.map(row => row.map(([re, im]): Complex => [factor * re, factor * im]))

const added = (a: Matrix, b: Matrix): Matrix =>
  a.map((row, i) => row.map(([re, im], j): Complex => [re + b[i]![j]![0], im + b[i]![j]![1]]))

const conjugated = (by: Matrix, rho: Matrix): Matrix => multiply(multiply(by, rho), adjoint(by))

/** The state after a channel that applies each of the matrices with its weight. */
export const mixed = (rho: Matrix, parts: readonly (readonly [number, Matrix])[]): Matrix =>
  parts.map(([weight, by]) => scaled(weight, conjugated(by, rho))).reduce(added)

export function groundRho(num_qubits: number): Matrix {
  const side = 2 ** num_qubits
  return Array.from({ length: side }, (_, i) =>
    Array.from({ length: side }, (_, j): Complex => [i === 0 && j === 0 ? 1 : 0, 0]),
  )
}

export const evolved = (rho: Matrix, num_qubits: number, instructions: Instruction[]): Matrix =>
  conjugated(unitaryOf({ num_qubits, instructions }), rho)

/** Tr(ρ P). */
export function expectationOf(rho: Matrix, pauli: Matrix): number {
  const product = multiply(rho, pauli)
  return product.reduce((sum, row, at) => sum + row[at]![0], 0)
}

/** Whether two Paulis commute: their letters differ on an even number of common qubits. */
export function commute(a: Pauli, b: Pauli): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  let odd = false
  for (const [qubit, letter] of few) {
    const other = many.get(qubit)
    if (other !== undefined && other !== letter) odd = !odd
  }
  return !odd
}
