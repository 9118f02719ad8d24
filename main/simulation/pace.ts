import { setImmediate } from 'node:timers/promises'
import type { RunOptions } from './model/simulator'

/** Milliseconds of work between two looks at the event loop; its delay is to stay under 20 ms. */
const SLICE_MS = 6
/** At most some ten progress reports a second. */
const REPORT_MS = 100

/**
 * Keeps long work on the main thread polite. `pace.due()` is cheap and asks whether a slice is over; then
 * `await pace.breathe(fraction)` lets others run, reports progress, and throws the signal's reason once aborted.
 */
export function createPace({ signal, onProgress }: RunOptions = {}) {
  signal?.throwIfAborted()
  let sliceStart = performance.now()
  let reported = sliceStart
  return {
    due: () => performance.now() - sliceStart > SLICE_MS,
    async breathe(fraction: number) {
      await setImmediate()
      signal?.throwIfAborted()
      sliceStart = performance.now()
      if (sliceStart - reported < REPORT_MS) return
      reported = sliceStart
      onProgress?.(fraction)
    },
  }
}

export type Pace = ReturnType<typeof createPace>
