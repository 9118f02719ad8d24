import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { CASES, coverageOf, QUASI_CASES, quasiCoverage, TARGET_CASES, targetCoverage } from './coverage.cases'

/** 10,000 repeats have a standard error of 0.25 %: a coverage of 92.9 % passes one of a hundred times, 94.5 % all but once in 30,000. */
it.each(CASES)('intervals hold the truth within a percent and a half of what they say: $name', one => {
  expect(coverageOf(one, 10_000, BigInt(randomInt(2 ** 40)))).toBeGreaterThan(0.935)
})

it.each(QUASI_CASES)(
  'intervals of quasi-probabilities hold the truth within a percent and a half of what they say: $name',
  one => {
    expect(quasiCoverage(one, 5_000, BigInt(randomInt(2 ** 40)))).toBeGreaterThan(0.93)
  },
)

/** The bias of double sampling is documented as of the order of target²: a tenth of such coarse errors. Its standard error here is 0.025 at most. */
it.each(TARGET_CASES)(
  'intervals after shots were added up to a target error hold the truth within a percent and a half of what they say: $name',
  one => {
    const { held, bias, reached, further } = targetCoverage(one, 5_000, BigInt(randomInt(2 ** 40)))
    expect(held).toBeGreaterThan(0.935)
    expect(Math.abs(bias)).toBeLessThan(0.25)
    expect(reached).toBe(one.most < 1_000 ? 0 : 1)
    if (reached === 1) expect(further).toBeGreaterThan(0.1)
  },
)
