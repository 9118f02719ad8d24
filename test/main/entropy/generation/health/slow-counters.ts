import type { HealthAlarm, HealthCounters } from '../../../../../main/entropy/generation/health/counters'
import {
  type AlarmLevel,
  FALSE_ALARM_BITS,
  type HealthCutoffs,
} from '../../../../../main/entropy/generation/health/cutoffs'
import { MAX_LAG } from '../../../../../main/entropy/generation/health/lag-choice'

/** Compares every sample with the one before it at every lag. */
export function bestLagByComparisons(samples: Uint8Array, window: number): number {
  const lags = Array.from({ length: MAX_LAG }, (_, i) => i + 1)
  const matches = lags.map(lag => {
    let equal = 0
    for (let i = samples.length - window; i < samples.length; i++) if (samples[i] === samples[i - lag]) equal++
    return equal
  })
  return 1 + matches.indexOf(Math.max(...matches))
}

const LEVELS = Object.keys(FALSE_ALARM_BITS) as AlarmLevel[]

/** One sample at a time, all counts compared with all cutoffs at each. */
export function slowHealthCounters({ window, repetition, proportion }: HealthCutoffs): HealthCounters {
  const history = new Uint8Array(MAX_LAG + 2 * window)
  const past = MAX_LAG + window
  let [total, received, run, last, first, equalToFirst] = [0, 0, 0, -1, -1, 0]
  let [lag, lagRun, lagHits, inWindow] = [0, 0, 0, 0]

  const raised = (test: HealthAlarm['test'], count: number, cutoffs: Readonly<Record<AlarmLevel, number>>) =>
    LEVELS.filter(level => count === cutoffs[level]).map(level => ({
      test,
      level,
      cutoff: cutoffs[level],
      sample: total,
    }))

  function add(sample: number): readonly HealthAlarm[] {
    if (inWindow === 0) first = sample
    const at = past + inWindow++
    history[at] = sample
    run = sample === last ? run + 1 : 1
    last = sample
    if (sample === first) equalToFirst++
    const isPredicted = lag > 0 && sample === history[at - lag]
    lagRun = isPredicted ? lagRun + 1 : 0
    if (isPredicted) lagHits++
    const alarms = [
      ...raised('repetition_count', run, repetition),
      ...(sample === first ? raised('adaptive_proportion', equalToFirst, proportion) : []),
      ...(isPredicted ? raised('lag_prediction', lagRun + 1, repetition) : []),
      ...(isPredicted ? raised('lag_prediction', lagHits, proportion) : []),
    ]
    total++
    received++
    return alarms
  }

  return {
    count: samples => (samples.length === 0 ? { counted: 0, alarms: [] } : { counted: 1, alarms: add(samples[0]!) }),
    openWindow() {
      if (received >= past) lag = bestLagByComparisons(history.subarray(window), window)
      history.copyWithin(0, window)
      equalToFirst = lagHits = inWindow = 0
    },
    clear() {
      history.fill(0)
      received = run = equalToFirst = lag = lagRun = lagHits = inWindow = 0
      last = first = -1
    },
  }
}
