/** The button to the next step, also reached by the key n; with `loading` it does nothing. */
import { ArrowRight } from '@blueprintjs/icons'
import { useLayoutEffect, useRef } from 'react'
import { useOpenDialog } from '../../window-state/open-dialog'
import { ActionButton } from './action-button'
import { isDialogOpen, isTextInput } from './shortcut-conditions'

export const NEXT_KEY = 'n'

interface Props {
  /** Name of the next step. */
  readonly text: string
  readonly go: () => void
  /** True while the step's action runs. */
  readonly loading?: boolean
}

const isTick = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type)

/** Calls `act` when the key is pressed outside of text fields and dialogs. */
export function useStepKey(key: string, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  // A layout effect runs before the page is painted, and the key may be pressed as soon as the button is visible.
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
