import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BARS, countRows, histogram, sharePercent } from '../../../renderer/src/draw/counts'

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

  it('never show as 0.00 % what was seen', () => {
    const [, rare] = countRows({ '0': 999_999, '1': 1 }, 1_000_000)
    expect(sharePercent(rare!)).toBe('< 0.01 %')
  })

  it('divide by nothing when there were no shots', () => {
    expect(countRows({ '0': 0 }, 0)[0]!.share).toBe(0)
  })
})

describe('the histogram', () => {
  it('loses no shot, whatever it leaves out', () => {
    fc.assert(
      fc.property(counts, given => {
        const shots = total(Object.values(given))
        const { chart, twin } = histogram(countRows(given, shots))
        expect(total((chart.traces[0] as unknown as { y: number[] }).y)).toBe(shots)
        expect(total(twin.rows.map(row => Number(row[1])))).toBe(shots)
        expect(twin.rows.length).toBeLessThanOrEqual(BARS + 1)
      }),
    )
  })

  it('draws the most frequent in bitstring order and the rest as other', () => {
    const given = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at.toString(2).padStart(6, '0'), 100 - at]))
    const { twin } = histogram(countRows(given, 4_000))
    const names = twin.rows.map(row => row[0])
    expect(names.at(-1)).toBe('other (8)')
    expect(names.slice(0, -1)).toEqual(Object.keys(given).sort().slice(0, BARS))
  })
})
