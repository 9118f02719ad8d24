/** Longest stretch of work between two turns of the event loop. */
const STRETCH_MS = 5

/**
 * Runs a pausing computation to its end and lets the event loop turn whenever a stretch of work has lasted long enough.
 * Throws the signal's reason when aborted.
 */
export async function paced<T>(work: Generator<void, T>, stretch_ms = STRETCH_MS, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const until = performance.now() + stretch_ms
    while (performance.now() < until) {
      const step = work.next()
      if (step.done) return step.value
    }
    await new Promise(resolve => setImmediate(resolve))
    signal?.throwIfAborted()
  }
}
