/** What the page opens with: the circuit of a job that is cloned, the draft as it was left, or a Bell pair. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { JobDetail } from '../../../../main/contract/jobs/circuit-job'
import { JobId } from '../../../../main/contract/jobs/submit'
import { routes } from '../../../../main/contract/routes'
import type { Call } from '../../api/transport/client'
import { type ApiProblem, problemFrom } from '../../api/transport/problem'
import { useApi } from '../../api/use-api'
import { TEMPLATES } from '../../draw/circuits/templates'
import { observableLines } from '../../submit/observable-lines'
import { parameterTableText } from '../../submit/parameter-table'
import { FIRST_FIELDS, type SubmitFields } from '../../submit/submit-fields'
import { readableText } from './circuit-export'
import { useDraft, useDraftText } from './editor/draft'

/** The fields of a job, without its seed: a clone is a new sample. */
const fieldsOf = ({ backend, mode, shots, options, name, tags, ...asked }: JobDetail): SubmitFields => ({
  ...FIRST_FIELDS,
  backend,
  shots: shots === 0 ? FIRST_FIELDS.shots : String(shots),
  noise: mode === 'mock' && options.noise === 'calibrated' ? 'calibrated' : '',
  precision: mode === 'mock' && options.precision === 'float32' ? 'float32' : '',
  name: name ?? '',
  tags: tags.join(', '),
  observables: observableLines(asked.observables ?? []),
  exact: asked.estimates === 'exact',
  target_error: asked.target_error === undefined ? '' : String(asked.target_error),
  grouping: options.grouping === 'general' ? 'general' : '',
  readout: options.mitigation?.readout ?? '',
})

/** The values of a sweep, which stand beside the results of its rows; empty where there are none. */
async function parametersOf(call: Call, { job_uuid, status, rows, estimates }: JobDetail, signal: AbortSignal) {
  if (rows === null || status !== 'COMPLETED') return ''
  const params = { job_uuid }
  const told =
    estimates === null
      ? await call(routes.getResultSeries, { params, query: { parity: '0' } }, signal)
      : await call(routes.getResultValues, { params, query: { format: 'json' } }, signal)
  return parameterTableText({ names: told.names, rows: told.rows.map(({ values }) => values) })
}

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
      const parameters = await parametersOf(call, job, signal)
      if (signal.aborted) return
      setText(written)
      setFields({ ...fieldsOf(job), parameters })
    } else {
      if (backend !== null) setFields({ ...fields, backend })
      const first = text ?? (await readableText(call, TEMPLATES[0]!.circuit))
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
