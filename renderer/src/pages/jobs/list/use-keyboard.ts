/** Keys of the jobs list: j and k or the arrows step through it, Page Up, Page Down, Home and End go further; / goes to the filters, Esc leaves them or the row. */
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { isTextInput } from '../../../components/controls/shortcut-conditions'
import { useOpenDialog } from '../../../window-state/open-dialog'

/** `press` returns whether it used the key. Keys for an open dialog, and those with Ctrl, Alt or Meta, are ignored. */
function useKeys(press: (event: KeyboardEvent) => boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
    if (plain && useOpenDialog.getState().open === null && press(event)) event.preventDefault()
  })
  // In the layout effect, before the page is painted: a key may be pressed as soon as the list is visible.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

/** `/` goes to the first text field of the filters, Esc leaves any text field. */
export function useFilterKeys(filters: RefObject<HTMLElement | null>): void {
  useKeys(({ key, target }) => {
    if (key === 'Escape' && isTextInput(target)) (target as HTMLElement).blur()
    else if (key === '/' && !isTextInput(target)) filters.current?.querySelector<HTMLInputElement>('input')?.focus()
    else return false
    return true
  })
}

const PAGE = 15
const STEPS: Readonly<Record<string, number>> = {
  j: 1,
  ArrowDown: 1,
  PageDown: PAGE,
  End: Number.POSITIVE_INFINITY,
  k: -1,
  ArrowUp: -1,
  PageUp: -PAGE,
  Home: Number.NEGATIVE_INFINITY,
}

/** `step` goes down, or up where negative, as far as there are rows; `leave` clears the selection. */
export function useRowKeys({ step, leave }: { step: (by: number) => void; leave: () => void }): void {
  useKeys(({ key, target }) => {
    if (isTextInput(target)) return false
    const by = STEPS[key]
    if (key === 'Escape') leave()
    else if (by !== undefined) step(by)
    else return false
    return true
  })
}
