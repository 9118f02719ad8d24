import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilson } from '../../../../main/qec/statistics/intervals'
import {
  BARS,
  bitsFault,
  countRows,
  countsCsvText,
  histogram,
  intervalPercent,
  sharePercent,
} from '../../../../renderer/src/draw/jobs/counts'

const counts = fc.dictionary(fc.stringMatching(/^[01]{1,8}$/), fc.integer({ min: 0, max: 1_000_000 }), { maxKeys: 100 })
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

describe('the rows of a result', () => {
  it('stand most frequent first, equal counts by bitstring', () => {
    const rows = countRows({ '10': 5, '00': 40, '11': 50, '01': 5 }, 100)
    expect(rows.map(row => row.bitstring)).toEqual(['11', '00', '01', '10'])
    expect(rows.map(sharePercent)).toEqual(['50.00 %', '40.00 %', '5.00 %', '5.00 %'])
  })

  it('hold every bitstring once, in falling order', () => {
    fc.assert(
      fc.property(counts, given => {
        const rows = countRows(given, total(Object.values(given)))
        expect(Object.fromEntries(rows.map(row => [row.bitstring, row.count]))).toEqual({ ...given })
        for (const [at, row] of rows.entries()) expect(row.count).toBeLessThanOrEqual(rows[at - 1]?.count ?? row.count)
      }),
    )
  })

  it('show a single shot in a million, and equal counts as equal', () => {
    const [, rare] = countRows({ '0': 999_999, '1': 1 }, 1_000_000)
    expect(sharePercent(rare!)).toBe('0.0001 %')
  })

  it('divide by nothing when there were no shots', () => {
    expect(countRows({ '0': 0 }, 0)[0]!.share).toBe(0)
  })
})

describe('the interval of a share', () => {
  it('is the one the service states for the same shots', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (shots, part) => {
        const seen = Math.round(part * shots)
        const { low, high } = countRows({ '0': seen }, shots)[0]!
        const judge = wilson(seen, shots)
        expect(low).toBeCloseTo(judge.low!, 12)
        expect(high).toBeCloseTo(judge.high!, 12)
      }),
    )
  })

  it('is written in percent, and says nothing is known where there were no shots', () => {
    expect(intervalPercent(countRows({ '0': 50 }, 100)[0]!)).toBe('[40.38, 59.62] %')
    expect(intervalPercent(countRows({ '0': 0 }, 0)[0]!)).toBe('[0.00, 100.00] %')
  })
})

describe('the histogram', () => {
  it('loses no shot, whatever it leaves out', () => {
    fc.assert(
      fc.property(counts, given => {
        const shots = total(Object.values(given))
        const { chart, table } = histogram(countRows(given, shots), shots)
        const drawn = total((chart.traces[0] as unknown as { y: number[] }).y)
        const left = total(table.rows.slice(BARS).map(row => Number(row[1])))
        expect(drawn + (shots === 0 ? 0 : (left / shots) * 100)).toBeCloseTo(shots === 0 ? 0 : 100, 8)
        expect(total(table.rows.map(row => Number(row[1])))).toBe(shots)
        expect(table.rows.length).toBeLessThanOrEqual(BARS + 1)
      }),
    )
  })

  it('draws the most frequent in bitstring order and names the rest with its share', () => {
    const given = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at.toString(2).padStart(6, '0'), 100 - at]))
    const { chart, table } = histogram(countRows(given, 4_000), 4_000)
    const names = table.rows.map(row => row[0])
    expect(JSON.stringify(chart.layout)).toContain('not drawn: other (8), 12.90 %')
    expect(names.at(-1)).toBe('other (8)')
    expect(names.slice(0, -1)).toEqual(Object.keys(given).sort().slice(0, BARS))
  })
})

describe('counts of chosen bits', () => {
  it('go into CSV with a header that names the bits in the order of the characters', () => {
    const rows = countRows({ '01': 75, '10': 25 }, 100)
    const [head, first] = countsCsvText(rows, { bit_order: '', clbits: [0, 3] }).split('\n')
    expect(head).toContain('from left to right classical bit 3, 0')
    expect(first).toMatch(/^01,75,0\.75,0\.65\d+,0\.82\d+/)
  })

  it.each([
    ['0,3', undefined],
    ['0,4', 'classical bit 4 is not one of the 4'],
    ['1,1', 'a bit is listed twice'],
    ['1,', 'numbers of classical bits'],
    ['-1', 'numbers of classical bits'],
  ])('are asked for by %s: %s', (text, fault) => {
    if (fault === undefined) expect(bitsFault(text, 4)).toBeUndefined()
    else expect(bitsFault(text, 4)).toContain(fault)
  })
})
