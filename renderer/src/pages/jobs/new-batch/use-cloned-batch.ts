/** `?batch=` fills the form with the circuits of a batch, and is removed from the address once they are filled in. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { BatchId } from '../../../../../main/contract/jobs/batches'
import { routes } from '../../../../../main/contract/routes'
import type { Call } from '../../../api/transport/client'
import { type ApiProblem, problemFrom } from '../../../api/transport/problem'
import { useApi } from '../../../api/use-api'
import type { TypedCircuit } from '../../../job-form/fields/batch-fields'
import { clonedFields, clonedParameters } from '../../../job-form/fields/cloned-job'
import type { SubmitFields } from '../../../job-form/fields/submit-fields'
import { readableText } from '../../circuits/text/circuit-export'
import { useBatchDraft } from './batch-draft'
import { EMPTY_CIRCUIT } from './kept-batch'

interface ClonedCircuit {
  readonly fields: SubmitFields
  readonly circuit: Omit<TypedCircuit, 'id'>
}

/** Jobs that are fetched at the same time, and jobs of a page of the list. */
const AT_ONCE = 8
const PAGE = 500

/** Ids in the order of the circuits: jobs are listed newest first. */
async function membersOf(call: Call, batch: string, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const { items, next_cursor } = await call(routes.listJobs, { query: { batch, limit: PAGE, cursor } }, signal)
    ids.push(...items.map(({ job_uuid }) => job_uuid))
    cursor = next_cursor ?? undefined
  } while (cursor !== undefined)
  return ids.toReversed()
}

async function clonedCircuit(call: Call, job_uuid: string, signal: AbortSignal): Promise<ClonedCircuit> {
  const job = await call(routes.getJob, { params: { job_uuid } }, signal)
  const { name, shots, ...fields } = clonedFields(job)
  const parameters = await clonedParameters(call, job, signal)
  const circuit = { ...EMPTY_CIRCUIT, name, shots, parameters, text: await readableText(call, job.circuit!) }
  return { fields: { ...fields, shots, name: '' }, circuit }
}

interface ClonedBatch {
  /** What is still being fetched, in words; null: nothing. */
  readonly awaited: string | null
  readonly problem: ApiProblem | null
  readonly retry: () => void
}

export function useClonedBatch(): ClonedBatch {
  const { call } = useApi()
  const [search, setSearch] = useSearchParams()
  const { replaceAll } = useBatchDraft()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [attempt, setAttempt] = useState(0)
  const batch_id = search.get('batch')

  const open = useEffectEvent(async (batch: string, signal: AbortSignal) => {
    const ids = BatchId.safeParse({ batch_id: batch }).success ? await membersOf(call, batch, signal) : []
    const jobs: ClonedCircuit[] = []
    for (let at = 0; at < ids.length; at += AT_ONCE)
      jobs.push(...(await Promise.all(ids.slice(at, at + AT_ONCE).map(id => clonedCircuit(call, id, signal)))))
    if (signal.aborted) return
    const [first] = jobs
    if (first)
      replaceAll(
        first.fields,
        jobs.map(({ circuit }) => circuit),
      )
    setSearch({}, { replace: true })
  })
  useEffect(() => {
    const stop = new AbortController()
    setProblem(null)
    if (attempt >= 0 && batch_id !== null)
      open(batch_id, stop.signal).catch(thrown => stop.signal.aborted || setProblem(problemFrom(thrown)))
    return () => stop.abort()
  }, [batch_id, attempt])
  const awaited = batch_id !== null && problem === null ? 'the circuits of the batch' : null
  return { awaited, problem, retry: () => setAttempt(count => count + 1) }
}
