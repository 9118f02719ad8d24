/** The addon's expectation values beside those of the amplitudes that the slow reference has. */
import { expect, it } from 'vitest'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import { encodeCircuit } from '../../../../main/simulation/encoding/statevector'
import type { PauliMask } from '../../../../main/simulation/model/pauli-mask'
import { prepareCircuit } from '../../../../main/simulation/statevector/prepare'
import { stateValues } from '../../../../main/simulation/statevector/state-values'
import { findAddon } from '../engine-fixtures'
import { slowState } from './states'

const addon = findAddon()
const QUBITS = 9
const random = (most: number) => Math.floor(Math.random() * most)

/** Entangles all qubits, with angles that no symmetry hides. */
const circuit: Circuit = {
  num_qubits: QUBITS,
  instructions: Array.from({ length: 4 * QUBITS }, (_, k) => [
    { name: 'ry', qubits: [k % QUBITS], params: [0.3 + 0.7 * k] },
    { name: 'rz', qubits: [k % QUBITS], params: [1.1 * k] },
    { name: 'cx', qubits: [k % QUBITS, (k + 1 + (k % 3)) % QUBITS] },
  ]).flat(),
}
const call = (paulis: readonly PauliMask[], threads = 2) => ({
  ...encodeCircuit(prepareCircuit(circuit, { shots: 1, seed: 1n, max_qubits: 30 })),
  x: Int32Array.from(paulis, ({ x }) => x),
  z: Int32Array.from(paulis, ({ z }) => z),
  shots: 1,
  seed: 1n,
  kept_bytes: 0,
  precision: 64 as const,
  threads,
})

it.skipIf(!addon?.pauliValues)(
  'are those of the state that the slow reference leaves, shared X masks and all',
  async () => {
    const paulis = Array.from({ length: 200 }, (_, k): PauliMask => {
      return { x: k % 2 ? random(4) : random(2 ** QUBITS), z: random(2 ** QUBITS) }
    })
    const slow = stateValues(slowState(circuit), [{ x: 0, z: 0 }, ...paulis])
    const fast = await addon!.pauliValues!(call([{ x: 0, z: 0 }, ...paulis])).promise
    expect(fast[0]).toBeCloseTo(1, 12)
    for (const [at, value] of slow.entries()) expect(Math.abs(fast[at]! - value)).toBeLessThan(1e-10)
    expect(await addon!.pauliValues!(call([{ x: 0, z: 0 }, ...paulis], 1)).promise).toEqual(fast)
  },
)

it.skipIf(!addon?.pauliValues)('refuse masks that do not fit', () => {
  const { x, ...rest } = call([{ x: 1, z: 0 }])
  expect(() => addon!.pauliValues!({ ...rest, x: Int32Array.of(1, 2) })).toThrow(RangeError)
  expect(() => addon!.pauliValues!({ ...rest, x: Int32Array.of(2 ** QUBITS) })).toThrow(RangeError)
  expect(() => addon!.pauliValues!({ ...rest, x: Int32Array.of(-1) })).toThrow(RangeError)
})
