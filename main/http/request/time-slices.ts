import { setImmediate } from 'node:timers/promises'

/** Time in which requests are served within one turn of the event loop; further ones wait for the next turn. */
const SLICE_MS = 4

/** Returns a promise to wait for when the current turn has taken too long; undefined: serve at once. */
export type NextSlice = () => Promise<void> | undefined

/** Resolves after the microtasks that are ready now, so that a request has run to its first wait. */
const settled = (): Promise<void> => new Promise(resolve => process.nextTick(resolve))

/**
 * Hundreds of short requests may become readable within one turn. They are served in their order of arrival, one slice
 * of time in each turn. Returns the function that each request calls.
 */
export function createTimeSlices(now: () => number = () => performance.now()): NextSlice {
  const waiting: (() => void)[] = []
  let until: number | null = null
  let serving = false

  /** Whether this turn's slice has ended; it begins with the turn's first request. */
  function isOver(): boolean {
    const at = now()
    if (until !== null) return at >= until
    until = at + SLICE_MS
    globalThis.setImmediate(endTurn)
    return false
  }
  const endTurn = (): void => {
    until = null
  }

  async function serve(): Promise<void> {
    serving = true
    while (waiting.length > 0) {
      await setImmediate()
      const end = now() + SLICE_MS
      do {
        waiting.shift()!()
        await settled()
      } while (waiting.length > 0 && now() < end)
    }
    serving = false
  }

  return () => {
    const late = isOver()
    if (!late && waiting.length === 0) return undefined
    return new Promise<void>(resolve => {
      waiting.push(resolve)
      if (!serving) void serve()
    })
  }
}
