/** Runs work of the same key one after another, and everything else at once; null has no key. */
export type OneAtATime = <T>(key: string | null, work: () => Promise<T>) => Promise<T>

export function createOneAtATime(): OneAtATime {
  const running = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    if (key === null) return work()
    for (let other = running.get(key); other; other = running.get(key)) await other
    const mine = work().finally(() => running.delete(key))
    // The next call waits for the end of this one, whether it succeeds or fails.
    running.set(
      key,
      mine.catch(() => {}),
    )
    return mine
  }
}
