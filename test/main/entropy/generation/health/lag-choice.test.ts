import { expect, it } from 'vitest'
import { bestLag, MAX_LAG } from '../../../../../main/entropy/generation/health/lag-choice'
import { seededBytes } from '../seeded'

it.each([1, 2, 7, 64, 127, 128])('finds the period %i of what repeats', period => {
  const pattern = seededBytes(period, period)
  const samples = Uint8Array.from({ length: 512 + MAX_LAG }, (_, i) => pattern[i % period]!)
  expect(bestLag(samples, 512)).toBe(period)
})

it('takes the shortest of lags that do equally well', () => {
  expect(bestLag(new Uint8Array(512 + MAX_LAG), 512)).toBe(1)
})
