import { setImmediate } from 'node:timers/promises'

/**
 * Milliseconds of work between two turns of the event loop: several tasks share a turn, whose delay is to stay under 20
 * ms.
 */
const SLICE_MS = 2
/** Minimum time between two progress reports. */
const REPORT_MS = 100

interface YielderOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with a fraction from 0 to 1, at most ten times a second. */
  readonly onProgress?: ((fraction: number) => void) | undefined
}

export interface Yielder {
  /** Whether the current slice of time has ended; cheap. */
  isDue(): boolean
  /** Yields to the event loop, reports `fraction` as progress, and throws the signal's reason once aborted. */
  yieldNow(fraction: number): Promise<void>
}

/** For long work on the calling thread: `if (yielder.isDue()) await yielder.yieldNow(fraction)` at short intervals. */
export function createYielder({ signal, onProgress }: YielderOptions = {}): Yielder {
  signal?.throwIfAborted()
  let sliceStart = performance.now()
  let reported = sliceStart
  return {
    isDue: () => performance.now() - sliceStart > SLICE_MS,
    async yieldNow(fraction: number) {
      await setImmediate()
      signal?.throwIfAborted()
      sliceStart = performance.now()
      if (sliceStart - reported < REPORT_MS) return
      reported = sliceStart
      onProgress?.(fraction)
    },
  }
}
