import { describe, expect, it } from 'vitest'
import { columnWidths } from '../../../../renderer/src/draw/pdf/table-widths'
import { wordWidth, wrapped } from '../../../../renderer/src/draw/pdf/words'

const SIZE = 8
const interval = '9.25 [9.08, 9.41] %'
const lines = (text: string, width: number) =>
  wrapped(text, { width, size: SIZE, face: 'regular' }).map(line => line.replaceAll('\u00a0', ' '))
const widthOf = (text: string) => wordWidth(text, SIZE, 'regular') + 0.1

describe('the lines of a cell', () => {
  it('keep an interval together, part before it where it must, and never part a number that fits', () => {
    expect(lines(interval, widthOf(interval))).toEqual([interval])
    expect(lines(interval, widthOf('[9.08, 9.41] %'))).toEqual(['9.25', '[9.08, 9.41] %'])
    expect(lines(interval, widthOf('9.41] %'))).toEqual(['9.25', '[9.08,', '9.41] %'])
    expect(lines('0123456789', widthOf('01234'))).toEqual(['01234', '56789'])
  })
})

describe('the columns of a table', () => {
  it('give the figures of a hundred qubits a line each, beside a long note of one of them', () => {
    const columns = ['Qubit', 'Role', 'Note', 'Error per round', ...[0, 1, 2, 4].map(rounds => `After R = ${rounds}`)]
    const figures = [
      '3.413 [3.362, 3.464] %',
      '1.120 [1.062, 1.181] %',
      '4.45 [4.34, 4.57] %',
      '7.60 [7.45, 7.75] %',
      '13.10 [12.91, 13.29] %',
    ]
    const note = 'out of service: single-qubit fidelity 0: an error of exactly 1 marks it out of service'
    const row = (at: number) => [at, 'unused', at === 85 ? note : '', ...figures]
    const width = 515
    const widths = columnWidths({ columns, rows: Array.from({ length: 100 }, (_, at) => row(at)) }, width)
    expect(widths.reduce((sum, each) => sum + each)).toBeCloseTo(width, 6)
    for (const [at, figure] of figures.entries()) expect(lines(figure, widths[at + 3]! - 6)).toEqual([figure])
  })
})
