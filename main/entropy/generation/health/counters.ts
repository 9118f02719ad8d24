import { type AlarmLevel, FALSE_ALARM_BITS, type HealthCutoffs } from './cutoffs'
import { bestLag, MAX_LAG } from './lag-choice'

type HealthTest = 'repetition_count' | 'adaptive_proportion' | 'lag_prediction'

/** A count that reached its cutoff. */
export interface HealthAlarm {
  readonly test: HealthTest
  readonly level: AlarmLevel
  /** Index of the sample; the source's first is 0. */
  readonly sample: number
  readonly cutoff: number
}

export interface HealthCounters {
  /**
   * Counts samples until one raises alarms; `counted` is how many were counted. Takes at most the samples that the window still
   * needs.
   */
  count(samples: Uint8Array): { readonly counted: number; readonly alarms: readonly HealthAlarm[] }
  /** Opens the next window after one that is full or has raised a permanent alarm. */
  openWindow(): void
  /** Clears the history that lag predictions use. */
  clear(): void
}

const LEVELS = Object.keys(FALSE_ALARM_BITS) as AlarmLevel[]
const NONE: readonly HealthAlarm[] = []

/**
 * Repetition count, adaptive proportion and lag prediction tests over the same samples. Runs continue from window to window;
 * proportions are counted per window. Each alarm is raised once, by the sample that reaches the cutoff.
 */
export function createHealthCounters({ window, repetition, proportion }: HealthCutoffs): HealthCounters {
  /** The MAX_LAG or more samples before this window, then the samples of this window. */
  const history = new Uint8Array(MAX_LAG + 2 * window)
  const past = MAX_LAG + window
  let [total, seen, run, last, first, equalToFirst] = [0, 0, 0, -1, -1, 0]
  let [lag, lagRun, lagHits, inWindow] = [0, 0, 0, 0]

  const raised = (test: HealthTest, count: number, cutoffs: Readonly<Record<AlarmLevel, number>>) =>
    LEVELS.filter(level => count === cutoffs[level]).map(level => ({
      test,
      level,
      cutoff: cutoffs[level],
      sample: total - 1,
    }))

  const alarmsOf = (sample: number, isPredicted: boolean): readonly HealthAlarm[] => [
    ...raised('repetition_count', run, repetition),
    ...(sample === first ? raised('adaptive_proportion', equalToFirst, proportion) : NONE),
    // A run of right predictions has one less than the cutoff, since the first sample of a repetition run is no match.
    ...(isPredicted ? raised('lag_prediction', lagRun + 1, repetition) : NONE),
    ...(isPredicted ? raised('lag_prediction', lagHits, proportion) : NONE),
  ]

  return {
    count(samples) {
      if (inWindow === 0 && samples.length > 0) first = samples[0]!
      history.set(samples, past + inWindow)
      for (let i = 0; i < samples.length; i++) {
        const sample = samples[i]!
        const at = past + inWindow++
        run = sample === last ? run + 1 : 1
        last = sample
        if (sample === first) equalToFirst++
        const isPredicted = lag > 0 && sample === history[at - lag]
        lagRun = isPredicted ? lagRun + 1 : 0
        if (isPredicted) lagHits++
        total++
        seen++
        const isQuiet = run < repetition.single && lagRun + 1 < repetition.single && equalToFirst < proportion.single
        if (isQuiet && lagHits < proportion.single) continue
        const alarms = alarmsOf(sample, isPredicted)
        if (alarms.length > 0) return { counted: i + 1, alarms }
      }
      return { counted: samples.length, alarms: NONE }
    },
    openWindow() {
      if (seen >= past) lag = bestLag(history.subarray(window), window)
      history.copyWithin(0, window)
      equalToFirst = 0
      lagHits = 0
      inWindow = 0
    },
    clear() {
      history.fill(0)
      seen = run = equalToFirst = lag = lagRun = lagHits = inWindow = 0
      last = first = -1
    },
  }
}
