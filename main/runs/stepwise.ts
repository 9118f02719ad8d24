import { setImmediate } from 'node:timers/promises'

/** Drives work that pauses, letting the event loop turn at every pause; throws the signal's reason when aborted. */
export async function stepwise<T>(work: Generator<void, T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await setImmediate()
    signal.throwIfAborted()
  }
}
