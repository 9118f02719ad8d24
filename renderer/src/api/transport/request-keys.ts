/** Idempotency keys of what the window sends: one request, however often it has to be sent, is carried out once. */
import type { ApiProblem } from './problem'

export interface RequestKeys {
  /** The key of a request: the same until the service has answered it. `request` is its address and body. */
  readonly keyOf: (request: string) => string
  /** Called with how it ended; null for success. A reply that was lost leaves the key, so that sending again is no second request. */
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

/** The service refused it, which is an answer; no answer, an unreadable one or a fault of the service may hide a success. */
const isAnswer = ({ status, code }: ApiProblem): boolean =>
  status >= 400 && status < 500 && code !== 'idempotency_in_flight' && code !== 'unreadable_reply'
