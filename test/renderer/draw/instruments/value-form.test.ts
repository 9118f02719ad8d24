import { describe, expect, it } from 'vitest'
import type { ValueForm } from '../../../../main/contract/instruments/instrument'
import { enteredValue, fieldText, startingText } from '../../../../renderer/src/draw/instruments/value-form'

const decibels: ValueForm = {
  type: 'number',
  unit: 'dB',
  range: [0, 63],
  step: 0.25,
  decimals: null,
  narrowed_by: null,
}
const volts: ValueForm = { type: 'number', unit: 'V', range: [-10, 10], step: null, decimals: null, narrowed_by: null }

describe('a field of a parameter', () => {
  it('takes what the instrument takes', () => {
    expect(enteredValue(decibels, [0, 63], ' 12.75 ')).toEqual({ ok: true, value: 12.75 })
    expect(enteredValue(volts, null, '−2.5e-1')).toEqual({ ok: true, value: -0.25 })
    expect(enteredValue({ type: 'boolean' }, null, 'on')).toEqual({ ok: true, value: true })
    expect(enteredValue({ type: 'choice', choices: ['low', 'high'] }, null, 'high')).toEqual({
      ok: true,
      value: 'high',
    })
  })

  it('says what would do where it does not', () => {
    const enteredFault = (form: ValueForm, limits: readonly [number, number] | null, text: string) => {
      const entered = enteredValue(form, limits, text)
      return entered.ok ? null : entered.fault
    }
    expect(enteredFault(decibels, [0, 63], '12.8')).toBe('It takes steps of 0.25 dB: 12.75 dB or 13 dB.')
    expect(enteredFault(decibels, [10, 63], '5')).toBe('5 dB is outside of 10 dB to 63 dB.')
    expect(enteredFault(volts, [-1, 1], 'five')).toBe('Type a number in V, such as -1.')
    expect(enteredFault(volts, [-1, 1], '')).toContain('Type a number in V')
    expect(enteredFault({ type: 'boolean' }, null, 'maybe')).toBe('Choose on or off.')
    expect(enteredFault({ type: 'choice', choices: ['low', 'high'] }, null, 'mid')).toBe('Choose one of low, high.')
    expect(enteredFault({ type: 'text' }, null, ' ')).toBe('Type a text.')
  })

  it.each([0.1, 0.25, 0.01, 1e-6])('finds every multiple of %s on the grid, whatever its decimals do', step => {
    const form: ValueForm = { type: 'number', unit: 'V', range: [-10, 10], step, decimals: null, narrowed_by: null }
    for (let count = -7; count <= 7; count += 1)
      expect(enteredValue(form, null, String(count * step)).ok, String(count * step)).toBe(true)
  })

  it('reports limits, steps and ramp', () => {
    expect(fieldText({ value: volts, ramp: { step: 0.01, interval_ms: 10 } }, [-1, 1])).toBe(
      '−1 V to 1 V, ramped by 10 mV every 10 ms',
    )
    expect(fieldText({ value: decibels, ramp: null }, null)).toBe('0 dB to 63 dB, steps of 0.25 dB')
    const narrowed = { value: { ...volts, narrowed_by: 'range' }, ramp: null }
    expect(fieldText(narrowed, null)).toBe('−10 V to 10 V, narrower by its range')
  })

  it('starts with the value that was read last', () => {
    expect(startingText(volts, 0.25)).toBe('0.25')
    expect(startingText({ type: 'boolean' }, true)).toBe('on')
    expect(startingText({ type: 'choice', choices: ['low', 'high'] }, null)).toBe('low')
  })
})
