import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { CASES, coverageOf, QUASI_CASES, quasiCoverage } from './coverage.cases'

/** 10,000 repeats have a standard error of 0.25 %: a coverage of 92.9 % passes one of a hundred times, 94.5 % all but once in 30,000. */
it.each(CASES)('intervals hold the truth within a percent and a half of what they say: $name', one => {
  expect(coverageOf(one, 10_000, BigInt(randomInt(2 ** 40)))).toBeGreaterThan(0.935)
})

it.each(QUASI_CASES)('and those of quasi-probabilities: $name', one => {
  expect(quasiCoverage(one, 5_000, BigInt(randomInt(2 ** 40)))).toBeGreaterThan(0.93)
})
