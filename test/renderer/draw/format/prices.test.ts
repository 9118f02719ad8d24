import { describe, expect, it } from 'vitest'
import { priceText, runChargeText, shotsText } from '../../../../renderer/src/draw/format/prices'

const tokens = { price_per_shot: 0.05, shots_planned: 4_000, reserved: 200, shots_executed: null, charged: null }

describe('what a run costs', () => {
  it.each([
    [tokens, 'dev-a', '200 tokens reserved, 4,000 shots planned at 0.05 tokens a shot'],
    [
      { ...tokens, shots_executed: 20, charged: 1 },
      'dev-a',
      '1 token charged, 20 shots executed at 0.05 tokens a shot',
    ],
    [{ ...tokens, price_per_shot: 0, reserved: 0 }, 'dev-a-mock', 'free, 4,000 shots planned'],
    [{ ...tokens, price_per_shot: 0, reserved: 0 }, 'dev-a', 'free (lab profile), 4,000 shots planned'],
    [null, 'dev-a', 'not metered: the run is from before runs had a price'],
  ])('%j on %s: %s', (known, backend_id, text) => expect(runChargeText({ tokens: known, backend_id })).toBe(text))

  it('is grouped by what its shots are for', () => {
    const estimate = { price_per_shot: 0.05, shots: 4_000, required: 200, available: 0, sufficient: false }
    expect(shotsText({ tokens: estimate, shots_by_kind: { encoded: 400, baselines: 3_600, wall_time: 0 } })).toBe(
      '4,000 shots: 400 encoded, 3,600 physical baselines',
    )
  })
})

it('a price of 0 is free on a mock, and by the profile on a device', () => {
  expect(priceText({ token_price_per_shot: 0, mode: 'mock' })).toBe('free')
  expect(priceText({ token_price_per_shot: 0, mode: 'live' })).toBe('free (lab profile)')
  expect(priceText({ token_price_per_shot: 0.05, mode: 'live' })).toBe('0.05 tokens/shot')
})
