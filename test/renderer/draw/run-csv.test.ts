import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, runCsv } from '../../../renderer/src/draw/run-csv'
import { RUN_ID, sampleRecord } from '../samples'

describe('the CSV of a run', () => {
  const lines = runCsv(sampleRecord()).trimEnd().split('\r\n')

  it('has as many cells in each line as in its header, and names the run in each', () => {
    const width = lines[0]!.split(',').length
    for (const line of lines.slice(1)) {
      expect(line.split(',')).toHaveLength(width)
      expect(line.startsWith(RUN_ID)).toBe(true)
    }
  })

  it('holds points, errors per round, gains and acceptance', () => {
    const quantities = new Set(lines.slice(1).map(line => line.split(',')[3]))
    expect(quantities).toEqual(new Set(['error', 'error_per_round', 'logical_gain', 'acceptance']))
    expect(lines.filter(line => line.includes(',pooled,'))).toHaveLength(4)
  })

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
})
