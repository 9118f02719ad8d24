/** Work on the newest of what is given, done once the frame at hand has been painted. */
export interface Late<Given> {
  give(given: Given): void
  /** Does at once what waits. */
  flush(): void
  /** Forgets it. */
  drop(): void
}

export function createLate<Given>(work: (given: Given) => void): Late<Given> {
  let waiting: { readonly given: Given } | null = null
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const drop = () => {
    waiting = null
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  const flush = () => {
    const now = waiting
    drop()
    if (now !== null) work(now.given)
  }
  const give = (given: Given) => {
    const isFirst = waiting === null
    waiting = { given }
    if (!isFirst) return
    // Pages that are hidden paint no frames.
    if (document.hidden) timer = setTimeout(flush)
    else
      frame = requestAnimationFrame(() => {
        timer = setTimeout(flush)
      })
  }
  return { give, flush, drop }
}
