/** The foot of a dialog: leaves it, or does what it is for. */
import { Button, DialogFooter } from '@blueprintjs/core'
import { ActionButton } from './action-button'

interface Props {
  readonly close: () => void
  /** What the dialog is for, as its button says it. */
  readonly text: string
  readonly disabled: boolean
  readonly running: boolean
  /** Left out: the button submits the form that it is in, or that `form` names. */
  readonly confirm?: () => void
  readonly form?: string
}

export const DialogActions = ({ close, text, disabled, running, confirm, form }: Props) => (
  <DialogFooter
    actions={
      <>
        <Button text="Cancel" onClick={close} />
        <ActionButton
          {...(confirm ? { onClick: confirm } : { type: 'submit', form })}
          intent="primary"
          text={text}
          disabled={disabled}
          loading={running}
        />
      </>
    }
  />
)
