/** Drawn bytes: hidden until a button shows them, kept in this page only, and exported as files. */
import { Button, ButtonGroup } from '@blueprintjs/core'
import { Download, EyeOff, EyeOpen, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import type { DrawReply } from '../../../../../main/contract/entropy/receipt'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { ActionButton } from '../../../components/controls/action-button'
import { CopyButton, DownloadButton } from '../../../components/controls/copy-download'
import { save, textFile } from '../../../components/controls/save-file'
import { Panel } from '../../../components/layout/page'
import { ProblemMessage } from '../../../components/messages/answer'
import { RawText } from '../../../components/tables/sheet'
import { SimulatedTag } from '../../../components/values/tags-and-times'
import { hexDump, hexToBytes } from '../../../draw/entropy/hex'
import { isSimulatedDraw } from '../../../draw/entropy/receipt-text'
import { countWithNoun } from '../../../draw/format/quantity'
import { ReceiptSheet } from '../receipts/receipt-sheet'

interface Props {
  readonly reply: DrawReply
  readonly forget: () => void
}

export function DrawResult({ reply, forget }: Props) {
  const { call } = useApi()
  const { request_id, bytes_hex, receipt } = reply
  const [shown, setShown] = useState(false)
  const saveAll = useAction(async () => {
    const proof = await call(routes.getReceiptProof, { params: { request_id } })
    const keys = await call(routes.getPublicKeys)
    save(`${request_id}.bin`, new Blob([hexToBytes(bytes_hex)]))
    save(`${request_id}.reply.json`, textFile(JSON.stringify(reply)))
    save(`${request_id}.evidence.jsonl`, textFile(`${JSON.stringify(proof)}\n${JSON.stringify(keys)}\n`))
  })
  return (
    <Panel
      title={`${countWithNoun(receipt.bytes, 'byte')} drawn`}
      tags={isSimulatedDraw(receipt) && <SimulatedTag />}
      actions={
        <ButtonGroup>
          <Button
            size="small"
            icon={shown ? <EyeOff /> : <EyeOpen />}
            text={shown ? 'Hide' : 'Show the bytes'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
          <CopyButton size="small" label="Copy as hex" text={bytes_hex} />
          <DownloadButton
            size="small"
            label="Bytes (.bin)"
            fileName={`${request_id}.bin`}
            content={() => hexToBytes(bytes_hex)}
            type="application/octet-stream"
          />
          <ActionButton
            size="small"
            icon={<Download />}
            text="Bytes, salt, receipt and proof"
            loading={saveAll.running}
            onClick={() => void saveAll.run()}
          />
          <Button size="small" icon={<Trash />} text="Forget" onClick={forget} />
        </ButtonGroup>
      }
    >
      {saveAll.error && <ProblemMessage problem={saveAll.error} />}
      {shown ? (
        <RawText label="Drawn bytes in hex" text={hexDump(bytes_hex)} />
      ) : (
        <p className="pentad-quiet">The bytes are hidden.</p>
      )}
      <p className="pentad-quiet">
        The bytes are on this page only and are gone when you leave it. The reply file holds the salt, without which
        nobody can prove that the receipt belongs to them.
      </p>
      <ReceiptSheet receipt={receipt} />
    </Panel>
  )
}
