/** The circuit that the page opens with: that of a cloned job, a saved one, the draft as it was left, or a Bell pair. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import type { JobDetail } from '../../../../main/contract/jobs/circuit-job'
import { SavedVersionRef } from '../../../../main/contract/jobs/saved-circuit'
import { JobId } from '../../../../main/contract/jobs/submit'
import { canonicalJsonText } from '../../../../main/contract/model/canonical-json'
import { routes } from '../../../../main/contract/routes'
import type { Call } from '../../api/transport/client'
import { type ApiProblem, problemFrom } from '../../api/transport/problem'
import { useApi } from '../../api/use-api'
import { languageOf, readJson } from '../../draw/circuits/circuit-text'
import { clonedFields, clonedParameters } from '../../job-form/fields/cloned-job'
import { draftRead, useDraft } from './editor/state/circuit-draft'
import { useOpenCircuit } from './saved/open-circuit'
import { canOpen, readSaved } from './saved/saved-source'
import { mayReplaceDraft } from './saved/unsaved-work'
import { submittedTextOf } from './submitted-texts'
import { readableText } from './text/circuit-export'

const BELL_PAIR = { params: { template: 'ghz' }, query: { qubits: '2' } } as const

interface InitialCircuit {
  /** What is being loaded; text typed before it arrives would be replaced. */
  readonly awaited: string | null
  readonly problem: ApiProblem | null
  readonly retry: () => void
}

/** `?job=` clones, `?saved=…&version=` opens a saved circuit, `?backend=` chooses a backend; all are removed from the address once applied. */
export function useInitialCircuit(): InitialCircuit {
  const { call } = useApi()
  const [search, setSearch] = useSearchParams()
  const isEmpty = useDraft(({ history }) => history === null)
  const { loadText, setFields } = useDraft.getState()
  const { setOpen } = useOpenCircuit()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [attempt, setAttempt] = useState(0)
  const job_uuid = search.get('job')
  const backend = search.get('backend')
  const saved = savedIn(search)
  const asked = job_uuid ?? (saved && `${saved.circuit_id} ${saved.version}`)

  const open = useEffectEvent(async (signal: AbortSignal) => {
    await draftRead()
    // Without a stored draft, the text of the open circuit is lost too.
    if (useDraft.getState().history === null) setOpen(null)
    if (asked !== null && !(await mayReplaceDraft())) return setSearch({}, { replace: true })
    if (job_uuid !== null && JobId.safeParse({ job_uuid }).success) {
      const job = await call(routes.getJob, { params: { job_uuid } }, signal)
      const kept = await savedTextOf(call, job, signal)
      const written =
        kept?.loaded.text ?? (await ownTextOf(call, job, signal)) ?? (await readableText(call, job.circuit!))
      const parameters = await clonedParameters(call, job, signal)
      if (signal.aborted) return
      loadText(written)
      if (kept) setOpen(kept.open, kept.loaded)
      setFields({ ...clonedFields(job), parameters })
    } else if (saved !== null) {
      const kept = await readSaved(call, saved, signal)
      if (signal.aborted) return
      loadText(kept.loaded.text)
      setOpen(kept.open, kept.loaded)
    } else {
      if (backend !== null) setFields({ ...useDraft.getState().fields, backend })
      const first = useDraft.getState().history?.text ?? (await call(routes.getTemplate, BELL_PAIR)).text
      if (signal.aborted) return
      // Text typed after a failed attempt stays.
      if (useDraft.getState().history === null) loadText(first)
    }
    setSearch({}, { replace: true })
  })
  useEffect(() => {
    const stop = new AbortController()
    setProblem(null)
    if (attempt >= 0 && (asked !== null || backend !== null || useDraft.getState().history === null))
      open(stop.signal).catch(thrown => stop.signal.aborted || setProblem(problemFrom(thrown)))
    return () => stop.abort()
  }, [asked, backend, attempt])
  const awaited =
    asked !== null
      ? job_uuid === null
        ? 'the saved circuit'
        : 'the circuit of the job'
      : isEmpty
        ? 'the first circuit'
        : null
  return { awaited: problem === null ? awaited : null, problem, retry: () => setAttempt(count => count + 1) }
}

function savedIn(search: URLSearchParams): SavedVersionRef | null {
  const read = SavedVersionRef.safeParse({ circuit_id: search.get('saved'), version: Number(search.get('version')) })
  return read.success ? read.data : null
}

/** The saved version that the job was submitted from, where that can be opened and is what the job ran; else null. */
async function savedTextOf(call: Call, { saved_circuit, circuit }: JobDetail, signal: AbortSignal) {
  if (!saved_circuit || !canOpen(saved_circuit)) return null
  try {
    const { circuit_id, version } = saved_circuit
    const kept = await readSaved(call, { circuit_id, version }, signal)
    return (await isMeantBy({ call, signal }, kept.loaded.text, circuit)) ? kept : null
  } catch {
    // Deleted meanwhile, or with faults: the circuit of the job is used instead.
    return null
  }
}

/** The text that the job was submitted with from this browser; null where it is not kept, or is not what the job ran. */
async function ownTextOf(call: Call, { job_uuid, circuit }: JobDetail, signal: AbortSignal): Promise<string | null> {
  const text = submittedTextOf(job_uuid)
  try {
    return text !== null && (await isMeantBy({ call, signal }, text, circuit)) ? text : null
  } catch {
    // The kept text has faults: it was changed while it was submitted.
    return null
  }
}

interface CancellableCall {
  readonly call: Call
  readonly signal: AbortSignal
}

async function isMeantBy(cancellable: CancellableCall, text: string, circuit: JobDetail['circuit']) {
  const meant = await readCircuit(cancellable, text)
  return meant && circuit && canonicalJsonText(meant) === canonicalJsonText(circuit)
}

async function readCircuit({ call, signal }: CancellableCall, text: string): Promise<ParametricCircuit | null> {
  if (languageOf(text) === 'json') return readJson(text).circuit
  return (await call(routes.parseCircuit, { body: { text } }, signal)).circuit
}
