/**
 * A button for an action that takes time. While `loading` it shows a spinner and ignores presses, but keeps the focus,
 * which a disabled button would lose.
 */
import { Button, type ButtonProps, Classes, Spinner } from '@blueprintjs/core'
import type { Ref } from 'react'

/** Props of Blueprint's button; `loading` while the action runs. */
interface Props
  extends Pick<
    ButtonProps,
    | 'aria-keyshortcuts'
    | 'aria-label'
    | 'autoFocus'
    | 'children'
    | 'className'
    | 'disabled'
    | 'endIcon'
    | 'fill'
    | 'form'
    | 'icon'
    | 'intent'
    | 'loading'
    | 'onClick'
    | 'size'
    | 'text'
    | 'title'
    | 'type'
    | 'variant'
  > {
  readonly ref?: Ref<HTMLButtonElement>
}

export const ActionButton = ({ loading = false, icon, onClick, ...button }: Props) => (
  <Button
    {...button}
    icon={loading ? <Spinner className={Classes.BUTTON_SPINNER} size={16} aria-hidden /> : icon}
    aria-disabled={loading || undefined}
    aria-busy={loading || undefined}
    onClick={event => {
      // Prevents submitting the form again while loading, by this button or by Enter in a field.
      if (loading) event.preventDefault()
      else onClick?.(event)
    }}
  />
)
