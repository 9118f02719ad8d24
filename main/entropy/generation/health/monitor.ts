import { createHealthCounters, type HealthAlarm, type HealthCounters } from './counters'
import type { HealthCutoffs } from './cutoffs'

/**
 * `starting` until two windows have passed; `restarting` the same after a failed window; `latched` until an operator resets
 * the source.
 */
type HealthState = 'starting' | 'healthy' | 'restarting' | 'latched'

/** `permanent_alarm`: one alarm at 2^−60. The others: windows that failed at 2^−30, too close together to be chance. */
export type LatchCause = 'permanent_alarm' | 'two_windows_failed' | 'three_windows_failed'

/** Samples from `from` up to, not including, `to`, numbered since the source gave its first sample. */
interface SampleRange {
  readonly from: number
  readonly to: number
}

export interface WindowOutcome extends SampleRange {
  readonly passed: boolean
  readonly alarms: readonly HealthAlarm[]
  /** May be used from now on: the window before this one. */
  readonly released: SampleRange | null
  /** Must be destroyed: this window, and the one before it where it was still waiting. */
  readonly discarded: SampleRange | null
  readonly state: HealthState
  readonly latched_by: LatchCause | null
}

interface HealthFigures {
  readonly state: HealthState
  readonly latched_by: LatchCause | null
  readonly samples: number
  readonly windows_passed: number
  /** Windows that failed at 2^−30 or worse. Chance alone fails about one in 10^9 bits that claim 1 bit each. */
  readonly windows_failed: number
  /** By level, all tests together. */
  readonly alarms: Readonly<Record<HealthAlarm['level'], number>>
}

export interface HealthMonitor {
  /** Tests samples and returns the outcomes of the windows that end among them. Samples of a latched source are dropped. */
  test(samples: Uint8Array): readonly WindowOutcome[]
  readonly state: HealthState
  figures(): HealthFigures
  /** An operator's act: start-up begins anew. */
  reset(): void
}

/** Windows that pass before any sample is used: at least 1024 samples (SP 800-90B 4.3), whichever window. */
const START_UP_WINDOWS = 2
const FAILURES_TO_LATCH = 3
const FAILURE_SPAN = 2 ** 20

function latchCause(alarms: readonly HealthAlarm[], lastFailed: boolean, failures: number): LatchCause | null {
  if (alarms.some(({ level }) => level === 'permanent')) return 'permanent_alarm'
  if (lastFailed) return 'two_windows_failed'
  return failures >= FAILURES_TO_LATCH ? 'three_windows_failed' : null
}

/** Health of one source. Windows follow one another without gaps; runs are counted across failed ones, too. */
export function createHealthMonitor(
  cutoffs: HealthCutoffs,
  counters: HealthCounters = createHealthCounters(cutoffs),
): HealthMonitor {
  const alarmCounts = { single: 0, intermittent: 0, permanent: 0 }
  let state: HealthState = 'starting'
  let latchedBy: LatchCause | null = null
  let [windowStart, passedInRow] = [0, 0]
  const counts = { samples: 0, windows_passed: 0, windows_failed: 0 }
  let alarms: HealthAlarm[] = []
  let waiting: SampleRange | null = null
  let lastFailed = false
  /** Sample numbers at which windows failed within FAILURE_SPAN samples, oldest first. */
  let failures: number[] = []

  const fail = (): Partial<WindowOutcome> => {
    failures = [...failures, counts.samples].filter(at => counts.samples - at < FAILURE_SPAN)
    latchedBy = latchCause(alarms, lastFailed, failures.length)
    state = latchedBy === null ? 'restarting' : 'latched'
    const discarded = { from: waiting?.from ?? windowStart, to: counts.samples }
    waiting = null
    lastFailed = true
    passedInRow = 0
    counts.windows_failed++
    return { passed: false, discarded }
  }

  const pass = (): Partial<WindowOutcome> => {
    const window = { from: windowStart, to: counts.samples }
    const released = waiting
    lastFailed = false
    passedInRow++
    counts.windows_passed++
    const isStartUp = passedInRow <= START_UP_WINDOWS
    waiting = isStartUp ? null : window
    if (passedInRow >= START_UP_WINDOWS) state = 'healthy'
    return { released, discarded: isStartUp ? window : null }
  }

  const endWindow = (): WindowOutcome => {
    const verdict = alarms.some(({ level }) => level !== 'single') ? fail() : pass()
    const window = { from: windowStart, to: counts.samples, passed: true, alarms, released: null, discarded: null }
    alarms = []
    windowStart = counts.samples
    counters.openWindow()
    return { ...window, ...verdict, state, latched_by: latchedBy }
  }

  /** Tests samples up to the end of the window at most, or to the first that raises an alarm. */
  const take = (samples: Uint8Array) => {
    const rest = windowStart + cutoffs.window - counts.samples
    const { counted, alarms: raised } = counters.count(samples.subarray(0, rest))
    counts.samples += counted
    for (const alarm of raised) alarmCounts[alarm.level]++
    alarms.push(...raised)
    const isOver = counts.samples - windowStart === cutoffs.window || raised.some(({ level }) => level === 'permanent')
    return { counted, outcome: isOver ? endWindow() : null }
  }

  return {
    test(samples) {
      const outcomes: WindowOutcome[] = []
      for (let at = 0; at < samples.length && state !== 'latched'; ) {
        const { counted, outcome } = take(samples.subarray(at))
        if (outcome) outcomes.push(outcome)
        at += counted
      }
      return outcomes
    },
    get state() {
      return state
    },
    figures: () => ({
      state,
      latched_by: latchedBy,
      alarms: { ...alarmCounts },
      ...counts,
    }),
    reset() {
      counters.clear()
      state = 'starting'
      latchedBy = waiting = null
      alarms = []
      failures = []
      lastFailed = false
      passedInRow = 0
      windowStart = counts.samples
    },
  }
}
