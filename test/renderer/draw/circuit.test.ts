import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Circuit } from '../../../main/contract/jobs'
import { depthOf, ghzCircuit, instructionText, placed } from '../../../renderer/src/draw/circuit'

describe('placing a circuit', () => {
  it('puts gates on different wires side by side and gates on one wire one after another', () => {
    const gates = placed({
      num_qubits: 3,
      instructions: [
        { name: 'h', qubits: [0] },
        { name: 'h', qubits: [2] },
        { name: 'cx', qubits: [0, 1] },
        { name: 'x', qubits: [2] },
      ],
    })
    expect(gates.map(gate => gate.moment)).toEqual([0, 0, 1, 1])
    expect(depthOf(gates)).toBe(2)
  })

  it('keeps a wire free where a long gate crosses it', () => {
    const gates = placed({
      num_qubits: 3,
      instructions: [
        { name: 'cx', qubits: [2, 0] },
        { name: 'h', qubits: [1] },
      ],
    })
    expect(gates.map(gate => [gate.moment, gate.top, gate.bottom])).toEqual([
      [0, 0, 2],
      [1, 1, 1],
    ])
  })

  it('lets a barrier without wires stop all of them', () => {
    const instructions = [
      { name: 'barrier', qubits: [] },
      { name: 'h', qubits: [1] },
    ]
    expect(placed({ num_qubits: 2, instructions }).map(gate => gate.moment)).toEqual([0, 1])
  })

  it('never lets two gates overlap', () => {
    const gate = fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(gate, { maxLength: 60 }), gates => {
        const taken = new Set<string>()
        for (const { moment, top, bottom } of placed({
          num_qubits: 8,
          instructions: gates.map(qubits => ({ name: 'u', qubits })),
        }))
          for (let wire = top; wire <= bottom; wire++) {
            expect(taken.has(`${moment} ${wire}`)).toBe(false)
            taken.add(`${moment} ${wire}`)
          }
      }),
    )
  })

  it('stops at the limit', () => {
    expect(placed(ghzCircuit(5), 3)).toHaveLength(3)
  })
})

it.each([2, 3, 5])('the GHZ circuit of %i qubits is what the service accepts', qubits => {
  const circuit = Circuit.parse(ghzCircuit(qubits))
  expect(circuit.instructions.map(({ name }) => name)).toEqual([
    'h',
    ...new Array(qubits - 1).fill('cx'),
    ...new Array(qubits).fill('measure'),
  ])
  expect(circuit.instructions.at(-1)).toEqual({ name: 'measure', qubits: [qubits - 1], clbits: [qubits - 1] })
})

it('an instruction reads as a line', () => {
  expect(instructionText({ name: 'cx', qubits: [0, 1] })).toBe('cx 0, 1')
  expect(instructionText({ name: 'measure', qubits: [3], clbits: [0] })).toBe('measure 3 → c0')
})
