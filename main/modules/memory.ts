/** Keeps the answers of a slow question, the most recently used ones. */
export function keep<T>(capacity: number) {
  const answers = new Map<string, { readonly answer: T }>()
  return {
    of(key: string, ask: () => T): T {
      const kept = answers.get(key) ?? { answer: ask() }
      answers.delete(key)
      answers.set(key, kept)
      if (answers.size > capacity) answers.delete(answers.keys().next().value!)
      return kept.answer
    },
    forget(key: string, answer: T): void {
      if (answers.get(key)?.answer === answer) answers.delete(key)
    },
  }
}

/** As `keep`, for answers that take their time: a question under way is asked once; failures are forgotten. */
export function remember<T>(capacity: number) {
  const answers = keep<Promise<T>>(capacity)
  return (key: string, ask: () => Promise<T>): Promise<T> =>
    answers.of(key, () => {
      const answer = ask()
      answer.catch(() => answers.forget(key, answer))
      return answer
    })
}
