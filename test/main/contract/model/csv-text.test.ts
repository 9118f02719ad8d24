import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvText } from '../../../../main/contract/model/csv-text'

describe('a CSV file', () => {
  it('quotes what CSV needs quoted, so that any text survives', () => {
    fc.assert(
      fc.property(
        fc.string().filter(text => !/^[=+\-@\t\r]/.test(text)),
        text => {
          const cell = csvCell(text)
          const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
          expect(read).toBe(text)
          if (!cell.startsWith('"')) expect(cell).not.toMatch(/[",\r\n]/)
        },
      ),
    )
  })

  it('defuses text that a spreadsheet would run as a formula', () => {
    expect(csvCell('=1+1')).toBe("'=1+1")
    expect(csvCell(-0.5)).toBe('-0.5')
  })

  it('ends every line alike and leaves a missing value empty', () =>
    expect(
      csvText([
        ['a', null],
        [1, 'b'],
      ]),
    ).toBe('a,\r\n1,b\r\n'))
})
