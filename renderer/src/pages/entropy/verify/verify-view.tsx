/** Verifies dropped or pasted documents by the rules of `npm run verify`. */
import { Checkbox, FileInput, FormGroup, TextArea } from '@blueprintjs/core'
import { type DragEvent, useState } from 'react'
import type { VerificationReply, VerificationRequest } from '../../../../../main/contract/entropy/verification'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { useFetched } from '../../../api/use-fetch'
import { ActionButton } from '../../../components/controls/action-button'
import { Panel } from '../../../components/layout/page'
import { Answer, ProblemMessage } from '../../../components/messages/answer'
import { Sheet } from '../../../components/tables/sheet'
import { enteredKeys, evidenceFault, pastedDocument } from '../../../draw/entropy/verification-text'
import { Findings } from './findings'

type SentDocument = VerificationRequest['documents'][number]

const read = async (files: readonly File[]): Promise<SentDocument[]> =>
  Promise.all(files.map(async file => ({ name: file.name.slice(0, 200), text: await file.text() })))

export function VerifyView() {
  const { call } = useApi()
  const [files, setFiles] = useState<readonly File[]>([])
  const [pasted, setPasted] = useState('')
  const [keys, setKeys] = useState('')
  const [trusting, setTrusting] = useState(true)
  const [fault, setFault] = useState<string | null>(null)
  const [reply, setReply] = useState<VerificationReply | null>(null)
  const verify = useAction(async () => {
    setReply(null)
    const documents = [...(await read(files)), ...(pasted.trim() === '' ? [] : [pastedDocument(pasted)])]
    const wrong = evidenceFault(documents)
    setFault(wrong)
    if (wrong !== null) return
    setReply(
      await call(routes.verifyEvidence, { body: { documents, keys: enteredKeys(keys), trust_service: trusting } }),
    )
  })
  return (
    <>
      <Panel title="Verify">
        <form
          className="entropy-form"
          onSubmit={event => {
            event.preventDefault()
            void verify.run()
          }}
        >
          <EvidenceFiles files={files} choose={setFiles} />
          <FormGroup label="Or paste" labelFor="verify-text" className="entropy-wide">
            <TextArea
              id="verify-text"
              className="entropy-text"
              spellCheck={false}
              placeholder="A receipt, a reply to a draw, a proof, a checkpoint or a pulse, as JSON; several as one a line"
              value={pasted}
              onChange={event => setPasted(event.currentTarget.value)}
            />
          </FormGroup>
          <FormGroup
            label="What you trust"
            labelFor="verify-keys"
            helperText="Key ids or ids of certificates that you know from elsewhere, a line each, or the text of a file with keys or a certificate."
            className="entropy-wide"
          >
            <TextArea
              id="verify-keys"
              className="entropy-text"
              spellCheck={false}
              value={keys}
              onChange={event => setKeys(event.currentTarget.value)}
            />
          </FormGroup>
          <Checkbox
            checked={trusting}
            onChange={() => setTrusting(!trusting)}
            label="Trust the keys that this service signs with"
          />
          <ActionButton type="submit" intent="primary" text="Verify" loading={verify.running} />
          {fault !== null && (
            <p className="pentad-fault" role="alert">
              {fault}
            </p>
          )}
          {verify.error && <ProblemMessage problem={verify.error} />}
        </form>
        {reply && <Findings reply={reply} />}
        <p className="pentad-quiet">
          The service on this computer checks the documents and keeps no copy. An auditor who does not trust it runs{' '}
          <code>npm run verify -- FILE --key KEY</code> from a checkout of the sources, or a program of their own: every
          byte is described in resources/help/evidence.
        </p>
      </Panel>
      <ServiceKeys />
    </>
  )
}

interface FilesProps {
  readonly files: readonly File[]
  readonly choose: (files: readonly File[]) => void
}

function EvidenceFiles({ files, choose }: FilesProps) {
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the file input in it is its keyboard equivalent
    <div
      className="entropy-drop entropy-wide"
      data-over={over || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>Drop receipts, replies, proofs, pulses, or a whole export in JSON lines here.</p>
      <FileInput
        text={files.length > 0 ? files.map(file => file.name).join(', ') : 'Choose files'}
        hasSelection={files.length > 0}
        inputProps={{
          'aria-label': 'Files to verify',
          multiple: true,
          onChange: event => choose([...(event.currentTarget.files ?? [])]),
        }}
      />
    </div>
  )
}

/** Key ids that an auditor notes to verify this service later. */
function ServiceKeys() {
  const keys = useFetched(routes.getPublicKeys, {})
  return (
    <Panel title="Keys of this service">
      <Answer of={keys} what="the keys">
        {({ kid, alg, keys: records, logs }) => (
          <Sheet
            entries={[
              ['Signs with', alg],
              [
                'Active key',
                <code key="kid" className="entropy-hash">
                  {kid}
                </code>,
              ],
              ...records.map(
                record =>
                  [
                    `${record.status} key`,
                    <span key={record.kid}>
                      <code className="entropy-hash">{record.kid}</code> from {record.not_before}
                      {record.not_after !== null && ` to ${record.not_after}`}
                      {record.predecessor === null ? ', endorsed by nobody' : ', endorsed by the key before it'}
                    </span>,
                  ] as const,
              ),
              ...logs.map(
                ({ origin, vkey }) =>
                  [
                    `Log ${origin}`,
                    <code key={origin} className="entropy-hash">
                      {vkey}
                    </code>,
                  ] as const,
              ),
            ]}
          />
        )}
      </Answer>
    </Panel>
  )
}
