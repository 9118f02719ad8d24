interface Waiter {
  readonly bytes: number
  readonly admit: () => void
}

interface BudgetWait {
  readonly signal?: AbortSignal | undefined
  readonly onWait?: (() => void) | undefined
}

/**
 * Starts a kernel's call that holds memory; `release` gives the memory back once the call has ended or could not start.
 */
export async function startWithMemory<Task extends { readonly promise: Promise<unknown> }>(
  release: () => void,
  {
    signal,
    onStart,
  }: { readonly signal?: AbortSignal | undefined; readonly onStart?: (() => Promise<void>) | undefined },
  start: () => Task,
): Promise<Task> {
  try {
    await onStart?.()
    signal?.throwIfAborted()
    const task = start()
    task.promise.then(release, release)
    return task
  } catch (error) {
    release()
    throw error
  }
}

export interface MemoryBudget {
  /** Resolves to the function that gives the bytes back; rejects with the signal's reason. `onWait` is called where it has to wait. */
  acquire(bytes: number, waiting?: BudgetWait): Promise<() => void>
}

/**
 * Admits callers in their order while the bytes that they hold together stay within `total`; a caller that alone
 * exceeds it runs when no other does. Without the budget, states that together exceed the memory would end the process.
 */
export function createMemoryBudget(total: number): MemoryBudget {
  let held = 0
  const waiting: Waiter[] = []
  const release = (bytes: number) => {
    held -= bytes
    admitNext()
  }
  const admitNext = () => {
    while (waiting[0] && (held === 0 || held + waiting[0].bytes <= total)) {
      const next = waiting.shift()!
      held += next.bytes
      next.admit()
    }
  }
  const acquire = (bytes: number, { signal, onWait }: BudgetWait = {}) =>
    new Promise<() => void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const leave = () => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(signal?.reason)
        admitNext()
      }
      const waiter: Waiter = {
        bytes,
        admit: () => {
          signal?.removeEventListener('abort', leave)
          resolve(() => release(bytes))
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.push(waiter)
      admitNext()
      if (waiting.includes(waiter)) onWait?.()
    })
  return { acquire }
}
