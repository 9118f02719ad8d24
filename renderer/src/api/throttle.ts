/**
 * Limits the rate of calls: passes the first at once, then the newest of each interval, so that the last one is never
 * lost.
 */
export interface Throttled<T> {
  readonly call: (value: T) => void
  /** Drops a pending value. */
  readonly cancel: () => void
}

export function throttle<T>(interval_ms: number, pass: (value: T) => void): Throttled<T> {
  let waiting: { readonly value: T } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined
      if (waiting === null) return
      const { value } = waiting
      waiting = null
      rest()
      pass(value)
    }, interval_ms)
  }
  return {
    call: value => {
      if (timer !== undefined) {
        waiting = { value }
        return
      }
      rest()
      pass(value)
    },
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
      waiting = null
    },
  }
}
