/** Propagation of a Pauli through a gate. */
import { gateNamed } from '../../../contract/gates/gate-table'
import { type Complex, complexProduct, type Matrix } from '../../../contract/gates/matrices'

/** A Pauli on the qubits of a gate: bit k belongs to the k-th qubit from the end, as in the indices of its matrix. */
export interface GatePauli {
  readonly x: number
  readonly z: number
}

/** Tolerance of a matrix element that must be 0 or a phase. */
const ROUNDING = 1e-9

const size = ([re, im]: Complex): number => Math.hypot(re, im)
const isNear = ([a, b]: Complex, [c, d]: Complex): boolean => size([a - c, b - d]) < ROUNDING

function parity(bits: number): 0 | 1 {
  let odd = 0
  for (let left = bits; left !== 0; left &= left - 1) odd ^= 1
  return odd as 0 | 1
}

/**
 * U P U† for the gate U, Clifford or not, up to its sign; null where it is no Pauli, or the table has no matrix of U.
 */
export function pauliThroughGate(name: string, params: readonly number[], pauli: GatePauli): GatePauli | null {
  const matrix = gateNamed(name)?.matrix?.(params)
  return matrix ? pauliOf(conjugated(matrix, pauli)) : null
}

/** U P U† up to a phase. Row r of P has one entry, in column c = r ^ x: (-1)^parity(c & z). */
function conjugated(u: Matrix, { x, z }: GatePauli): Complex[][] {
  return u.map(row =>
    u.map(other => {
      let [re, im] = [0, 0]
      for (let k = 0; k < u.length; k++) {
        const [[a, b], [c, d]] = [row[k]!, other[k ^ x]!]
        const sign = 1 - 2 * parity((k ^ x) & z)
        re += sign * (a * c + b * d)
        im += sign * (b * c - a * d)
      }
      return [re, im]
    }),
  )
}

/** The Pauli that a matrix equals up to a phase; null where it equals none. */
function pauliOf(matrix: readonly (readonly Complex[])[]): GatePauli | null {
  const x = matrix[0]!.findIndex(element => size(element) > 1 - ROUNDING)
  if (x === -1) return null
  const [phase, sides] = [matrix[0]![x]!, matrix.length]
  let z = 0
  for (let bit = 1; bit < sides; bit *= 2) if (!isNear(matrix[bit]![bit ^ x]!, phase)) z |= bit
  const isPauli = matrix.every((row, at) => isNear(row[at ^ x]!, complexProduct(phase, [1 - 2 * parity(at & z), 0])))
  return isPauli ? { x, z } : null
}

/** The Pauli that the gate equals up to a phase; null for every other gate. */
export function gateAsPauli(name: string, params: readonly number[]): GatePauli | null {
  const matrix = gateNamed(name)?.matrix?.(params)
  return matrix ? pauliOf(matrix) : null
}
