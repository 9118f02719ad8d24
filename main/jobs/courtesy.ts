import { setImmediate, setTimeout } from 'node:timers/promises'

/** So many submits within so long are a rush. */
const RUSH = 16
const RUSH_MS = 50
/** What an execution waits at most: through a rush of any length each place of a backend still starts 50 jobs a second. */
const STAND_BACK_MS = 20

/**
 * Who waits to be answered goes before who waits to be executed. While submits come in a rush, an execution stands back for
 * a moment before it starts; whoever submits and waits for the result is not slowed down by itself.
 */
export function createCourtesy(now: () => number = () => performance.now()) {
  const last = new Float64Array(RUSH).fill(Number.NEGATIVE_INFINITY)
  let at = 0
  const isRush = (): boolean => now() - last[at]! < RUSH_MS

  return {
    /** Told of every submit that comes in. */
    submitted(): void {
      last[at] = now()
      at = (at + 1) % RUSH
    },
    isRush,
    /** Resolves when an execution may start. */
    async turn(): Promise<void> {
      await setImmediate()
      if (isRush()) await setTimeout(STAND_BACK_MS)
    },
  }
}
