import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coherenceUnit, toMicroseconds, toNanoseconds, toUtc } from '../../../../main/backends/importers/units'
import { Timestamp } from '../../../../main/contract/model/primitives'

describe('published times', () => {
  it.each([
    ['S', 1e6],
    ['s', 1e6],
    ['mS', 1e3],
    ['uS', 1],
    ['us', 1],
    ['\u00b5s', 1],
    ['\u03bcs', 1],
    ['ns', 1e-3],
    ['ps', 1e-6],
  ])('in %s are %f microseconds each', (unit, factor) => {
    expect(toMicroseconds(3, unit)! / (3 * factor)).toBeCloseTo(1, 12)
    expect(toNanoseconds(3, unit)! / (3_000 * factor)).toBeCloseTo(1, 12)
  })

  it.each(['', 'GHz', '__proto__', 'constructor', 'dt'])('in %j are not times', unit => {
    expect(toMicroseconds(3, unit)).toBeNull()
    expect(toNanoseconds(3, unit)).toBeNull()
  })

  it('without a unit are recognized by size, or not at all', () => {
    expect(coherenceUnit([2e-5, 0, 3e-5])).toBe('s')
    expect(coherenceUnit([28.9, 44.5])).toBe('us')
    expect(coherenceUnit([28.9, 2e-5])).toBeNull()
    expect(coherenceUnit([0, 0])).toBeNull()
    expect(coherenceUnit([])).toBeNull()
  })
})

describe('published dates', () => {
  it.each([
    ['2021-07-26T10:41:12-04:00', '2021-07-26T14:41:12Z'],
    ['2025-07-06T17:52:53.997626+00:00', '2025-07-06T17:52:53.997Z'],
    ['2026-05-05T21:32:03', '2026-05-05T21:32:03Z'],
    ['2026-05-05 21:32:03Z', '2026-05-05T21:32:03Z'],
    ['2021-11-16', '2021-11-16T00:00:00Z'],
  ])('%s is %s', (given, utc) => expect(toUtc(given)).toBe(utc))

  it.each([
    '',
    'yesterday',
    '2021-13-01',
    '2021-02-30T25:00:00',
    '2021-02-29',
    '2026-02-30T10:00:00Z',
    '2026-06-31T10:00:00+02:00',
    '1633072800',
    '05/05/2026',
  ])('%j is none', given => expect(toUtc(given)).toBeNull())

  it('are timestamps of the contract, or none', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789-:T.Z+ '), maxLength: 32 })
    const near = fc.date({ noInvalidDate: true }).map(date => date.toISOString().replace(/^[+-]\d\d/, ''))
    fc.assert(
      fc.property(fc.oneof(digits, near), text => {
        const utc = toUtc(text)
        if (utc !== null) Timestamp.parse(utc)
      }),
    )
  })
})
