/**
 * Returns the focus after a dialog that is mounted only while open: Blueprint does so only for a dialog that closes
 * before it is unmounted.
 */
import { useCallback, useLayoutEffect, useRef } from 'react'
import { focusAfter, sectionOf } from '../../focus/lost-focus'

const isLost = () => document.activeElement === null || document.activeElement === document.body

/**
 * On unmount, returns the focus to the element that had it before, else to its section or the page's heading. The
 * returned function makes it skip that element, for an action that removes the button that opened the dialog.
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
    // Content that replaces the dialog may take the focus first.
    return () => void requestAnimationFrame(giveBack)
  }, [])
  return useCallback(() => {
    isOpenerGone.current = true
  }, [])
}
