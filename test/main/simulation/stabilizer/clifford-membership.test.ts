import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GATES } from '../../../../main/contract/gates/gate-table'
import { adjoint, type Matrix } from '../../../../main/contract/gates/matrices'
import { cliffordOps } from '../../../../main/simulation/stabilizer/program'
import { multiply } from '../../circuits/unitary'

const UNITARIES = Object.entries(GATES).flatMap(([name, gate]) => (gate.matrix ? [[name, gate] as const] : []))
const pick = (params: readonly number[], count: number) => params.slice(0, count)
const isClifford = (name: string, qubits: number[], params: number[]) => cliffordOps({ name, qubits, params }) !== null

/** X or Z on one of the qubits of a register. */
function pauli(kind: 'x' | 'z', qubit: number, total: number): Matrix {
  const side = 2 ** total
  const mask = 1 << (total - 1 - qubit)
  return Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_, column): readonly [number, number] => {
      if (kind === 'x') return [(row ^ mask) === column ? 1 : 0, 0]
      return [row === column ? ((row & mask) === 0 ? 1 : -1) : 0, 0]
    }),
  )
}

/** A Pauli product has one entry in each row, at row XOR constant, with signs that multiply as rows XOR. */
function isPauli(matrix: Matrix): boolean {
  const columns = matrix.map(row => row.findIndex(([re, im]) => Math.hypot(re, im) > 0.5))
  const [shift, [c, d]] = [columns[0]!, matrix[0]![columns[0]!]!]
  const signs = matrix.map((row, i) => {
    const [a, b] = row[columns[i]!] ?? [0, 0]
    return columns[i] === (i ^ shift) ? a * c + b * d : 0
  })
  return signs.every((sign, i) =>
    signs.every((other, j) => Math.abs(Math.abs(sign) - 1) < 1e-9 && Math.abs(signs[i ^ j]! - sign * other) < 1e-9),
  )
}

function mapsPaulisToPaulis(matrix: Matrix, qubits: number): boolean {
  const images = Array.from({ length: qubits }, (_, qubit) => qubit).flatMap(qubit =>
    (['x', 'z'] as const).map(kind => multiply(multiply(matrix, pauli(kind, qubit, qubits)), adjoint(matrix))),
  )
  return images.every(isPauli)
}

describe('the stabilizer engine', () => {
  it.each(UNITARIES)('takes %s exactly where it maps Pauli operators to Pauli operators', (name, gate) => {
    const eighths = fc.integer({ min: -16, max: 16 }).map(n => (n * Math.PI) / 4)
    fc.assert(
      fc.property(eighths, eighths, eighths, (a, b, c) => {
        const params = pick([a, b, c], gate.params)
        const qubits = Array.from({ length: gate.qubits! }, (_, i) => i)
        expect(isClifford(name, qubits, params)).toBe(mapsPaulisToPaulis(gate.matrix!(params), gate.qubits!))
      }),
      { numRuns: 200 },
    )
  })

  it('counts angles within 1e-12 of a quarter turn as one, and no others', () => {
    const withAngle = (angle: number) => isClifford('rz', [0], [angle])
    expect(withAngle(Math.PI / 2 + 5e-13)).toBe(true)
    expect(withAngle(Math.PI / 2 + 5e-12)).toBe(false)
  })
})
