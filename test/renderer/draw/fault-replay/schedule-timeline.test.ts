import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  blockOfStep,
  blocksWithin,
  tickEvery,
  timelineOf,
} from '../../../../renderer/src/draw/fault-replay/schedule-timeline'
import { sampleReplay, sampleSchedule } from '../../samples/faults'
import { sampleModule } from '../../samples/modules'

const schedule = sampleSchedule()
const timeline = timelineOf(schedule, sampleModule())

describe('the timeline of a schedule', () => {
  it('has a lane for each site: data, ancilla, flag, routing', () => {
    expect(timeline.lanes.map(({ role }) => role)).toEqual(['D0', 'D1', 'D2', 'D3', 'D4', 'A', 'F', 'R', 'R'])
  })

  it('gives a lane to a site that is used without a role', () => {
    const stray = {
      ...schedule,
      segments: [{ ...schedule.segments[0]!, idles: [{ site: 17, start_ns: 0, duration_ns: 1 }] }],
    }
    expect(timelineOf(stray, sampleModule()).lanes.at(-1)).toEqual({ site: 17, role: '' })
  })

  it('has a block for every operation and idle window, by start, each under its own id', () => {
    const wanted = schedule.segments.reduce((sum, { ops, idles }) => sum + ops.length + idles.length, 0)
    expect(new Set(timeline.blocks.map(({ id }) => id)).size).toBe(wanted)
    const starts = timeline.blocks.map(({ start_ns }) => start_ns)
    expect(starts).toEqual([...starts].sort((a, b) => a - b))
  })

  it('sets the repeat behind the round', () => {
    const repeat = timeline.blocks.find(({ segment }) => segment === 'repeat')!
    expect(repeat.start_ns).toBe(schedule.duration_ns)
    expect(timeline.duration_ns).toBe(schedule.duration_ns + 500)
  })

  it('finds the block of every step of a replay', () => {
    const ids = new Set(timeline.blocks.map(({ id }) => id))
    for (const step of sampleReplay().steps) expect(ids).toContain(blockOfStep(step))
  })

  it('draws exactly the blocks that touch the stretch in view', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_500 }), fc.nat(2_000), (from, length) => {
        const shown = new Set(blocksWithin(timeline.blocks, from, from + length))
        for (const block of timeline.blocks) {
          const apart = block.start_ns > from + length || block.start_ns + block.duration_ns < from
          expect(shown.has(block)).toBe(!apart)
        }
      }),
    )
  })

  it('spaces its ticks by 1, 2 or 5 times a power of ten, with room for the figures', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 100, noNaN: true }), scale => {
        const every = tickEvery(scale)
        expect(every * scale).toBeGreaterThanOrEqual(90 * (1 - 1e-9))
        expect(every * scale).toBeLessThanOrEqual(225 * (1 + 1e-9))
        const mantissa = every / 10 ** Math.floor(Math.log10(every) + 1e-9)
        expect([1, 2, 5].some(step => Math.abs(step - mantissa) < 1e-6)).toBe(true)
      }),
    )
  })
})
