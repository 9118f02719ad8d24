/** Keeps the answers of a slow question, the most recently used ones. */
export function lruCache<T>(capacity: number) {
  const answers = new Map<string, { readonly answer: T }>()
  return {
    find(key: string): { readonly answer: T } | null {
      const kept = answers.get(key)
      if (!kept) return null
      answers.delete(key)
      answers.set(key, kept)
      return kept
    },
    of(key: string, ask: () => T): T {
      const kept = answers.get(key) ?? { answer: ask() }
      answers.delete(key)
      answers.set(key, kept)
      if (answers.size > capacity) answers.delete(answers.keys().next().value!)
      return kept.answer
    },
  }
}

/**
 * As `keep`, for answers that take their time: a question under way is asked once, failures are forgotten. `owner` names
 * the caller on whose share the computation runs, so that no caller queues behind another.
 */
export function asyncCache<T>(capacity: number) {
  const answers = lruCache<T>(capacity)
  const asked = new Map<string, Promise<T>>()

  async function answered(name: string, key: string, ask: () => Promise<T>): Promise<T> {
    try {
      const answer = await ask()
      return answers.of(key, () => answer)
    } finally {
      asked.delete(name)
    }
  }

  return async (key: string, ask: () => Promise<T>, owner?: string | null): Promise<T> => {
    const known = answers.find(key)
    if (known) return known.answer
    const name = JSON.stringify([owner === undefined ? 0 : owner, key])
    const asking = asked.get(name) ?? answered(name, key, ask)
    asked.set(name, asking)
    return asking
  }
}
