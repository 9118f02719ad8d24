/** Asks what a submit would cost, a moment after the last change of its body. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { JobEstimate, SubmitJob } from '../../../main/contract/jobs'
import { routes } from '../../../main/contract/routes'
import { type ApiProblem, problemFrom } from '../api/problem'
import { useApi } from '../api/use-api'

const PAUSE_MS = 250

export interface Estimated {
  /** Of the body as it is now; null while it is not known. */
  readonly estimate: JobEstimate | null
  /** Why the service would refuse it. */
  readonly problem: ApiProblem | null
}

const NOTHING: Estimated = { estimate: null, problem: null }

/** `body` has to be the same object until it changes; null asks nothing. */
export function useEstimate(body: SubmitJob | null): Estimated {
  const { call, epoch } = useApi()
  const [answer, setAnswer] = useState<Estimated & { of: SubmitJob | null }>({ ...NOTHING, of: null })
  const ask = useEffectEvent((signal: AbortSignal, wanted: SubmitJob) =>
    call(routes.estimateJob, { body: wanted }, signal),
  )
  useEffect(() => {
    if (body === null || epoch < 0) return
    const stop = new AbortController()
    const settle = (found: Partial<Estimated>) => stop.signal.aborted || setAnswer({ ...NOTHING, ...found, of: body })
    const timer = setTimeout(() => {
      ask(stop.signal, body).then(
        estimate => settle({ estimate }),
        thrown => settle({ problem: problemFrom(thrown) }),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [body, epoch])
  return answer.of === body ? answer : NOTHING
}
