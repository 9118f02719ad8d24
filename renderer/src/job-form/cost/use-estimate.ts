/** Asks what a submit would cost, a moment after the last change of its body. */
import { useMemo } from 'react'
import type { JobEstimate, SubmitBody } from '../../../../main/contract/jobs/submit'
import { routes } from '../../../../main/contract/routes'
import type { ApiProblem } from '../../api/transport/problem'
import { useDebouncedFetch } from '../../api/use-debounced'

export interface Estimated {
  /** Estimate for the current body; null while it is not known. */
  readonly estimate: JobEstimate | null
  /** Why the service would refuse it. */
  readonly problem: ApiProblem | null
}

/** `body` has to be the same object until it changes; null asks nothing. */
export function useEstimate(body: SubmitBody | null): Estimated {
  const input = useMemo(() => (body === null ? null : { body }), [body])
  const { reply, problem, stale } = useDebouncedFetch(routes.estimateJob, input)
  return stale ? { estimate: null, problem: null } : { estimate: reply, problem }
}
