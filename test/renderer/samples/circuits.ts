/** Circuits that the tests draw, write and submit. */
import type { Circuit, Instruction } from '../../../main/contract/jobs/circuit'

const wires = (qubits: number) => Array.from({ length: qubits }, (_, qubit) => qubit)
const measureAll = (qubits: number): Instruction[] =>
  wires(qubits).map(qubit => ({ name: 'measure', qubits: [qubit], clbits: [qubit] }))

/** GHZ state of `qubits` qubits, each measured; Bell for two. */
export const ghzCircuit = (qubits: number): Circuit => ({
  num_qubits: qubits,
  instructions: [
    { name: 'h', qubits: [0] },
    ...wires(qubits - 1).map(qubit => ({ name: 'cx', qubits: [qubit, qubit + 1] })),
    ...measureAll(qubits),
  ],
})

/** The angle of the message: anything but a multiple of π/2 would do. */
const MESSAGE = Math.PI / 3

/**
 * Teleports ry(π/3)|0⟩ from qubit 0 to qubit 2 by two measurements and two conditional gates, then undoes the rotation
 * there: without noise, classical bit 2 always reads 0 while bits 0 and 1 are fair coins.
 */
export const teleportation = (): Circuit => ({
  num_qubits: 3,
  instructions: [
    { name: 'ry', qubits: [0], params: [MESSAGE] },
    { name: 'h', qubits: [1] },
    { name: 'cx', qubits: [1, 2] },
    { name: 'cx', qubits: [0, 1] },
    { name: 'h', qubits: [0] },
    { name: 'measure', qubits: [0], clbits: [0] },
    { name: 'measure', qubits: [1], clbits: [1] },
    { name: 'x', qubits: [2], condition: { clbit: 1, value: 1 } },
    { name: 'z', qubits: [2], condition: { clbit: 0, value: 1 } },
    { name: 'ry', qubits: [2], params: [-MESSAGE] },
    { name: 'measure', qubits: [2], clbits: [2] },
  ],
})
