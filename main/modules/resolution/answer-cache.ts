import type { WorkContext } from '../../worker/runner'

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

interface SharedAnswer<T> {
  readonly answer: Promise<T>
  readonly abandoned: AbortController
  /** Callers that have not left. */
  waiting: number
}

/**
 * As `lruCache`, for answers that take time: a question under way is asked once per owner, failures are not kept.
 * `owner` names the caller on whose share the computation runs, so that no caller queues behind another. A caller
 * leaves by its signal and is rejected with the signal's reason; once all have left, the signal that `ask` was given is
 * aborted.
 */
export function asyncCache<T>(capacity: number) {
  const answers = lruCache<T>(capacity)
  const asked = new Map<string, SharedAnswer<T>>()

  const forget = (name: string, asking: SharedAnswer<T>) => asked.get(name) === asking && asked.delete(name)

  function begun(name: string, key: string, ask: (signal: AbortSignal) => Promise<T>): SharedAnswer<T> {
    const abandoned = new AbortController()
    const answer = ask(abandoned.signal).then(value => answers.of(key, () => value))
    const asking = { answer, abandoned, waiting: 0 }
    asked.set(name, asking)
    const over = () => forget(name, asking)
    answer.then(over, over)
    return asking
  }

  function leave(name: string, asking: SharedAnswer<T>, reason: unknown): void {
    asking.waiting -= 1
    if (asking.waiting > 0) return
    forget(name, asking)
    asking.abandoned.abort(reason)
  }

  return async (key: string, ask: (signal: AbortSignal) => Promise<T>, context: WorkContext = {}): Promise<T> => {
    const { owner, signal } = context
    const known = answers.find(key)
    if (known) return known.answer
    signal?.throwIfAborted()
    const name = JSON.stringify([owner === undefined ? 0 : owner, key])
    const asking = asked.get(name) ?? begun(name, key, ask)
    asking.waiting += 1
    return untilAborted(asking.answer, signal, reason => leave(name, asking, reason))
  }
}

/** The answer, or a rejection with the signal's reason as soon as it is aborted; `left` is called then. */
async function untilAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined, left: (reason: unknown) => void) {
  if (!signal) return answer
  let abort = (): void => undefined
  const leaving = new Promise<never>((_, reject) => {
    abort = () => {
      left(signal.reason)
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([answer, leaving])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
