/** Saves the draft on the service. */
import { routes } from '../../../../../main/contract/routes'
import { useApi } from '../../../api/use-api'
import { draftText } from '../editor/state/circuit-draft'
import { useOpenCircuit } from './open-circuit'

/** Saves the draft as the next version of the open saved circuit, or, where none is open, as a new one by that name. Rejects with ApiProblem. */
export function useSaveDraft(): (name: string) => Promise<void> {
  const { call } = useApi()
  const { open, setOpen } = useOpenCircuit()
  return async name => {
    const text = draftText()
    const { circuit_id, version } = await (open === null
      ? call(routes.saveCircuit, { body: { name, text } })
      : call(routes.saveVersion, { params: { circuit_id: open.circuit_id }, body: { text, after: open.version } }))
    setOpen({ circuit_id, version })
  }
}
