/** A copy of the signing keys under a passphrase of the account holder, to sign again after a restore elsewhere. */
import { Button, Dialog, DialogBody, FormGroup, InputGroup } from '@blueprintjs/core'
import { type SubmitEvent, useState } from 'react'
import { KeyPassphrase } from '../../../../../main/contract/entropy/issuing'
import { routes } from '../../../../../main/contract/routes'
import { useAction } from '../../../api/use-action'
import { useApi } from '../../../api/use-api'
import { DialogActions } from '../../../components/controls/dialog-actions'
import { save } from '../../../components/controls/save-file'
import { ProblemMessage } from '../../../components/messages/answer'

const FORM = 'export-signing-keys'

export function ExportKeys() {
  const { call } = useApi()
  const [open, setOpen] = useState(false)
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const close = () => {
    setOpen(false)
    setPassphrase('')
    setAgain('')
  }
  const saving = useAction(async () => {
    const bytes = await call(routes.exportSigningKeys, { body: { passphrase } })
    save('pentad-signing-keys.json', new Blob([Uint8Array.from(bytes)], { type: 'application/json' }))
    close()
  })
  const fault = faultOf(passphrase, again)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (fault === null) void saving.run()
  }
  return (
    <>
      <Button size="small" text="Export a copy" onClick={() => setOpen(true)} />
      <Dialog isOpen={open} onClose={close} title="Export the signing keys" className="pentad-dialog">
        <DialogBody>
          <p>
            Whoever has the file and its passphrase can sign in the name of this service: keep the two apart. The
            passphrase cannot be recovered. <code>npm run data -- restore --signing-key</code> reads the file.
          </p>
          <form id={FORM} onSubmit={submit}>
            <Secret id="export-passphrase" label="Passphrase" value={passphrase} change={setPassphrase} />
            <Secret id="export-passphrase-again" label="The same again" value={again} change={setAgain} />
          </form>
          <p className="pentad-quiet" role="status">
            {fault ?? 'Ready.'}
          </p>
          {saving.error && <ProblemMessage problem={saving.error} />}
        </DialogBody>
        <DialogActions
          close={close}
          form={FORM}
          text="Save the file"
          disabled={fault !== null}
          running={saving.running}
        />
      </Dialog>
    </>
  )
}

interface PassphraseProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
}

const Secret = ({ id, label, value, change }: PassphraseProps) => (
  <FormGroup label={label} labelFor={id}>
    <InputGroup id={id} type="password" autoComplete="new-password" value={value} onValueChange={change} />
  </FormGroup>
)

/** Why the file cannot be made yet; null where it can. */
function faultOf(passphrase: string, again: string): string | null {
  const { success, error } = KeyPassphrase.safeParse(passphrase)
  if (!success) return `Choose ${error.issues[0]!.message}.`
  return passphrase === again ? null : 'The two differ.'
}
