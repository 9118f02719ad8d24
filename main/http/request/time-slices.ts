import { setImmediate } from 'node:timers/promises'
import type { RequestHandler } from 'express'

/** Requests are served within one turn of the event loop for so long; those that came with them wait for the next turn. */
const SLICE_MS = 4

/** Waits where the turn of the event loop has been long already; undefined: no need to. */
export type NextSlice = () => Promise<void> | undefined

/** Lets a request wait for its slice. */
export function timeSlices(): RequestHandler {
  const nextSlice = createTimeSlices()
  return (_request, _response, next) => {
    const soon = nextSlice()
    if (soon) soon.then(() => next())
    else next()
  }
}

/** Once all that was made ready before has run, to where it waits for something. */
const settled = (): Promise<void> => new Promise(resolve => process.nextTick(resolve))

/**
 * Hundreds of requests may become readable within one turn, each of them short. They are served in the order in which they
 * came, a slice of time in each turn. Answers a function that resolves when a request may be served.
 */
export function createTimeSlices(now: () => number = () => performance.now()): NextSlice {
  const waiting: (() => void)[] = []
  let until: number | null = null
  let serving = false

  /** The slice of a turn begins with its first request. */
  function isOver(): boolean {
    if (until === null) {
      until = now() + SLICE_MS
      globalThis.setImmediate(() => {
        until = null
      })
    }
    return now() >= until
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
