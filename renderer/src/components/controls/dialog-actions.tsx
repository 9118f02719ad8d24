/** The foot of a dialog: Cancel and the dialog's action. */
import { Button, DialogFooter } from '@blueprintjs/core'
import { ActionButton } from './action-button'

interface Props {
  readonly close: () => void
  /** Text of the action's button. */
  readonly text: string
  readonly disabled: boolean
  readonly running: boolean
  /** Left out: the button submits the form around it, or the form with the id `form`. */
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
