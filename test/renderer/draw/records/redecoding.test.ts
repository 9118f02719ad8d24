import { describe, expect, it } from 'vitest'
import {
  changedText,
  decoderName,
  redecodingOverlay,
  redecodingTable,
} from '../../../../renderer/src/draw/records/redecoding'
import { sampleRecord, sampleRedecoding } from '../../samples/runs'

const again = sampleRedecoding()

describe('a record decoded again', () => {
  it('stands beside what was recorded, figure by figure', () => {
    const { columns, rows } = redecodingTable(sampleRecord(), again)
    expect(columns).toEqual(['Figure', 'Recorded: flag-lut 1', 'Again: flag-map/1'])
    expect(rows[0]).toEqual(['Logical error a round, ε_L', '9.00 [8.10, 9.90] %', '6.00 [5.40, 6.60] %'])
    expect(rows).toHaveLength(8)
    for (const row of rows) expect(row).toHaveLength(3)
  })

  it('says how many shots it changes', () => {
    expect(changedText(again)).toBe('1,024 of 480,000 shots (0.213 %) have another outcome or acceptance.')
    expect(changedText({ ...again, changed_shots: 0 })).toMatch(/^None of the 480,000 shots/)
  })

  it('is laid over the record under both names', () =>
    expect(redecodingOverlay(sampleRecord(), again).map(({ name }) => name)).toEqual([
      'Recorded: flag-lut 1',
      'Again: flag-map/1',
    ]))

  it('does not name a decoder twice', () => {
    expect(decoderName('flag-lut', 'flag-lut/1')).toBe('flag-lut/1')
    expect(decoderName('flag-lut', '1')).toBe('flag-lut 1')
  })
})
