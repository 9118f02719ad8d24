/** Idempotency keys of the window's requests, so that a request that is sent repeatedly is executed once. */
import type { ApiProblem } from './problem'

export interface RequestKeys {
  /** Key of a request (its address and body): the same until the service has answered it. */
  readonly keyOf: (request: string) => string
  /**
   * Reports the end of a request; null for success. After a lost reply the key stays, so that sending again is not a
   * second request.
   */
  readonly ended: (request: string, problem: ApiProblem | null) => void
}

export function createRequestKeys(fresh: () => string): RequestKeys {
  const open = new Map<string, string>()
  return {
    keyOf(request) {
      const key = open.get(request) ?? fresh()
      open.set(request, key)
      return key
    },
    ended(request, problem) {
      if (problem === null || isAnswer(problem)) open.delete(request)
    },
  }
}

/**
 * Whether the service refused the request, which settles it. No reply, an unreadable one or an internal error may hide
 * a success.
 */
const isAnswer = ({ status, code }: ApiProblem): boolean =>
  status >= 400 && status < 500 && code !== 'idempotency_in_flight' && code !== 'unreadable_reply'
