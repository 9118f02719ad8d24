/** A request that must not be lost: sent again while the service does not answer. */
import { ApiProblem } from '../transport/problem'

export interface Insisting {
  /** Called before each further attempt. */
  readonly unanswered: () => void
  /** Between two attempts. */
  readonly wait: () => Promise<void>
  /** Once it is aborted nothing is sent any more. */
  readonly signal: AbortSignal
}

/** Rejects with what the service refuses it for, and with the last failure once the signal is aborted. */
export async function untilAnswered<Reply>(
  send: () => Promise<Reply>,
  { unanswered, wait, signal }: Insisting,
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
