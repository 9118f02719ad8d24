import { describe, expect, it } from 'vitest'
import { healthCutoffs } from '../../../../../main/entropy/generation/health/cutoffs'
import {
  createHealthMonitor,
  type HealthMonitor,
  type WindowOutcome,
} from '../../../../../main/entropy/generation/health/monitor'
import { freshSeed, seededBytes, seededUniform } from '../seeded'
import { expectedReleases } from './release-rule'

const W = 1024
const BITS = healthCutoffs(2, 1)
const fair = (windows: number, seed = 1) => seededBytes(windows * W, seed, 2)
const feed = (monitor: HealthMonitor, ...parts: Uint8Array[]) => parts.flatMap(part => monitor.test(part))
const released = (outcomes: readonly WindowOutcome[]) => outcomes.flatMap(({ released }) => released ?? [])

/** Alternates, so that nothing but the run itself alarms. */
const withRun = (samples: Uint8Array, at: number, length: number) => {
  const copy = Uint8Array.from(samples)
  copy.fill(1, at, at + length)
  copy[at - 1] = copy[at + length] = 0
  return copy
}

describe('a healthy source', () => {
  it('is used once two windows have passed, each window once the next has passed', () => {
    const monitor = createHealthMonitor(BITS)
    const outcomes = feed(monitor, fair(5))
    expect(outcomes.map(({ state }) => state)).toEqual(['starting', 'healthy', 'healthy', 'healthy', 'healthy'])
    expect(outcomes.map(({ discarded }) => discarded)).toEqual([
      { from: 0, to: W },
      { from: W, to: 2 * W },
      null,
      null,
      null,
    ])
    expect(released(outcomes)).toEqual([
      { from: 2 * W, to: 3 * W },
      { from: 3 * W, to: 4 * W },
    ])
  })

  it('is judged the same in whatever pieces its samples come', () => {
    const samples = withRun(fair(9), 3500, 40)
    const whole = feed(createHealthMonitor(BITS), samples)
    const uniform = seededUniform(freshSeed())
    const monitor = createHealthMonitor(BITS)
    const pieces: WindowOutcome[] = []
    for (let at = 0; at < samples.length; ) {
      const end = at + Math.ceil(700 * uniform())
      pieces.push(...monitor.test(samples.subarray(at, end)))
      at = end
    }
    expect(pieces).toEqual(whole)
  })
})

describe('a single failed window', () => {
  it('takes the window before it along, is counted, and two windows must pass again', () => {
    const monitor = createHealthMonitor(BITS)
    const outcomes = feed(monitor, withRun(fair(10), 4 * W + 100, 31))
    expect(outcomes[4]).toMatchObject({
      passed: false,
      state: 'restarting',
      released: null,
      latched_by: null,
      discarded: { from: 3 * W, to: 5 * W },
      alarms: [
        { test: 'repetition_count', level: 'single' },
        { level: 'intermittent', cutoff: 31 },
      ],
    })
    expect(released(outcomes).map(({ from }) => from / W)).toEqual([2, 7, 8])
    expect(monitor.figures()).toMatchObject({ state: 'healthy', windows_failed: 1, windows_passed: 9 })
  })

  it('is not one where only the cutoff for single alarms was reached', () => {
    const monitor = createHealthMonitor(BITS)
    const outcomes = feed(monitor, withRun(fair(5), 3 * W + 100, 25))
    expect(outcomes.every(({ passed }) => passed)).toBe(true)
    expect(monitor.figures().alarms).toEqual({ single: 1, intermittent: 0, permanent: 0 })
  })
})

