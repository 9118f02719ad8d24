/** Adds the newest version of a saved circuit. */
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { useFetched } from '../../../api/use-fetch'
import { Choice } from '../../../components/controls/choice'
import { ProblemMessage } from '../../../components/messages/answer'
import { hasRoom, savedText } from '../../../job-form/fields/batch-fields'
import { useBatchDraft } from './batch-draft'
import { EMPTY_CIRCUIT } from './kept-batch'

export function SavedChoice() {
  const { call } = useApi()
  const { add, circuits } = useBatchDraft()
  const saved = useFetched(routes.listSavedCircuits, {})
  const take = useAction(async (circuit_id: string) => {
    const { name, text, version } = await call(routes.getSavedCircuit, { params: { circuit_id } })
    add([{ ...EMPTY_CIRCUIT, name, text, saved: savedText({ circuit_id, version }) }])
  })
  const items = saved.data?.items ?? []
  const problem = take.error ?? saved.error
  if (items.length === 0) return problem && <ProblemMessage problem={problem} />
  return (
    <>
      <Choice
        label="Saved circuit"
        none="add…"
        value=""
        disabled={take.running || !hasRoom(circuits)}
        options={items.map(({ circuit_id, name }) => [circuit_id, name] as const)}
        choose={circuit_id => void take.run(circuit_id)}
      />
      {problem && <ProblemMessage problem={problem} />}
    </>
  )
}
