/** The controlled 2×2 steps that simulators run, derived from the gate table, against its matrices. */
import { expect, it } from 'vitest'
import { gateNamed } from '../../../../main/contract/gates/gate-table'
import { GATE_MATRICES } from '../../../../main/simulation/model/gates'

type Complex = readonly [number, number]
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c]
const plus = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d]

/** Amplitudes after the steps on the basis state `column`; the first qubit of the list is the most significant bit. */
function imageOf(name: string, params: readonly number[], column: number): Complex[] {
  const gate = GATE_MATRICES.get(name)!
  const bit = (qubit: number) => 1 << (gate.qubits - 1 - qubit)
  let state = Array.from({ length: 2 ** gate.qubits }, (_, index): Complex => [index === column ? 1 : 0, 0])
  for (const { matrix, target, controls } of gate.steps(params)) {
    const entry = (row: number, of: number): Complex => [matrix[4 * row + 2 * of]!, matrix[4 * row + 2 * of + 1]!]
    state = state.map((amplitude, index) => {
      if (!controls.every(control => index & bit(control))) return amplitude
      const row = index & bit(target) ? 1 : 0
      const partner = state[index ^ bit(target)]!
      return plus(times(entry(row, row), amplitude), times(entry(row, 1 - row), partner))
    })
  }
  return state
}

it.each([...GATE_MATRICES.keys()])('%s runs as it is written', name => {
  const written = gateNamed(name)!
  const params = [0.7, -1.9, 2.3].slice(0, written.params)
  const matrix = written.matrix!(params)
  expect(2 ** written.qubits!).toBe(matrix.length)
  matrix.forEach((_, column) => {
    imageOf(name, params, column).forEach(([re, im], row) => {
      const [wantedRe, wantedIm] = matrix[row]![column]!
      expect(re, `${name} ${row},${column}`).toBeCloseTo(wantedRe, 12)
      expect(im, `${name} ${row},${column}`).toBeCloseTo(wantedIm, 12)
    })
  })
})
