import { setImmediate, setTimeout } from 'node:timers/promises'

/** A burst is `BURST` submits within less than `BURST_MS` milliseconds. */
const BURST = 16
const BURST_MS = 50
/**
 * Longest wait of an execution: through a burst of any length a backend still starts 50 jobs a second per job that it runs at a
 * time.
 */
const DELAY_MS = 20

/** Delays the start of executions while submits arrive faster than they are acknowledged; one that comes alone is not delayed. */
export interface Backpressure {
  /** Called at every submit that comes in. */
  submitted(): void
  isBurst(): boolean
  /** Resolves when an execution may start. */
  ready(): Promise<void>
}

export function createBackpressure(now: () => number = () => performance.now()): Backpressure {
  const last = new Float64Array(BURST).fill(Number.NEGATIVE_INFINITY)
  let at = 0
  const isBurst = (): boolean => now() - last[at]! < BURST_MS

  return {
    submitted() {
      last[at] = now()
      at = (at + 1) % BURST
    },
    isBurst,
    async ready() {
      await setImmediate()
      if (isBurst()) await setTimeout(DELAY_MS)
    },
  }
}
