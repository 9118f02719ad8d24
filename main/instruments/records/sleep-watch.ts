import { isoTime } from '../../contract/model/iso-time'
import type { ExperimentLog } from './experiment-log'

/** Milliseconds between two looks at both clocks. */
const LOOK_MS = 2_000
/** Shortest gap, in milliseconds, that is reported: a smaller one is the clock being corrected. */
const MIN_GAP_MS = 3_000

interface Clocks {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds that stand still while the computer sleeps, as CLOCK_MONOTONIC does. */
  monotonic(): number
}

/**
 * Writes an entry to the experiment log, and to that of every run that goes on, where the wall clock went on and the service did
 * not.
 */
export function watchSleep(
  { experiment, works }: { readonly experiment: ExperimentLog; readonly works: ReadonlySet<string> },
  { now, monotonic }: Clocks = { now: Date.now, monotonic: () => performance.now() },
): () => void {
  let last = { wall: now(), run: monotonic() }
  const look = () => {
    const here = { wall: now(), run: monotonic() }
    const gap = here.wall - last.wall - (here.run - last.run)
    if (gap >= MIN_GAP_MS) {
      const [from, to] = [last.wall, here.wall].map(ms => isoTime(ms))
      const seconds = Math.round(gap / 1_000)
      const text = `The computer slept, or its clock was set: ${seconds} s between ${from} and ${to} are missing`
      experiment.add({ event: 'sleep', text, actor: 'service', details: { seconds, from: from!, to: to! } }, [...works])
    }
    last = here
  }
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
