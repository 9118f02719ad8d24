/** Keys of every page: g followed by a letter, ?, Ctrl+K; Ctrl+Shift+S works in dialogs and fields too. */
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { isTextInput } from '../components/controls/shortcut-conditions'
import { useOpenDialog, useSafeStateDialog } from '../window-state/open-dialog'
import { PAGES } from './page-table'

/** Time after g in which its letter is accepted. */
const CHORD_MS = 1_500

export function useGlobalKeys(): void {
  const [, navigate] = useLocation()
  const show = useOpenDialog(state => state.show)
  const chordUntil = useRef(0)
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 's') {
        event.preventDefault()
        return useSafeStateDialog.getState().open()
      }
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        return show('palette')
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.composedPath()[0] ?? null)) return
      if (useOpenDialog.getState().open !== null || useSafeStateDialog.getState().isOpen) return
      if (event.key === '?') return show('shortcuts')
      const entry = event.timeStamp < chordUntil.current ? PAGES.find(({ letter }) => letter === event.key) : undefined
      chordUntil.current = event.key === 'g' ? event.timeStamp + CHORD_MS : 0
      if (entry === undefined) return
      event.preventDefault()
      navigate(entry.path)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate, show])
}
