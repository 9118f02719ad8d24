import { describe, expect, it } from 'vitest'
import { utc } from '../../../../main/contract/model/iso-time'
import { significant } from '../../../../main/contract/numbers/number-text'
import { amount, estimate, faults, NO_VALUE, nanoseconds, percent } from '../../../../renderer/src/draw/format/quantity'
import { age } from '../../../../renderer/src/draw/format/time'

describe('quantities', () => {
  it.each([
    [0, '0'],
    [0.02864, '0.0286'],
    [0.000286, '2.86 × 10⁻⁴'],
    [-0.5, '−0.5'],
    [123_456, '1.23 × 10⁵'],
  ])('writes %d as %s', (value, text) => expect(significant(value)).toBe(text))

  it('writes what is absent as absent, never as 0', () => {
    expect(percent(null)).toBe(NO_VALUE)
    expect(estimate({ value: null, low: null, high: null, confidence: 0.95, method: 'x' })).toBe('nothing observed')
  })

  it.each([
    [1, '100 %'],
    [0.99996, '99.996 %'],
    [0.9996, '99.96 %'],
    [0.5, '50 %'],
  ])('writes the probability %d as %s, 100 %% only where it is 1', (value, text) => expect(percent(value)).toBe(text))

  it('writes a bound of one side as one, and counts without a finite bound as not determined', () => {
    const bound = { value: null, confidence: 0.95, method: 'x' }
    expect(estimate({ ...bound, low: 0.21, high: null })).toBe('> 21 %')
    expect(estimate({ ...bound, low: null, high: 0.43 })).toBe('< 43 %')
    expect(estimate({ ...bound, low: 0.1, high: 0.4 })).toBe('between 10 and 40 %')
    const open = { ...bound, low: null, high: null, method: 'not identifiable: the interval reaches ½' }
    expect(estimate(open)).toBe('not determined')
  })

  it('writes an estimate with both ends of its interval, digits by that, one unit for all', () => {
    const figure = { value: 0.0286, low: 0.0284, high: 0.0288, confidence: 0.95, method: 'wilson' }
    expect(estimate(figure)).toBe('2.860 [2.840, 2.880] %')
  })

  it.each([
    [84, '84 ns'],
    [27_352, '27.35 µs'],
    [2_400_000, '2.4 ms'],
  ])('writes %d ns as %s', (value, text) => expect(nanoseconds(value)).toBe(text))

  it.each([
    [2.944, '2.94'],
    [2.9996, '3.00'],
    [0.31, '0.310'],
    [0, '0'],
    [12_345, '12,300'],
    [2.86e-7, '2.86 × 10⁻⁷'],
  ])('writes %d faults a round as %s, zeros at the end included', (value, text) => expect(faults(value)).toBe(text))

  it('writes ages by the two largest units and times in UTC', () => {
    const now = Date.parse('2026-11-21T08:30:00Z')
    expect(age('2026-11-21T08:05:00Z', now)).toBe('25 min old')
    expect(age('2026-11-18T06:30:00Z', now)).toBe('3 d 2 h old')
    expect(age('2025-12-08T09:37:09-05:00', now)).toBe('347 d old')
    expect(age(null, now)).toBe('age unknown')
    expect(utc('2025-12-08T09:37:09-05:00')).toBe('2025-12-08 14:37 UTC')
  })
})

it.each([
  [1_000_000, '1,000,000'],
  [-2.5, '−2.5'],
  [0.000001, '0.000001'],
  [0, '0'],
])('an amount of %d reads %s', (value, text) => {
  expect(amount(value)).toBe(text)
})
