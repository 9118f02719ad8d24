/** What the page opens with: the circuit of a job that is cloned, the draft as it was left, or a Bell pair. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { JobId } from '../../../../main/contract/jobs/submit'
import { routes } from '../../../../main/contract/routes'
import { type ApiProblem, problemFrom } from '../../api/transport/problem'
import { useApi } from '../../api/use-api'
import { readableText } from '../../submit/circuit-export'
import { clonedFields, clonedParameters } from '../../submit/cloned-job'
import { useDraft, useDraftText } from './editor/state/draft'

const BELL_PAIR = { params: { template: 'ghz' }, query: { qubits: '2' } } as const

interface InitialCircuit {
  /** What is still waited for; what is written meanwhile would be replaced by it. */
  readonly awaited: string | null
  readonly problem: ApiProblem | null
  readonly retry: () => void
}

/** `?job=` clones, `?backend=` chooses; both leave the address once they are taken over. */
export function useInitialCircuit(): InitialCircuit {
  const { call } = useApi()
  const [search, setSearch] = useSearchParams()
  const text = useDraftText()
  const { fields, setText, setFields } = useDraft()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [attempt, setAttempt] = useState(0)
  const job_uuid = search.get('job')
  const backend = search.get('backend')

  const open = useEffectEvent(async (signal: AbortSignal) => {
    if (job_uuid !== null && JobId.safeParse({ job_uuid }).success) {
      const job = await call(routes.getJob, { params: { job_uuid } }, signal)
      const written = await readableText(call, job.circuit!)
      const parameters = await clonedParameters(call, job, signal)
      if (signal.aborted) return
      setText(written)
      setFields({ ...clonedFields(job), parameters })
    } else {
      if (backend !== null) setFields({ ...fields, backend })
      const first = text ?? (await call(routes.getTemplate, BELL_PAIR)).text
      if (signal.aborted) return
      // What was written after an attempt that failed stays.
      if (useDraft.getState().history === null) setText(first)
    }
    setSearch({}, { replace: true })
  })
  useEffect(() => {
    const stop = new AbortController()
    setProblem(null)
    if (attempt >= 0 && (job_uuid !== null || backend !== null || useDraft.getState().history === null))
      open(stop.signal).catch(thrown => stop.signal.aborted || setProblem(problemFrom(thrown)))
    return () => stop.abort()
  }, [job_uuid, backend, attempt])
  const awaited = job_uuid !== null ? 'the circuit of the job' : text === null ? 'the first circuit' : null
  return { awaited: problem === null ? awaited : null, problem, retry: () => setAttempt(count => count + 1) }
}
