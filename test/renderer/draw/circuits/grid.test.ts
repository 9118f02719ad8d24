import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depthOf, instructionText, momentsOf, placed, summaryText } from '../../../../renderer/src/draw/circuits/grid'
import { ghzCircuit, teleportation } from '../../samples/circuits'

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

it('a condition stands after the measurement that writes its bit, also on a wire that is free', () => {
  const gates = placed({
    num_qubits: 3,
    instructions: [
      { name: 'h', qubits: [0] },
      { name: 'measure', qubits: [0], clbits: [4] },
      { name: 'x', qubits: [2], condition: { clbit: 4, value: 1 } },
      { name: 'z', qubits: [1], condition: { clbit: 5, value: 1 } },
    ],
  })
  expect(gates.map(({ moment }) => moment)).toEqual([0, 1, 2, 0])
})

it('a bit that is measured again waits for the gates that read it', () => {
  const gates = placed({
    num_qubits: 2,
    instructions: [
      { name: 'x', qubits: [0], condition: { clbit: 0, value: 1 } },
      { name: 'measure', qubits: [1], clbits: [0] },
    ],
  })
  expect(gates.map(({ moment }) => moment)).toEqual([0, 1])
})

it('moments hold every gate once, in the column it was placed in', () => {
  const gates = placed(teleportation())
  const moments = momentsOf(gates)
  expect(moments).toHaveLength(depthOf(gates))
  expect(moments.flat().toSorted((a, b) => a.index - b.index)).toEqual(gates)
  moments.forEach((column, moment) => {
    for (const gate of column) expect(gate.moment).toBe(moment)
  })
})

it('places a hundred thousand gates within a moment', () => {
  const instructions = Array.from({ length: 100_000 }, (_, at) => ({ name: 'cx', qubits: [at % 99, (at % 99) + 1] }))
  expect(placed({ num_qubits: 100, instructions })).toHaveLength(100_000)
})

it('an instruction reads as a line', () => {
  expect(instructionText({ name: 'cx', qubits: [0, 1] })).toBe('cx 0, 1')
  expect(instructionText({ name: 'measure', qubits: [3], clbits: [0] })).toBe('measure 3 → c0')
  expect(instructionText({ name: 'cp', qubits: [1, 0], params: [Math.PI / 4] })).toBe('cp(π/4) 1, 0')
  expect(instructionText({ name: 'x', qubits: [2], condition: { clbit: 1, value: 0 } })).toBe('x 2 if c1 = 0')
  expect(instructionText({ name: 'barrier', qubits: [] })).toBe('barrier')
})

it('a circuit is summed up by what it holds', () => {
  expect(summaryText(ghzCircuit(3))).toBe('3 qubits, 6 instructions: 1 h, 2 cx, 3 measure')
  expect(summaryText({ num_qubits: 2, instructions: [] })).toBe('2 qubits, 0 instructions')
})
