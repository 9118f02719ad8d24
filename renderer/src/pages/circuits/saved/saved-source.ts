/** Which version of a saved circuit the draft is, byte for byte: a job names that version as its source. */
import { useMemo } from 'react'
import type { JobSavedCircuit } from '../../../../../main/contract/jobs/circuit-job'
import type { SavedVersionRef } from '../../../../../main/contract/jobs/saved-circuit'
import { routes } from '../../../../../main/contract/routes'
import type { Call } from '../../../api/transport/client'
import { useFetched } from '../../../api/use-fetch'
import { type LoadedVersion, useOpenCircuit } from './open-circuit'

/** null for a draft that was never saved, and for one that was edited since. The same object until it is another version. */
export function useSavedSource(text: string): SavedVersionRef | null {
  const { open, loaded } = useOpenCircuit()
  const { data, error } = useFetched(routes.getSavedCircuit, open && { params: { circuit_id: open.circuit_id } })
  const newest = error === null && data?.circuit_id === open?.circuit_id ? data : undefined
  const same = [newest, loaded].find(one => one?.circuit_id === open?.circuit_id && one?.text === text)
  const { circuit_id, version } = same ?? {}
  return useMemo(
    () => (circuit_id === undefined || version === undefined ? null : { circuit_id, version }),
    [circuit_id, version],
  )
}

/** A version with its text, and the newest version of its circuit. Rejects with ApiProblem where there is none. */
export async function readSaved(call: Call, { circuit_id, version }: SavedVersionRef, signal: AbortSignal) {
  const newest = await call(routes.getSavedCircuit, { params: { circuit_id } }, signal)
  const params = { circuit_id, version: String(version) }
  const { text } = await call(routes.getSavedVersion, { params }, signal)
  const loaded: LoadedVersion = { circuit_id, version, text }
  return { loaded, open: { circuit_id, version: newest.version } }
}

/** Whether a window of the account holder can open the saved circuit of a job. */
export const canOpen = ({ deleted, key_id }: JobSavedCircuit): boolean => !deleted && key_id === null

export const savedAddress = ({ circuit_id, version }: SavedVersionRef): string =>
  `/circuits?saved=${circuit_id}&version=${version}`
export const savedJobsAddress = (circuit_id: string): string => `/jobs?saved_circuit=${circuit_id}`
