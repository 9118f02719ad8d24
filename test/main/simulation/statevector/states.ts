import type { Circuit } from '../../../../main/contract/jobs/circuit'
import type { NativeAddon } from '../../../../main/simulation/addon/interface'
import { encodeCircuit } from '../../../../main/simulation/encoding/statevector'
import { prepareCircuit } from '../../../../main/simulation/statevector/prepare'
import { applyGate, groundState } from '../../../../main/simulation/statevector/reference'

/** Amplitudes after the gates of a circuit that has nothing else, as (re, im) pairs. */
export function slowState(circuit: Circuit): Float64Array {
  const { qubits, steps } = prepareCircuit(circuit, { shots: 1, seed: 1n, max_qubits: 20 })
  const state = groundState(qubits)
  for (const step of steps)
    if (step.kind === 'gate') applyGate(state, { matrix: step.matrix, target: step.target, controls: step.controls })
  return Float64Array.from({ length: 2 * state.re.length }, (_, i) => (i % 2 ? state.im : state.re)[i >> 1]!)
}
export const fastState = (addon: NativeAddon | null, circuit: Circuit, precision: 32 | 64 = 64, threads = 1) => {
  const call = encodeCircuit(prepareCircuit(circuit, { shots: 1, seed: 1n, max_qubits: 30 }))
  return addon!.finalState({ ...call, shots: 1, seed: 1n, kept_bytes: 0, precision, threads }).promise
}
export const farthest = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i]!)), 0)

export const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)
