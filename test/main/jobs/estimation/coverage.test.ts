import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { CASES, coverageOf, QUASI_CASES, quasiCoverage, TARGET_CASES, targetCoverage } from './coverage.cases'

/**
 * The claim: intervals at 95 % hold the truth in 93.5 % of cases or more. 400 repeats have a standard error of 1.1 %, so that the
 * bound of 90 % fails one of a thousand times by chance where the coverage is 93.5 %, and finds 85 % with 99.7 %.
 */
it.each(CASES)('intervals hold the truth as often as they say: $name', one => {
  expect(coverageOf(one, 400, BigInt(randomInt(2 ** 40)))).toBeGreaterThan(0.9)
})

it.each(QUASI_CASES)('intervals of quasi-probabilities hold the truth as often as they say: $name', one => {
  expect(quasiCoverage(one, 200, BigInt(randomInt(2 ** 40)))).toBeGreaterThan(0.88)
})

it.each(TARGET_CASES)(
  'intervals after shots were added up to a target error hold the truth as often as they say: $name',
  one => {
    const { held, most_shots } = targetCoverage(one, 200, BigInt(randomInt(2 ** 40)))
    expect(held).toBeGreaterThan(0.88)
    expect(most_shots).toBeLessThanOrEqual(one.most)
  },
)
