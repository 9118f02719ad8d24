/** Aborts the unfinished jobs of a batch after a confirmation. */
import { Stop } from '@blueprintjs/icons'
import { useState } from 'react'
import type { JobBatch } from '../../../../../main/contract/jobs/batches'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { Confirm } from '../../../components/controls/confirm'
import { ProblemMessage } from '../../../components/messages/answer'
import { shortId } from '../../../draw/format/job-and-run-text'
import { abortText } from '../../../draw/jobs/batches'

interface Props {
  readonly batch: JobBatch
  readonly changed: () => void
}

export function AbortBatch({ batch, changed }: Props) {
  const { call } = useApi()
  const [asked, setAsked] = useState(false)
  const { batch_id } = batch
  const abort = useAction(() => call(routes.abortBatch, { params: { batch_id } }).finally(changed))
  const confirm = async () => {
    await abort.run()
    setAsked(false)
  }
  return (
    <>
      {abort.error && <ProblemMessage problem={abort.error} />}
      {batch.completed_at === null && (
        <ActionButton
          intent="danger"
          icon={<Stop />}
          text="Abort"
          loading={abort.running}
          onClick={() => setAsked(true)}
        />
      )}
      <Confirm
        isOpen={asked}
        title={`Abort batch ${shortId(batch_id)}?`}
        verb="Abort the batch"
        running={abort.running}
        cancel={() => setAsked(false)}
        confirm={() => void confirm()}
      >
        <p>{abortText(batch)}</p>
      </Confirm>
    </>
  )
}
