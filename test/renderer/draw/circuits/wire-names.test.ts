import { expect, it } from 'vitest'
import { conditionText, instructionText } from '../../../../renderer/src/draw/circuits/grid'
import { namesOf, PLAIN_NAMES } from '../../../../renderer/src/draw/circuits/wire-names'

const names = namesOf({
  registers: [
    { name: 'data', kind: 'qubit', size: 2 },
    { name: 'm', kind: 'bit', size: 3 },
    { name: 'flag', kind: 'qubit', size: 1 },
  ],
})

it('wires are called by their registers, and plainly behind them', () => {
  expect([0, 1, 2, 3].map(names.qubit)).toEqual(['data[0]', 'data[1]', 'flag[0]', 'q3'])
  expect([0, 2, 3].map(names.bit)).toEqual(['m[0]', 'm[2]', 'c3'])
  expect(namesOf({}).qubit(4)).toBe('q4')
})

it('instructions and conditions use the names', () => {
  expect(instructionText({ name: 'measure', qubits: [2], clbits: [1] }, names)).toBe('measure flag[0] → m[1]')
  expect(conditionText({ clbits: [0, 1, 2], value: 5 }, names)).toBe('m[0]…m[2]=5')
  expect(conditionText({ clbit: 1, value: 0 }, PLAIN_NAMES)).toBe('c1=0')
})
