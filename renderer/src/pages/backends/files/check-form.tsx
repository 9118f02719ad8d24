/** A form of files and their settings, checked before anything is stored. */
import { Endorsed } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { ActionButton } from '../../../components/controls/action-button'

interface Props {
  /** Text of the button that checks. */
  readonly text: string
  readonly ready: boolean
  readonly checking: boolean
  /** Whether the check is done, so that its button is no longer the primary one. */
  readonly isChecked: boolean
  readonly check: () => void
  readonly hint: string
  /** Button that stores what was checked. */
  readonly keep?: ReactNode
  readonly children: ReactNode
}

/** Enter only checks; storing takes a press of its own button. */
export const CheckForm = ({ text, ready, checking, isChecked, check, hint, keep, children }: Props) => (
  <form
    className="backends-import"
    onSubmit={event => {
      event.preventDefault()
      if (ready) check()
    }}
  >
    {children}
    <div className="pentad-row">
      <ActionButton
        type="submit"
        intent={isChecked ? 'none' : 'primary'}
        icon={<Endorsed />}
        text={text}
        disabled={!ready}
        loading={checking}
      />
      {keep}
      {hint !== '' && <span className="pentad-quiet">{hint}</span>}
    </div>
  </form>
)
