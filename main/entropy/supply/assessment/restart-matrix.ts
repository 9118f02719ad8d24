import { createYielder } from '../../../worker/yielder'
import type { SampleFeed } from '../feeds/sample-feed'

/** Restarts of a source, and samples after each (SP 800-90B 3.1.4.1). */
const RESTARTS = 1000

interface RestartMatrixOptions {
  readonly afterRestart: SampleFeed['afterRestart']
  /** Whether the matrix is no longer needed. */
  readonly given_up: () => boolean
  /** Called with the reason why a source could not be restarted so often. */
  readonly report: (error: unknown) => void
}

/**
 * A row of samples for each restart, one after the other; the event loop turns whenever they have taken a slice of time. Null where the source cannot be
 * restarted, could not be this time, or the matrix is no longer needed.
 */
export async function restartMatrix({ afterRestart, given_up, report }: RestartMatrixOptions) {
  if (afterRestart === null) return null
  const matrix = new Uint8Array(RESTARTS * RESTARTS)
  const yielder = createYielder()
  try {
    for (let row = 0; row < RESTARTS && !given_up(); row++) {
      const samples = await afterRestart(RESTARTS)
      if (samples.length !== RESTARTS) throw new RangeError(`a restart gave ${samples.length} samples`)
      matrix.set(samples, RESTARTS * row)
      samples.fill(0)
      if (yielder.isDue()) await yielder.yieldNow(row / RESTARTS)
    }
    if (!given_up()) return matrix
  } catch (error) {
    report(error)
  }
  matrix.fill(0)
  return null
}
