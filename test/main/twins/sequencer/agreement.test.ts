import { describe, expect, it } from 'vitest'
import { baselineAgrees, homogeneity, memoryAgrees, power } from './agreement.cases'

describe('the twin agrees with the frame sampler', () => {
  memoryAgrees(
    [
      { state: '0', rounds: 2 },
      { protocol: 'cyclic-window', proven: true, state: 'i', rounds: 2 },
    ],
    20_000,
    'twirled',
  )
  baselineAgrees([{ state: '+', rounds: 4 }], 20_000, 'twirled')
})

describe('the twin agrees with the trajectories', () => {
  memoryAgrees([{ state: '1', rounds: 1 }], 8_000, 'exact')
  baselineAgrees([{ state: '1', rounds: 4 }], 20_000, 'exact')
})

describe('the test itself', () => {
  it('finds what differs and lets pass what does not', () => {
    expect(homogeneity([500, 500], [510, 490])).toBeGreaterThan(0.5)
    expect(homogeneity([5_000, 5_000, 0], [5_500, 4_500, 0])).toBeLessThan(1e-10)
  })

  it('has the power of two samples: half where the change is where the level is', () => {
    const [rate, shots] = [0.3, 20_000]
    const sigma = Math.sqrt((2 * rate * (1 - rate)) / shots)
    expect(power(rate, (1.96 * sigma) / rate, shots, 0.05)).toBeCloseTo(0.5, 2)
  })
})
