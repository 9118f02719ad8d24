import { describe, expect, it } from 'vitest'
import { idleWires, wireRows } from '../../../../renderer/src/draw/circuits/idle-wires'
import { ghzCircuit } from '../../samples/circuits'

describe('idle wires', () => {
  it('are those that no operation names, a barrier being none', () => {
    const instructions = [
      { name: 'barrier', qubits: [] },
      { name: 'cz', qubits: [61, 4] },
      { name: 'barrier', qubits: [4, 5, 61] },
      { name: 'measure', qubits: [61], clbits: [0] },
    ]
    const idle = idleWires({ num_qubits: 108, instructions })
    expect(idle).toHaveLength(106)
    expect(idle).not.toContain(4)
    expect(idle).toContain(5)
    expect(idle).not.toContain(61)
  })

  it('do not include a qubit that is only reset, idled on purpose or measured', () => {
    const instructions = [
      { name: 'reset', qubits: [0] },
      { name: 'id', qubits: [1] },
      { name: 'measure', qubits: [2], clbits: [0] },
    ]
    expect(idleWires({ num_qubits: 4, instructions })).toEqual([3])
  })

  it('are none where every qubit is used, and none where nothing is done at all', () => {
    expect(idleWires(ghzCircuit(5))).toEqual([])
    expect(idleWires({ num_qubits: 108, instructions: [] })).toEqual([])
    expect(idleWires({ num_qubits: 108, instructions: [{ name: 'barrier', qubits: [1, 2] }] })).toEqual([])
  })

  it('are found in a circuit of a million operations, more than a call takes as arguments', () => {
    const instructions = Array.from({ length: 1_000_000 }, (_, at) => ({ name: 'x', qubits: [at % 7] }))
    expect(idleWires({ num_qubits: 9, instructions })).toEqual([7, 8])
  })
})

describe('rows of a drawing', () => {
  it('follow each other in the order of the qubits, whatever is hidden between', () => {
    const rows = wireRows(8, [0, 2, 3, 7])
    expect(rows.shown).toEqual([1, 4, 5, 6])
    expect(rows.shown.map(rows.rowOf)).toEqual([0, 1, 2, 3])
    expect([0, 1, 2, 6, 7].map(rows.isShown)).toEqual([false, true, false, true, false])
    expect(rows.hidden).toBe(4)
  })

  it('are the qubits themselves where nothing is hidden', () => {
    const rows = wireRows(3, [])
    expect(rows.shown.map(rows.rowOf)).toEqual([0, 1, 2])
    expect(rows.hidden).toBe(0)
  })
})
