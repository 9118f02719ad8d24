import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { griddedDurations, pulseStarts, type Rounding, roundUp } from '../../../../main/sequencer/compile/grid'
import { UNEVEN } from '../../qec/fixtures/rounds'

describe('lengths on the grid', () => {
  it('are rounded up, and each that changes is reported once', () => {
    const reported: Rounding[] = []
    const gridded = griddedDurations({ ...UNEVEN, feedforward: 501 }, 4, rounding => reported.push(rounding))
    expect([gridded.single(1), gridded.single(1), gridded.readout(0), gridded.feedforward]).toEqual([24, 24, 500, 504])
    expect(reported).toEqual([
      { what: 'feed-forward latency', from_ns: 501, to_ns: 504 },
      { what: 'one-qubit gate of 1', from_ns: 23, to_ns: 24 },
    ])
  })

  it('stay as they are where they lie on it, rounding of doubles aside', () => {
    expect(roundUp(1_000 + 1e-9, 4)).toBe(1_000)
    expect(griddedDurations({ ...UNEVEN, feedforward: null }, 1).feedforward).toBeNull()
  })
})

const window = fc.record({
  pulses: fc.constantFrom(2, 4),
  pulse_ns: fc.integer({ min: 1, max: 30 }),
  free: fc.integer({ min: 0, max: 500 }),
  grid: fc.constantFrom(1, 2, 4, 10),
  slack: fc.constantFrom('middle' as const, 'edges' as const),
})

describe('decoupling pulses', () => {
  it('are on the grid, apart, inside, and the same from either end to one step', () => {
    fc.assert(
      fc.property(window, ({ pulses, pulse_ns, free, grid, slack }) => {
        const [length, total] = [pulse_ns * grid, (pulses * pulse_ns + free) * grid]
        const starts = pulseStarts({ window_ns: total, pulse_ns: length, count: pulses, grid_ns: grid, slack })!
        expect(starts.every(start => Number.isInteger(start / grid))).toBe(true)
        starts.forEach((start, i) => {
          const mirrored = total - length - starts[pulses - 1 - i]!
          expect(Math.abs(start - mirrored)).toBeLessThanOrEqual(grid)
          expect(start).toBeGreaterThanOrEqual(i === 0 ? 0 : starts[i - 1]! + length)
        })
        expect(starts.at(-1)! + length).toBeLessThanOrEqual(total)
      }),
    )
  })

  it('leave what does not divide in the middle gap or at the edges', () => {
    expect(pulseStarts({ window_ns: 100, pulse_ns: 8, count: 4, grid_ns: 4, slack: 'middle' })).toEqual([8, 32, 60, 84])
    expect(pulseStarts({ window_ns: 100, pulse_ns: 8, count: 4, grid_ns: 4, slack: 'edges' })).toEqual([8, 32, 56, 80])
  })

  it('are left out of a window that does not hold them', () => {
    expect(pulseStarts({ window_ns: 31, pulse_ns: 8, count: 4, grid_ns: 1 })).toBeNull()
  })
})
