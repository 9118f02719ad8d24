/** One receipt: readable, as JSON, with the proof that it is in the log, and verified. */
import { ButtonGroup } from '@blueprintjs/core'
import { Download, Endorsed } from '@blueprintjs/icons'
import { useState } from 'react'
import { Link } from 'wouter'
import type { VerificationReply } from '../../../../../main/contract/entropy/verification'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { useFetched } from '../../../api/use-fetch'
import { ActionButton } from '../../../components/controls/action-button'
import { CopyButton, DownloadButton } from '../../../components/controls/copy-download'
import { save, textFile } from '../../../components/controls/save-file'
import { Panel } from '../../../components/layout/page'
import { Answer, ProblemMessage } from '../../../components/messages/answer'
import { RawText } from '../../../components/tables/sheet'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { isSimulatedDraw } from '../../../draw/entropy/receipt-text'
import { shortId } from '../../../draw/format/job-and-run-text'
import { Findings } from '../verify/findings'
import { ReceiptSheet } from './receipt-sheet'

export function ReceiptDetail({ request_id }: { readonly request_id: string }) {
  const { call } = useApi()
  const receipt = useFetched(routes.getReceipt, { params: { request_id } })
  const [verdict, setVerdict] = useState<VerificationReply | null>(null)
  const proven = () => call(routes.getReceiptProof, { params: { request_id } })
  const saveProof = useAction(async () => save(`${request_id}.proof.json`, textFile(JSON.stringify(await proven()))))
  const verify = useAction(async () => {
    const documents = [{ name: `${request_id}.proof.json`, text: JSON.stringify(await proven()) }]
    setVerdict(await call(routes.verifyEvidence, { body: { documents, trust_service: true } }))
  })
  const json = JSON.stringify(receipt.data, null, 2)
  const problem = saveProof.error ?? verify.error
  return (
    <Panel
      title={`Receipt ${shortId(request_id)}`}
      tags={receipt.data && isSimulatedDraw(receipt.data) && <SimulatedTag />}
      actions={
        receipt.data && (
          <ButtonGroup>
            <ActionButton
              size="small"
              icon={<Endorsed />}
              text="Verify with proof"
              loading={verify.running}
              onClick={() => void verify.run()}
            />
            <CopyButton size="small" label="Copy JSON" text={json} />
            <DownloadButton size="small" label="Receipt" fileName={`${request_id}.receipt.json`} content={() => json} />
            <ActionButton
              size="small"
              icon={<Download />}
              text="Save the proof"
              loading={saveProof.running}
              onClick={() => void saveProof.run()}
            />
          </ButtonGroup>
        )
      }
    >
      {problem && <ProblemMessage problem={problem} />}
      {verdict && <Findings reply={verdict} />}
      <Answer of={receipt} what="the receipt">
        {found => (
          <>
            <ReceiptSheet receipt={found} />
            <details>
              <summary>As JSON</summary>
              <RawText label="Receipt" text={json} />
            </details>
          </>
        )}
      </Answer>
      <p>
        <Link href="/entropy?view=receipts">Close</Link>
      </p>
    </Panel>
  )
}
