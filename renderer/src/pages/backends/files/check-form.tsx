/** Files and what belongs to them, checked before anything is kept. */
import { Endorsed } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { ActionButton } from '../../../components/controls/action-button'

interface Props {
  /** Text of the button that checks. */
  readonly text: string
  readonly ready: boolean
  readonly checking: boolean
  /** Whether the next step is another than to check. */
  readonly isChecked: boolean
  readonly check: () => void
  readonly hint: string
  /** A button beside it that keeps what was checked. */
  readonly keep?: ReactNode
  readonly children: ReactNode
}

/** Enter only ever checks; keeping takes the press of a button of its own. */
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
