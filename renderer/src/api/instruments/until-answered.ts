/** A request that must not be lost: repeated while the service does not answer. */
import { ApiProblem } from '../transport/problem'

export interface RetryOptions {
  /** Called before each further attempt. */
  readonly unanswered: () => void
  /** Waits between two attempts. */
  readonly wait: () => Promise<void>
  /** Stops further attempts once aborted. */
  readonly signal: AbortSignal
}

/** Rejects with the service's refusal, or with the last failure once the signal is aborted. */
export async function untilAnswered<Reply>(
  send: () => Promise<Reply>,
  { unanswered, wait, signal }: RetryOptions,
): Promise<Reply> {
  for (;;) {
    try {
      return await send()
    } catch (failure) {
      if (signal.aborted || !(failure instanceof ApiProblem) || failure.code !== 'offline') throw failure
      unanswered()
      await wait()
      if (signal.aborted) throw failure
    }
  }
}
