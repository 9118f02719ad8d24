/** For a dialog that is mounted only while it is open: Blueprint gives the focus back only where a dialog closes before it goes. */
import { useCallback, useLayoutEffect, useRef } from 'react'

const isLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * When the caller goes, the focus goes back to what had it before, or to the heading of the page where that is gone too. The
 * function that is returned chooses the heading: for a dialog whose action takes away the button that opened it.
 */
export function useFocusReturn(): () => void {
  const isOpenerGone = useRef(false)
  useLayoutEffect(() => {
    const before = document.activeElement
    const giveBack = () => {
      if (!isLost()) return
      if (!isOpenerGone.current && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true })
      if (isLost()) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
    // What the dialog's end brings may take the focus by itself.
    return () => void requestAnimationFrame(giveBack)
  }, [])
  return useCallback(() => {
    isOpenerGone.current = true
  }, [])
}
