/** Exact expectation values of Paulis on 20 qubits, beside the obvious loop that applies each Pauli to a copy of the state. */
import { describe } from 'vitest'
import { encodeCircuit } from '../../../main/simulation/encoding/statevector'
import type { PauliMask } from '../../../main/simulation/model/pauli-mask'
import { prepareCircuit } from '../../../main/simulation/statevector/prepare'
import { stateValues } from '../../../main/simulation/statevector/state-values'
import { findAddon } from '../../main/simulation/engine-fixtures'
import { compare } from '../compare'

const QUBITS = 20
/** Of the 1,000 of a large observable. */
const MANY = 50

/** Numbers of a linear congruential generator: which ones does not matter. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const next = numbers(1)
const state = Float64Array.from({ length: 2 ** (QUBITS + 1) }, () => next() - 0.5)
const mask = () => Math.floor(next() * 2 ** QUBITS)
const paulis = Array.from({ length: MANY }, (): PauliMask => ({ x: mask(), z: mask() }))

/** <a|P|a> with P|a> written out. */
function plainValue({ x, z }: PauliMask): number {
  const turned = new Float64Array(state.length)
  const parity = (bits: number) => bits.toString(2).replaceAll('0', '').length % 2
  for (let i = 0; 2 * i < state.length; i++) {
    const j = i ^ x
    const sign = 1 - 2 * parity(j & z)
    turned[2 * i] = sign * state[2 * j]!
    turned[2 * i + 1] = sign * state[2 * j + 1]!
  }
  return state.reduce((sum, value, at) => sum + value * turned[at]!, 0)
}

const addon = findAddon()
const flips = Array.from({ length: QUBITS }, (_, q) => ({ name: 'ry', qubits: [q], params: [0.3 + q] }))
const call = {
  ...encodeCircuit(
    prepareCircuit({ num_qubits: QUBITS, instructions: flips }, { shots: 1, seed: 1n, max_qubits: QUBITS }),
  ),
  x: Int32Array.from(paulis, ({ x }) => x),
  z: Int32Array.from(paulis, ({ z }) => z),
  shots: 1,
  seed: 1n,
  kept_bytes: 0,
  precision: 64 as const,
  threads: 2,
}

describe(`exact values, ${QUBITS} qubits`, () => {
  compare('Paulis', [
    ...(addon?.pauliValues
      ? [{ name: 'the addon, with the circuit', amount: MANY, run: () => addon.pauliValues!(call).promise }]
      : []),
    { name: 'stateValues', amount: MANY, run: async () => stateValues(state, paulis) },
    { name: 'a copy of the state for each', amount: 1, run: async () => plainValue(paulis[0]!) },
  ])
})
