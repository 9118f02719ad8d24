import { setImmediate } from 'node:timers/promises'

/** Requests are served within one turn of the event loop for so long; those that came with them wait for the next turn. */
const SLICE_MS = 4

/** Waits where the turn of the event loop has been long already; undefined: no need to. */
export type NextSlice = () => Promise<void> | undefined

/** Once all that was made ready before has run, to where it waits for something. */
const settled = (): Promise<void> => new Promise(resolve => process.nextTick(resolve))

/**
 * Hundreds of requests may become readable within one turn, each of them short. They are served in the order in which they
 * came, a slice of time in each turn. Returns a function that resolves when a request may be served.
 */
export function createTimeSlices(now: () => number = () => performance.now()): NextSlice {
  const waiting: (() => void)[] = []
  let until: number | null = null
  let serving = false

  /** The slice of a turn begins with its first request. */
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
