import { Button, Callout, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { NewKey } from '../../../../main/contract/service/account'
import { CopyButton } from '../../components/controls/copy-download'

interface KeySecretProps {
  readonly created: NewKey | null
  readonly close: () => void
}

/** Shows a new secret, which cannot be read again; Esc and a click outside do not close it. */
export const SecretDialog = ({ created, close }: KeySecretProps) => (
  <Dialog
    isOpen={created !== null}
    onClose={close}
    title={created === null ? 'Secret of the key' : `Secret of the key “${created.name}”`}
    className="pentad-dialog"
    canOutsideClickClose={false}
    canEscapeKeyClose={false}
    isCloseButtonShown={false}
  >
    <DialogBody>
      <Callout intent="warning">
        <p>Copy it now: the service keeps only a hash and cannot show it again.</p>
      </Callout>
      <div className="pentad-secret">
        <code>{created?.secret}</code>
        <CopyButton label="Copy the secret" text={created?.secret ?? ''} intent="primary" />
      </div>
      <p className="pentad-quiet">
        Send it as <code>Authorization: Bearer {created?.prefix}…</code>
      </p>
    </DialogBody>
    <DialogFooter actions={<Button text="I have kept it" onClick={close} />} />
  </Dialog>
)
