import { describe } from 'vitest'
import { createReferenceSimulator } from '../../../main/simulation/engines'
import type { Simulator } from '../../../main/simulation/model/simulator'
import { findAddon, nativeWith } from '../../main/simulation/engine-fixtures'
import { layered } from '../../main/simulation/random-programs'
import { compare } from '../compare'

const addon = findAddon()
const QUBITS = 16
const SHOTS = 1024
const circuit = layered(QUBITS, 20)

const runs = (name: string, engine: Simulator) => ({
  name,
  amount: 1,
  run: () => engine.countOutcomes(circuit, { shots: SHOTS, seed: 1n }),
})

describe(`state vector, ${QUBITS} qubits, ${circuit.instructions.length} instructions, ${SHOTS} shots`, () => {
  const reference = runs('reference', createReferenceSimulator())
  compare('circuits', addon ? [runs('native', nativeWith(addon)), reference] : [reference])
})
