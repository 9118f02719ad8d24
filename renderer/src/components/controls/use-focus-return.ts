/** For a dialog that is mounted only while it is open: Blueprint gives the focus back only where a dialog closes before it goes. */
import { useCallback, useLayoutEffect, useRef } from 'react'
import { focusAfter, sectionOf } from '../../focus/lost-focus'

const isLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * When the caller goes, the focus goes back to what had it before, or to the section that it stood in, or the heading of the
 * page, where that is gone too. The function that is returned chooses these: for a dialog whose action takes away the button that opened it.
 */
export function useFocusReturn(): () => void {
  const isOpenerGone = useRef(false)
  useLayoutEffect(() => {
    const before = document.activeElement
    const section = sectionOf(before)
    const giveBack = () => {
      if (!isLost()) return
      if (!isOpenerGone.current && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true })
      if (isLost()) focusAfter(section)
    }
    // Content that replaces the dialog may take the focus by itself first.
    return () => void requestAnimationFrame(giveBack)
  }, [])
  return useCallback(() => {
    isOpenerGone.current = true
  }, [])
}
