import { describe } from 'vitest'
import type { Circuit, Instruction } from '../../../main/contract/jobs/circuit'
import { circuitState } from '../../../main/simulation/live/circuit-state'
import { prepareCircuit } from '../../../main/simulation/statevector/prepare'
import { finalStateReference } from '../../../main/simulation/statevector/reference'
import { compare } from '../compare'

const QUBITS = 12
const GATES = 200

/** Rotations and CZs in layers, so that every amplitude is in use soon. */
const instructions = Array.from({ length: GATES }, (_, i): Instruction => {
  const qubit = i % QUBITS
  return i % 3 === 2
    ? { name: 'cz', qubits: [qubit, (qubit + 1 + (i % 5)) % QUBITS] }
    : { name: 'u', qubits: [qubit], params: [i / 7, i / 5, i / 3] }
})
const measured = Array.from({ length: QUBITS }, (_, i) => ({ name: 'measure', qubits: [i], clbits: [i] }))
const circuitOf = (more: Instruction[]): Circuit => ({
  num_qubits: QUBITS,
  instructions: [...instructions, ...more],
})
const ladder = Array.from({ length: 6 }, (_, i) => measured[i]!)
const state = (name: string, circuit: Circuit) => ({
  name,
  amount: 1,
  run: async () => JSON.stringify(circuitState({ circuit }, () => undefined)),
})

describe(`live state of ${GATES} gates on ${QUBITS} qubits`, () => {
  compare('states', [
    state('gates', circuitOf([])),
    state('then half of the qubits measured', circuitOf(ladder)),
    state('then all measured', circuitOf(measured)),
    state('half measured in the middle', circuitOf([...ladder, ...instructions.slice(0, 30)])),
    {
      name: 'plain state vector, gates alone',
      amount: 1,
      run: () => finalStateReference(prepareCircuit(circuitOf([]), { shots: 1, seed: 1n, max_qubits: QUBITS })),
    },
  ])
})
