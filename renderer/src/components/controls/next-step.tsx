/** The one way on from a page, by button and by the key n; where something is still asked for, n leads there. */
import { ArrowRight } from '@blueprintjs/icons'
import { useLayoutEffect, useRef } from 'react'
import { useOpenDialog } from '../../window-state/open-dialog'
import { ActionButton } from './action-button'
import { isDialogOpen } from './is-dialog-open'
import { isTextInput } from './is-text-input'

export const NEXT_KEY = 'n'

interface Props {
  /** Where the button leads. */
  readonly text: string
  readonly go: () => void
  /** While what it does goes on. */
  readonly loading?: boolean
}

const isTick = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type)

/** Calls `act` when the key is pressed outside of text fields and dialogs. */
export function useStepKey(key: string, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  // In the layout effect, before the page is painted: the button may be pressed as soon as it is visible.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if ((isTextInput(event.target) && !isTick(event.target)) || useOpenDialog.getState().open !== null) return
      if (isDialogOpen()) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [key])
}

export function NextStep({ text, go, loading = false }: Props) {
  useStepKey(NEXT_KEY, () => {
    if (!loading) go()
  })
  return (
    <ActionButton
      intent="primary"
      endIcon={<ArrowRight />}
      loading={loading}
      aria-keyshortcuts={NEXT_KEY}
      onClick={go}
      className="pentad-next"
    >
      {text} <kbd aria-hidden>{NEXT_KEY}</kbd>
    </ActionButton>
  )
}
