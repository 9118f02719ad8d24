import { expect } from 'vitest'
import type { SourceCircuit } from '../../../../main/circuits/transpile/model/operations'
import { NATIVE_GATES, type Transpiled } from '../../../../main/circuits/transpile/model/result'
import type { Target } from '../../../../main/circuits/transpile/model/target'
import { type TranspileOptions, transpile } from '../../../../main/circuits/transpile/transpile'
import { densities, difference, probability } from './density-matrix'

const sourceOf = (circuit: SourceCircuit) => densities(circuit, [...Array(circuit.num_qubits).keys()])

/** Every qubit is used in these samples, so every place is known. */
const resultOf = ({ circuit, final_layout }: Transpiled) =>
  densities(
    circuit,
    final_layout.map(place => place!),
  )

/** Checks by density matrices that transpiling keeps the circuit; every qubit must be named by an instruction. */
export function expectEquivalent(circuit: SourceCircuit, target: Target, seed = 0, placement: TranspileOptions = {}) {
  const result = transpile(circuit, target, { seed, ...placement })
  const found = resultOf(result)
  expect(probability(found)).toBeCloseTo(1, 7)
  expect(difference(sourceOf(circuit), found)).toBeLessThan(1e-7)
  return result
}

/** Checks that the circuit has only native gates, on working qubits and couplings. */
export function expectRunnable({ circuit }: Transpiled, target: Target) {
  const couplings = new Set(target.couplings.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]))
  const working = new Set(target.qubits.map(({ qubit }) => qubit))
  for (const { name, qubits } of circuit.instructions) {
    expect(NATIVE_GATES).toContain(name)
    expect(qubits.every(qubit => working.has(qubit))).toBe(true)
    if (name === 'cz') expect(couplings).toContain(qubits.join(' '))
  }
}
