/** Fetches the cost of a submit shortly after the last change of its body. */
import { useMemo } from 'react'
import type { JobEstimate, SubmitBody } from '../../../../main/contract/jobs/submit'
import { routes } from '../../../../main/contract/routes'
import type { ApiProblem } from '../../api/transport/problem'
import { useDebouncedFetch } from '../../api/use-debounced'

export interface Estimated {
  /** Estimate for the current body; null while it is unknown. */
  readonly estimate: JobEstimate | null
  /** Why the service would refuse the submit. */
  readonly problem: ApiProblem | null
}

/** `body` must be the same object until it changes; null fetches nothing. */
export function useEstimate(body: SubmitBody | null): Estimated {
  const input = useMemo(() => (body === null ? null : { body }), [body])
  const { reply, problem, stale } = useDebouncedFetch(routes.estimateJob, input)
  return stale ? { estimate: null, problem: null } : { estimate: reply, problem }
}
