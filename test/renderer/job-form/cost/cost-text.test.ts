import { expect, it } from 'vitest'
import { costText, timeText } from '../../../../renderer/src/job-form/cost/cost-text'

const tokens = (required: number, available: number) => ({
  tokens: { price_per_shot: 0.01, required, available, sufficient: required <= available },
})

it.each([
  [0, 0, 'Costs nothing'],
  [1, 50, 'Costs 1 token of the 50 tokens available'],
  [12.5, 0, 'Costs 12.5 tokens of the 0 tokens available'],
])('%d tokens with %d available: %s', (required, available, text) => {
  expect(costText(tokens(required, available))).toBe(text)
})

it('says why a device costs nothing', () =>
  expect(costText(tokens(0, 0), 'live')).toBe('Costs nothing: free (lab profile)'))

it('says how long it takes, as far as is known', () => {
  const queue = { position: 3, estimated_wait_ms: 1_500, basis: 'x' }
  const basis = 'from 20 recent jobs'
  const runtime_interval = { low_ms: 1_000, high_ms: 4_000, confidence: 19 / 21 }
  const recent = { queue, runtime_ms: 2_000, runtime_interval, runtime_basis: 'recent_jobs', basis } as const
  expect(timeText(recent)).toBe(
    '2 jobs before it, waits about 1.50 s, runs for about 2.00 s (1.00 s to 4.00 s), from 20 recent jobs',
  )
  expect(timeText({ ...recent, runtime_interval: null })).toMatch(/runs for about 2.00 s, from 20 recent jobs$/)
  expect(timeText({ ...recent, runtime_interval: null, runtime_basis: 'compiled_timing', basis: 'by timing' })).toMatch(
    /keeps the device for at most 2.00 s, by timing$/,
  )
  const none = { runtime_ms: null, runtime_interval: null, runtime_basis: 'unknown' } as const
  const unknown = { ...none, basis: 'no job has completed yet' }
  expect(timeText({ queue: { ...queue, position: 1, estimated_wait_ms: null }, ...unknown })).toBe(
    'next to start, wait unknown, runtime unknown, no job has completed yet',
  )
  expect(timeText({ queue: { ...queue, position: 1, estimated_wait_ms: 0 }, ...unknown })).toBe(
    'starts at once, runtime unknown, no job has completed yet',
  )
})
