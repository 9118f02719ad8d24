/** Ctrl+S and Cmd+S, wherever on the page the focus is; not with a dialog open, which covers what would be saved. */
import { useEffectEvent, useLayoutEffect } from 'react'
import { isDialogOpen } from '../../../components/controls/shortcut-conditions'

export function useSaveKey(save: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, shiftKey, altKey, key } = event
    if (!(ctrlKey || metaKey) || shiftKey || altKey || key.toLowerCase() !== 's') return
    // The browser would offer to save the page.
    event.preventDefault()
    if (!event.repeat && !isDialogOpen()) save()
  })
  useLayoutEffect(() => {
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}