describe('a source that fails again', () => {
  it('latches after two windows in a row, and says nothing more until it is reset', () => {
    const monitor = createHealthMonitor(BITS)
    const once = withRun(fair(8), 3 * W + 100, 31)
    const outcomes = feed(monitor, withRun(once, 4 * W + 100, 31))
    expect(outcomes).toHaveLength(5)
    expect(outcomes.at(-1)).toMatchObject({ state: 'latched', latched_by: 'two_windows_failed' })
    expect(monitor.test(fair(3))).toEqual([])
    expect(monitor.figures().samples).toBe(5 * W)
    monitor.reset()
    expect(feed(monitor, fair(5)).map(({ state }) => state)[1]).toBe('healthy')
    expect(monitor.figures().latched_by).toBeNull()
  })

  it('latches with the third window within 2^20 samples, and not with a third after them', () => {
    const runAt = (window: number) => withRun(fair(1, window), 100, 31)
    const near = createHealthMonitor(BITS)
    const nearOutcomes = feed(near, fair(3), runAt(1), fair(3), runAt(2), fair(1015), runAt(3), fair(1))
    expect(nearOutcomes.at(-1)).toMatchObject({ state: 'latched', latched_by: 'three_windows_failed' })
    const far = createHealthMonitor(BITS)
    const farOutcomes = feed(far, fair(3), runAt(1), fair(3), runAt(2), fair(1019), runAt(3), fair(3))
    expect(farOutcomes.at(-1)).toMatchObject({ state: 'healthy', latched_by: null })
    expect(far.figures().windows_failed).toBe(3)
  })

  it('latches at once when a run that went on across a failed window reaches the permanent cutoff', () => {
    const monitor = createHealthMonitor(BITS)
    const outcomes = feed(monitor, withRun(fair(6), 4 * W - 35, 70))
    expect(outcomes.at(-2)).toMatchObject({ passed: false, state: 'restarting', to: 4 * W })
    expect(outcomes.at(-1)).toMatchObject({ state: 'latched', latched_by: 'permanent_alarm', to: 4 * W - 35 + 61 })
  })

  it('latches where the proportion reaches the permanent cutoff within one window', () => {
    const biased = Uint8Array.from({ length: 4 * W }, (_, i) => Number(i % 4 === 3))
    const outcome = feed(createHealthMonitor(BITS), biased)[0]!
    expect(outcome).toMatchObject({ latched_by: 'permanent_alarm', to: Math.floor((651 * 4) / 3) + 1 })
    expect(outcome.alarms.map(({ test }) => test)).toEqual(Array(3).fill('adaptive_proportion'))
  })

  it('latches when a pattern comes again and again', () => {
    const pattern = seededBytes(97, 5, 2)
    const monitor = createHealthMonitor(BITS)
    const outcomes = feed(
      monitor,
      Uint8Array.from({ length: 6 * W }, (_, i) => pattern[i % 97]!),
    )
    expect(outcomes.at(-1)!.latched_by).toBe('permanent_alarm')
    expect(outcomes.at(-1)!.alarms[0]).toMatchObject({ test: 'lag_prediction' })
  })
})

describe('what may be released', () => {
  it.each(Array.from({ length: 20 }, freshSeed))('is what the rule says, seed %i', seed => {
    const uniform = seededUniform(seed)
    const cutoffs = healthCutoffs(4, 2)
    // A source that is worse than it claims, sometimes much, so that all kinds of windows come up.
    const samples = Uint8Array.from({ length: 512 * 60 }, (_, i) =>
      (i >> 9) % 9 === 4 && uniform() < 0.07 ? 0 : Math.floor(4 * uniform()),
    )
    if (uniform() < 0.5) samples.fill(1, 512 * 30, 512 * 30 + Math.floor(20 * uniform()))
    const monitor = createHealthMonitor(cutoffs)
    const outcomes = monitor.test(samples)
    expect(released(outcomes)).toEqual(expectedReleases(outcomes))
    const gone = outcomes.flatMap(({ released, discarded }) => [released, discarded]).filter(range => range !== null)
    const order = gone.sort((a, b) => a.from - b.from)
    expect(order.every(({ from }, i) => i === 0 || from === order[i - 1]!.to)).toBe(true)
  })
})
