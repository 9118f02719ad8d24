/** Remembers the answers of a slow question, the most recently used ones. A question under way is asked once; failures are forgotten. */
export function remember<T>(capacity: number) {
  const answers = new Map<string, Promise<T>>()

  function forgetOldest() {
    for (const key of answers.keys()) {
      if (answers.size <= capacity) return
      answers.delete(key)
    }
  }

  return (key: string, ask: () => Promise<T>): Promise<T> => {
    const known = answers.get(key)
    const answer = known ?? ask()
    answers.delete(key)
    answers.set(key, answer)
    if (known === undefined) answer.catch(() => answers.get(key) === answer && answers.delete(key))
    forgetOldest()
    return answer
  }
}
