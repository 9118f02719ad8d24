import { describe, expect, it } from 'vitest'
import { parseQasm } from '../parse-qasm'

const [V3, V2] = ['OPENQASM 3.0; include "stdgates.inc";', 'OPENQASM 2.0; include "qelib1.inc";']

describe('the body of a gate', () => {
  it.each([
    ['a qubit', `${V3} qubit q; qubit p; gate g a { x q; } g p;`],
    ['a register of one qubit', `${V2} qreg q[1]; qreg p[1]; gate g a { x q; } g p[0];`],
    ['a qubit under a barrier', `${V3} qubit q; qubit p; gate g a { barrier q; } g p;`],
  ])('is refused where it acts on %s of the program', (_, text) => {
    expect(() => parseQasm(text)).toThrow('in the body of a gate only its own qubits can stand here')
  })

  it('may call its own qubit as a qubit of the program is called', () => {
    const { circuit } = parseQasm(`${V3} qubit q; qubit p; gate g q { x q; } g p;`)
    expect(circuit.instructions).toEqual([{ name: 'x', qubits: [1] }])
  })
})
