import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work between two turns of the event loop: several such works share one turn, whose delay is to stay under 20 ms. */
const SLICE_MS = 2
/** At most some ten progress reports a second. */
const REPORT_MS = 100

interface YielderOptions {
  readonly signal?: AbortSignal | undefined
  /** Called with a fraction 0..1, at most some ten times a second. */
  readonly onProgress?: ((fraction: number) => void) | undefined
}

export interface Yielder {
  /** Whether a slice of time is over; cheap. */
  isDue(): boolean
  /** Lets others run, reports `fraction` as progress, and throws the signal's reason once aborted. */
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
