import { describe, expect, it } from 'vitest'
import { chooseEngine } from '../../../main/simulation/choice'
import { gate, ghz, range } from './stabilizer_circuits'

const limits = { statevector_qubits: 4, stabilizer_qubits: 100 }

describe('the choice of an engine', () => {
  it('takes the stabilizer engine for Clifford circuits of any size', () => {
    for (const qubits of [2, 100])
      expect(chooseEngine(ghz(qubits), limits)).toMatchObject({ engine: 'stabilizer', qubits })
  })

  it('takes the state vector for others, and names the instruction', () => {
    const circuit = { num_qubits: 50, instructions: [gate('h', 7), gate('t', 7), gate('barrier', ...range(50))] }
    const why = 'instruction 1 (t) is not Clifford'
    expect(chooseEngine(circuit, limits)).toEqual({ engine: 'statevector', qubits: 1, why })
  })

  it('takes neither where no engine has room, and says what would be needed', () => {
    expect(chooseEngine(ghz(101), limits)).toMatchObject({ engine: 'none', why: expect.stringContaining('101') })
    const mixed = { num_qubits: 5, instructions: [...range(5).map(q => gate('h', q)), gate('t', 4)] }
    expect(chooseEngine(mixed, limits)).toMatchObject({ engine: 'none', why: expect.stringContaining('exceed the 4') })
  })
})
