import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clbitsOf } from '../../../../main/circuits/model/classical-bits'
import { validateCircuit } from '../../../../main/circuits/model/validate'
import { Circuit } from '../../../../main/contract/jobs/circuit'
import { MAX_FAULTS } from '../../../../main/contract/model/errors'

const circuit = (num_qubits: number, ...instructions: Circuit['instructions']): Circuit => ({
  num_qubits,
  instructions,
})
const measure = (qubit: number, clbit: number) => ({ name: 'measure', qubits: [qubit], clbits: [clbit] })

describe('a circuit', () => {
  it('without faults lists none', () => {
    expect(
      validateCircuit(circuit(2, { name: 'h', qubits: [0] }, { name: 'cx', qubits: [0, 1] }, measure(1, 0))),
    ).toEqual([])
  })

  it.each([
    ['an unknown operation', { name: 'foo', qubits: [0] }, '/circuit/instructions/0/name', /unknown operation "foo"/],
    [
      'a name of the prototype',
      { name: 'constructor', qubits: [0] },
      '/circuit/instructions/0/name',
      /unknown operation/,
    ],
    ['a qubit out of range', { name: 'h', qubits: [2] }, '/circuit/instructions/0/qubits/0', /out of range 0\.\.1/],
    ['the same qubit twice', { name: 'cx', qubits: [1, 1] }, '/circuit/instructions/0/qubits/1', /twice/],
    ['too few qubits', { name: 'cx', qubits: [1] }, '/circuit/instructions/0/qubits', /takes 2 qubits, 1 given/],
    ['too many qubits', { name: 'h', qubits: [0, 1] }, '/circuit/instructions/0/qubits', /takes 1 qubit, 2 given/],
    [
      'a measure without a clbit',
      { name: 'measure', qubits: [0] },
      '/circuit/instructions/0/clbits',
      /takes 1 clbit, 0 given/,
    ],
    [
      'clbits on a gate',
      { name: 'h', qubits: [0], clbits: [0] },
      '/circuit/instructions/0/clbits',
      /takes 0 clbits, 1 given/,
    ],
    [
      'a clbit out of range',
      { name: 'measure', qubits: [0], clbits: [10_000] },
      '/circuit/instructions/0/clbits/0',
      /out of range/,
    ],
    ['a parameter too few', { name: 'rx', qubits: [0] }, '/circuit/instructions/0/params', /takes 1 param, 0 given/],
    [
      'a parameter on h',
      { name: 'h', qubits: [0], params: [1] },
      '/circuit/instructions/0/params',
      /0 params, 1 given/,
    ],
    [
      'an angle that is no number',
      { name: 'u', qubits: [0], params: [1, Number.NaN, 2] },
      '/circuit/instructions/0/params/1',
      /NaN is no finite angle/,
    ],
    [
      'an endless angle',
      { name: 'p', qubits: [0], params: [Number.NEGATIVE_INFINITY] },
      '/circuit/instructions/0/params/0',
      /no finite angle/,
    ],
    [
      'a condition out of range',
      { name: 'x', qubits: [0], condition: { clbit: 10_000, value: 1 as const } },
      '/circuit/instructions/0/condition/clbit',
      /out of range/,
    ],
    [
      'a condition on one bit twice',
      { name: 'x', qubits: [0], condition: { clbits: [1, 1], value: 1 } },
      '/circuit/instructions/0/condition/clbits/1',
      /clbit 1 is listed twice/,
    ],
    [
      'a condition that never holds',
      { name: 'x', qubits: [0], condition: { clbits: [1, 2], value: 4 } },
      '/circuit/instructions/0/condition/value',
      /does not fit in 2 bits/,
    ],
    ['a barrier of nothing', { name: 'barrier', qubits: [] }, '/circuit/instructions/0/qubits', /at least 1 qubit/],
  ])('with %s is refused at its pointer', (_, instruction, pointer, message) => {
    const faults = validateCircuit(circuit(2, instruction, measure(0, 0)))
    expect(faults).toEqual([{ pointer, message: expect.stringMatching(message) }])
  })

  it('reports every fault together', () => {
    const faults = validateCircuit(
      circuit(1, { name: 'foo', qubits: [0] }, { name: 'cx', qubits: [0, 0] }, { name: 'h', qubits: [7] }),
    )
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      '/circuit/instructions/0/name',
      '/circuit/instructions/1/qubits/1',
      '/circuit/instructions/2/qubits/0',
    ])
  })

  it('may barrier many qubits, reset, and condition anything on bits', () => {
    const wide = Array.from({ length: 200 }, (_, i) => i)
    const faults = validateCircuit(
      circuit(
        200,
        { name: 'barrier', qubits: wide },
        { name: 'reset', qubits: [3], condition: { clbit: 0, value: 0 } },
        { ...measure(0, 1), condition: { clbits: [0, 1, 2], value: 7 } },
      ),
    )
    expect(faults).toEqual([])
  })

  it('writes no bit beyond those it declares', () => {
    const faults = validateCircuit({ ...circuit(1, measure(0, 2)), num_clbits: 2 })
    expect(faults).toEqual([{ pointer: '/circuit/instructions/0/clbits/0', message: expect.stringMatching(/0\.\.1/) }])
  })

  it('has registers whose names serve in OpenQASM and whose sizes add up', () => {
    const registers = [
      { name: 'h', kind: 'qubit' as const, size: 1 },
      { name: 'a', kind: 'qubit' as const, size: 2 },
      { name: 'a', kind: 'bit' as const, size: 1 },
    ]
    const faults = validateCircuit({ ...circuit(2, measure(0, 0)), num_clbits: 1, registers })
    expect(faults).toMatchObject([
      { pointer: '/circuit/registers/0/name' },
      { pointer: '/circuit/registers/2/name', message: /twice/ },
      { pointer: '/circuit/registers', message: /add up to 3, but num_qubits is 2/ },
    ])
  })

  it('that measures nothing is refused', () => {
    expect(validateCircuit(circuit(1, { name: 'h', qubits: [0] }))).toMatchObject([
      { message: /nothing is measured.*"measure"/ },
    ])
  })

  it('full of faults lists the first hundred', () => {
    const faults = validateCircuit(circuit(1, ...Array.from({ length: 5_000 }, () => ({ name: 'x?', qubits: [0] }))))
    expect(faults).toHaveLength(MAX_FAULTS)
  })

  it('of any content is judged without throwing, and its pointers exist', () => {
    const instruction = fc.record({
      name: fc.oneof(
        fc.constantFrom('h', 'cx', 'measure', '__proto__', 'toString'),
        fc.string({ minLength: 1, maxLength: 8 }),
      ),
      qubits: fc.array(fc.nat(5), { maxLength: 4 }),
      clbits: fc.option(fc.array(fc.nat(12_000), { maxLength: 3 }), { nil: undefined }),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(instruction, { maxLength: 12 }),
        (num_qubits, instructions) => {
          const candidate = Circuit.parse(JSON.parse(JSON.stringify({ num_qubits, instructions })))
          for (const { pointer } of validateCircuit(candidate)) {
            const index = Number(pointer.split('/')[3] ?? 0)
            expect(index).toBeLessThanOrEqual(candidate.instructions.length)
          }
        },
      ),
    )
  })
})

describe('the classical register', () => {
  it('reaches to the highest bit written', () => expect(clbitsOf(circuit(2, measure(0, 4), measure(1, 2)))).toBe(5))
  it('reaches to the highest bit a condition reads', () =>
    expect(clbitsOf(circuit(1, { name: 'x', qubits: [0], condition: { clbits: [0, 6], value: 0 } }))).toBe(7))
  it('is as wide as declared', () => expect(clbitsOf({ ...circuit(2, measure(0, 1)), num_clbits: 9 })).toBe(9))
  it('is empty when nothing is measured', () => expect(clbitsOf(circuit(1, { name: 'h', qubits: [0] }))).toBe(0))
})
