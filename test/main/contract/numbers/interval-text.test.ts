import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  intervalParts,
  intervalText,
  PERCENT,
  PLAIN_NUMBER,
  plusMinus,
  RATIO,
  splitInterval,
} from '../../../../main/contract/numbers/interval-text'
import { fixed, scientific, significant, thousands } from '../../../../main/contract/numbers/number-text'

const figure = (value: number | null, low: number | null, high: number | null) => ({
  value,
  low,
  high,
  confidence: 0.95,
  method: 'wilson',
})

describe('an estimate as text', () => {
  it.each([
    [figure(0.0286, 0.02812, 0.02914), PERCENT, '2.860 [2.812, 2.914] %'],
    [figure(0.09, 0.081, 0.099), PERCENT, '9.00 [8.10, 9.90] %'],
    [figure(3.21e-5, 2.98e-5, 3.45e-5), PERCENT, '3.21 [2.98, 3.45] × 10⁻⁵'],
    [figure(0, 0, 0.0003), PERCENT, '< 0.03 %'],
    [figure(0, 0, 0.000571), PERCENT, '< 0.0571 %'],
    [figure(0, 0, 0), PERCENT, '0.000 [0.000, 0.000] %'],
    [figure(0, 0, 0.4), RATIO, '0.00 [0.00, 0.40] ×'],
    [figure(0.33, 0.297, 0.363), RATIO, '0.330 [0.297, 0.363] ×'],
    [figure(123_456, 122_000, 125_000), PLAIN_NUMBER, '123,456 [122,000, 125,000]'],
    [figure(1, 1, 1), PERCENT, '100 [100, 100] %'],
    [figure(null, 0.1, 0.4), PERCENT, 'between 10 and 40 %'],
    [figure(null, 0.21, null), PERCENT, '> 21 %'],
    [figure(null, null, 4.3), RATIO, '< 4.3 ×'],
    [figure(2, 1.5, null), RATIO, '2.00 [1.50, ∞] ×'],
    [figure(14, 1.0004, 1_258), RATIO, '14 [1.0004, 1,258] ×'],
    [figure(14, 0.98, 1_060), RATIO, '14 [0.98, 1,060] ×'],
    [figure(14, 1, 1_060), RATIO, '14 [1, 1,060] ×'],
    [figure(null, null, null), PERCENT, 'nothing observed'],
  ])('%o reads in digits that follow its interval', (estimate, unit, text) => {
    expect(intervalText(estimate, unit)).toBe(text)
  })

  const intervals = fc
    .tuple(
      fc.double({ min: 1e-9, max: 1, noNaN: true }),
      fc.double({ min: 1e-4, max: 0.9, noNaN: true }),
      fc.double({ min: 1e-4, max: 0.9, noNaN: true }),
    )
    .map(([value, below, above]) => figure(value, value * (1 - below), value * (1 + above)))

  /** `2.860 × 10⁻⁵` or `2.860 %` back as a number. */
  const read = (text: string, suffix: string): number => {
    const exponent = /× 10(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)/.exec(suffix)?.[1]
    const power = exponent
      ? Number([...exponent].map(each => (each === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(each))).join(''))
      : 0
    return (Number(text.replaceAll(',', '').replace('−', '-')) * 10 ** power) / (suffix.includes('%') ? 100 : 1)
  }

  it('is read back within a twentieth of its narrower side, as rounded to two digits, and keeps low ≤ value ≤ high', () => {
    fc.assert(
      fc.property(intervals, estimate => {
        const [, value, low, high, suffix] = /^(\S+) \[(\S+), (\S+)\](.*)$/.exec(intervalText(estimate))!
        const numbers = [value, low, high].map(each => read(each!, suffix!))
        const sides = [estimate.value! - estimate.low!, estimate.high! - estimate.value!]
        // A side of 9.97 is written as 10, with the digits of 10.
        const narrower = Number(Math.min(...sides).toPrecision(2))
        for (const [at, exact] of [estimate.value!, estimate.low!, estimate.high!].entries())
          expect(Math.abs(numbers[at]! - exact)).toBeLessThanOrEqual(narrower * 0.0501)
        expect(numbers[1]!).toBeLessThanOrEqual(numbers[0]!)
        expect(numbers[0]!).toBeLessThanOrEqual(numbers[2]!)
        expect(new Set([value, low, high].map(each => each!.split('.')[1]?.length ?? 0)).size).toBe(1)
      }),
      {
        // The narrower side rounds up to a power of ten.
        examples: [[figure(0.09968253115636547, 0.09967256290324983, 0.0996924994094811)]],
      },
    )
  })

  it('has the same digits in parts as whole', () => {
    fc.assert(
      fc.property(intervals, estimate => {
        const { value, interval } = splitInterval(estimate)
        const whole = intervalText(estimate)
        expect(whole).toContain(interval!)
        expect(whole.startsWith(value!.split(' ')[0]!)).toBe(true)
        expect(intervalParts(estimate)[0]).toBe(value)
      }),
    )
  })
})

it.each([
  [0.43211, 0.00123, '0.4321 ± 0.0012'],
  [-1.2, 0.05, '−1.200 ± 0.050'],
  [2, 0, '2'],
])('%d ± %d is written with two digits of its error', (value, error, text) => {
  expect(plusMinus(value, error)).toBe(text)
})

describe('numbers as text', () => {
  it('keep their value to the digits asked', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e5, max: 1e5, noNaN: true }),
        fc.integer({ min: 0, max: 6 }),
        (value, decimals) => {
          const text = fixed(value, decimals)
          expect(text).not.toMatch(/-|^−0(\.0*)?$/)
          expect(Math.abs(Number(text.replaceAll(',', '').replace('−', '-')) - value)).toBeLessThanOrEqual(
            0.5001 * 10 ** -decimals,
          )
        },
      ),
    )
  })

  it.each([
    [significant(0), '0'],
    [significant(0.000286), '2.86 × 10⁻⁴'],
    [significant(12_345, 4), '12,350'],
    [significant(Number.POSITIVE_INFINITY), '∞'],
    [scientific(-1.5e-7, 9), '−1.5 × 10⁻⁷'],
    [thousands(-1_234_567), '−1,234,567'],
    [fixed(1_234.5, 2), '1,234.50'],
  ])('%s is %s', (written, text) => expect(written).toBe(text))
})
