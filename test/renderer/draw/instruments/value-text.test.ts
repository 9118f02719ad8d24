import { describe, expect, it } from 'vitest'
import { parameterText } from '../../../../main/contract/instruments/value-text'
import { latestText, sinceText, valueWithUnit } from '../../../../renderer/src/draw/instruments/value-text'
import { sampleReading } from '../../samples/instruments'

describe('values of parameters', () => {
  it.each([
    [0.25, 'V', '250 mV'],
    [-0.0005, 'V', '−500 µV'],
    [6_010_000_000, 'Hz', '6.01 GHz'],
    [0.0123, 'K', '12.3 mK'],
    [0.999_999_999_999, 'V', '1 V'],
    [0, 'V', '0 V'],
    [12.75, 'dB', '12.75 dB'],
    [2e-6, 'mbar', '2 × 10⁻⁶ mbar'],
    [3, null, '3'],
    [true, null, 'on'],
    ['low', null, 'low'],
    [null, 'V', '—'],
  ])('%s %s is written as %s', (value, unit, text) => expect(valueWithUnit(value, unit)).toBe(text))

  it('keep every digit that was set', () => expect(valueWithUnit(0.123_456_789, 'V')).toBe('123.456789 mV'))

  it('say why a reading is no value', () => {
    expect(latestText(sampleReading(null, '2026-11-23T10:00:00Z'))).toBe('no value: sensor error')
    expect(latestText(sampleReading(0.25, '2026-11-23T10:00:00Z'))).toBe('250 mV')
  })

  it('are reported with their age and place', () => {
    const at = '2026-11-23T10:00:00Z'
    expect(sinceText(at, Date.parse(at) + 5_000)).toBe('5.00 s ago')
    expect(sinceText(at, Date.parse(at) - 5_000)).toBe('now')
    expect(parameterText('slew_rate', '3')).toBe('slew rate 3')
  })
})
