/** Does work on the newest value given, once the current frame has been painted. */
export interface AfterPaint<Given> {
  give(given: Given): void
  /** Does the waiting work at once. */
  flush(): void
  /** Drops the waiting work. */
  drop(): void
}

export function afterPaint<Given>(work: (given: Given) => void): AfterPaint<Given> {
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
