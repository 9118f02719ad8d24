import { describe, expect, it } from 'vitest'
import type { Circuit } from '../../../main/contract/jobs/circuit'
import { engineFor as choose, type EngineLimits, factsOf } from '../../../main/simulation/circuit-facts'
import { gate, ghz, measure, range } from './stabilizer/circuits'

const engineFor = (circuit: Circuit, limits: EngineLimits) => choose(factsOf(circuit), limits)
const limits = { statevector_qubits: 4, stabilizer_qubits: 100 }

describe('the choice of an engine', () => {
  it('takes the stabilizer engine for Clifford circuits of any size', () => {
    for (const qubits of [2, 100])
      expect(engineFor(ghz(qubits), limits)).toMatchObject({ engine: 'stabilizer', qubits })
  })

  it('takes the stabilizer engine whatever the gates hang on', () => {
    const condition = { clbits: [0, 1], value: 3 }
    const instructions = [gate('h', 0), measure(0), measure(1), { ...gate('h', 1), condition }, measure(1)]
    expect(engineFor({ num_qubits: 2, instructions }, limits).engine).toBe('stabilizer')
  })

  it('takes an angle for a quarter turn only within a millionth of a millionth', () => {
    const turn = (params: number[], name = 'rz') => ({
      num_qubits: 2,
      instructions: [{ name, qubits: [0, 1].slice(0, name === 'cp' ? 2 : 1), params }],
    })
    const quarter = Math.PI / 2
    for (const off of [0, 5e-13, -5e-13]) expect(engineFor(turn([quarter + off]), limits).engine).toBe('stabilizer')
    for (const off of [2e-12, -2e-12, 1e-9]) {
      expect(engineFor(turn([quarter + off]), limits).engine).toBe('statevector')
      expect(engineFor(turn([Math.PI + off], 'cp'), limits).engine).toBe('statevector')
      expect(engineFor(turn([quarter, off, Math.PI], 'u'), limits).engine).toBe('statevector')
    }
  })

  it('takes the state vector for others, and names the instruction', () => {
    const circuit = { num_qubits: 50, instructions: [gate('h', 7), gate('t', 7), gate('barrier', ...range(50))] }
    const why = 'instruction 1 (t) is not Clifford'
    expect(engineFor(circuit, limits)).toEqual({ engine: 'statevector', qubits: 1, why })
  })

  it('takes neither where no engine has room, and says what would be needed', () => {
    expect(engineFor(ghz(101), limits)).toMatchObject({ engine: 'none', why: expect.stringContaining('101') })
    const mixed = { num_qubits: 5, instructions: [...range(5).map(q => gate('h', q)), gate('t', 4)] }
    expect(engineFor(mixed, limits)).toMatchObject({ engine: 'none', why: expect.stringContaining('exceed the 4') })
  })
})
