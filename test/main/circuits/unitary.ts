import { GATES } from '../../../main/contract/gates/gate-table'
import type { Complex, Matrix } from '../../../main/contract/gates/matrices'
import type { Circuit } from '../../../main/contract/jobs/circuit'

/** The gate's matrix on the whole register, entry by entry from the definition; the first qubit is most significant. */
function embedded(matrix: Matrix, qubits: readonly number[], total: number): Matrix {
  const bit = (index: number, qubit: number) => (index >> (total - 1 - qubit)) & 1
  const local = (index: number) => qubits.reduce((sum, qubit) => 2 * sum + bit(index, qubit), 0)
  const others = Array.from({ length: total }, (_, qubit) => qubit).filter(qubit => !qubits.includes(qubit))
  const side = 2 ** total
  return Array.from({ length: side }, (_, row) =>
    Array.from(
      { length: side },
      (_, column): Complex =>
        others.every(qubit => bit(row, qubit) === bit(column, qubit)) ? matrix[local(row)]![local(column)]! : [0, 0],
    ),
  )
}

export const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map(row =>
    b[0]!.map(
      (_, column): Complex =>
        row.reduce<Complex>(
          ([re, im], [x, y], k) => {
            const [u, v] = b[k]![column]!
            return [re + x * u - y * v, im + x * v + y * u]
          },
          [0, 0],
        ),
    ),
  )

export const identity = (side: number): Matrix =>
  Array.from({ length: side }, (_, i) => Array.from({ length: side }, (_, j): Complex => [i === j ? 1 : 0, 0]))

/** The unitary of a circuit of gates and barriers alone. */
export function unitaryOf({ num_qubits, instructions }: Circuit): Matrix {
  return instructions.reduce(
    (so_far, { name, qubits, params = [] }) => {
      const matrix = GATES[name]!.matrix
      if (name === 'barrier') return so_far
      if (!matrix) throw new Error(`${name} is no unitary`)
      return multiply(embedded(matrix(params), qubits, num_qubits), so_far)
    },
    identity(2 ** num_qubits),
  )
}

/** Largest distance between entries; with `upToPhase`, after turning `a` so that it fits the largest entry of `b`. */
export function distance(a: Matrix, b: Matrix, upToPhase: boolean): number {
  const flatA = a.flat()
  const flatB = b.flat()
  const largest = flatB.reduce((best, entry, i) => (Math.hypot(...entry) > Math.hypot(...flatB[best]!) ? i : best), 0)
  const [pr, pi] = upToPhase ? quotient(flatB[largest]!, flatA[largest]!) : [1, 0]
  return flatA.reduce((most, [re, im], i) => {
    const [x, y] = flatB[i]!
    return Math.max(most, Math.hypot(re * pr - im * pi - x, re * pi + im * pr - y))
  }, 0)
}

const quotient = ([a, b]: Complex, [c, d]: Complex): Complex => {
  const size = c * c + d * d
  return [(a * c + b * d) / size, (b * c - a * d) / size]
}
