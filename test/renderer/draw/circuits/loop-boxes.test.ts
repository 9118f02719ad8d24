import { expect, it } from 'vitest'
import { type DrawnInstruction, placed } from '../../../../renderer/src/draw/circuits/grid'
import { loopBoxes, loopLines } from '../../../../renderer/src/draw/circuits/loop-boxes'
import { PLAIN_NAMES } from '../../../../renderer/src/draw/circuits/wire-names'

const begin = (name: string, clbit: number, max_iterations?: number): DrawnInstruction => ({
  name,
  qubits: [],
  condition: { clbit, value: 0 },
  ...(max_iterations !== undefined && { max_iterations }),
})
const end = { name: 'end', qubits: [] }
const h = (qubit: number) => ({ name: 'h', qubits: [qubit] })
const boxesOf = (instructions: DrawnInstruction[], limit?: number) =>
  loopBoxes(placed({ num_qubits: 2, instructions }, limit)).map(({ index, first, last, depth }) => [
    index,
    first,
    last,
    depth,
  ])

it('stand around what is between their marks, within each other and side by side', () => {
  expect(boxesOf([h(0), begin('while', 0), h(1), begin('until', 1), h(0), end, end, begin('while', 0), end])).toEqual([
    [1, 1, 6, 0],
    [3, 3, 5, 1],
    [7, 7, 8, 0],
  ])
  expect(boxesOf([h(0), h(1)])).toEqual([])
})

it('end with the drawing where that is cut off', () => {
  expect(boxesOf([begin('while', 0), h(0), h(0), end], 2)).toEqual([[0, 0, 1, 0]])
})

it('say what they go on by, and how often', () => {
  expect(loopLines(begin('while', 0, 50), PLAIN_NAMES)).toEqual(['while', 'c0=0', '≤ 50'])
  expect(loopLines(begin('until', 3), PLAIN_NAMES)).toEqual(['until', 'c3=0'])
})
