/** The saved circuit that a job was submitted from. */
import { Link } from 'wouter'
import type { JobSavedCircuit } from '../../../../../main/contract/jobs/circuit-job'
import { canOpen, savedAddress } from '../../circuits/saved/saved-source'

export function SavedCircuitOfJob({ saved }: { readonly saved: JobSavedCircuit }) {
  const text = `saved circuit ${saved.name}, version ${saved.version}`
  if (canOpen(saved)) return <Link href={savedAddress(saved)}>{text}</Link>
  return (
    <>
      {text} <span className="pentad-quiet">({saved.deleted ? 'deleted' : 'kept by an API key'})</span>
    </>
  )
}
