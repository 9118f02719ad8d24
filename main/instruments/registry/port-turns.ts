/** Runs work at the same port one after another, and everything else at once; null is no port. */
export type PortTurns = <T>(port: string | null, work: () => Promise<T>) => Promise<T>

export function createPortTurns(): PortTurns {
  const running = new Map<string, Promise<unknown>>()
  return async (port, work) => {
    if (port === null) return work()
    for (let other = running.get(port); other; other = running.get(port)) await other
    const mine = work().finally(() => running.delete(port))
    // The next call waits for the end of this one, whether it succeeds or fails.
    running.set(
      port,
      mine.catch(() => {}),
    )
    return mine
  }
}
