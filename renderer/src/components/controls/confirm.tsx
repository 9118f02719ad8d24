/** A dialog that asks before an action that cannot be undone. */
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { ActionButton } from './action-button'

interface ConfirmProps {
  readonly isOpen: boolean
  /** The question, as the dialog's title. */
  readonly title: string
  /** Description of what will happen. */
  readonly children: ReactNode
  /** The verb on the confirming button. */
  readonly verb: string
  readonly running?: boolean
  readonly cancel: () => void
  readonly confirm: () => void
}

export const Confirm = ({ isOpen, title, children, verb, running = false, cancel, confirm }: ConfirmProps) => (
  <Dialog isOpen={isOpen} onClose={cancel} title={title} role="alertdialog" className="pentad-dialog">
    <DialogBody>{children}</DialogBody>
    <DialogFooter
      actions={
        <>
          <Button text="Cancel" autoFocus onClick={cancel} />
          <ActionButton intent="danger" text={verb} loading={running} onClick={confirm} />
        </>
      }
    />
  </Dialog>
)
