/** The form that submits the circuit of the draft; the submitted text is stored for a clone of the job. */
import { memo } from 'react'
import type { ParametricCircuit } from '../../../../main/contract/jobs/circuit'
import type { SavedVersionRef } from '../../../../main/contract/jobs/saved-circuit'
import { routes } from '../../../../main/contract/routes'
import type { ApiProblem } from '../../api/transport/problem'
import { usePolled } from '../../api/use-fetch'
import { Panel } from '../../components/layout/page'
import { Answer, Empty } from '../../components/messages/answer'
import { SubmitForm } from '../../job-form/submit-form'
import { draftText, useDraft } from './editor/state/circuit-draft'
import { useUnsavedWork } from './saved/unsaved-work'
import { keepSubmittedText } from './submitted-texts'

const QUEUES_CHANGE_EVERY_MS = 15_000

const keepText = (job_uuid: string) => {
  const submitted = draftText()
  useUnsavedWork.setState({ submitted })
  keepSubmittedText(job_uuid, submitted)
}

interface SubmitPanelProps {
  readonly circuit: ParametricCircuit | null
  /** The saved version that the text of the circuit equals. */
  readonly source: SavedVersionRef | null
  readonly refused: (problem: ApiProblem | null) => void
}

export const SubmitPanel = memo(({ circuit, source, refused }: SubmitPanelProps) => {
  const backends = usePolled(routes.listBackends, {}, { every_ms: QUEUES_CHANGE_EVERY_MS })
  const fields = useDraft(draft => draft.fields)
  const setFields = useDraft(draft => draft.setFields)
  return (
    <Panel title="Submit">
      <Answer of={backends} what="the backends">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No backend">The lab profile names no device.</Empty>
          ) : (
            <SubmitForm
              full
              backends={items}
              circuit={circuit}
              saved={source}
              fields={fields}
              change={setFields}
              refused={refused}
              submitted={keepText}
            />
          )
        }
      </Answer>
    </Panel>
  )
})
