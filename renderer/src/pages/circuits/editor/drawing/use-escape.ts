import { useLayoutEffect } from 'react'

/** While something is dragged, Escape cancels the drag and does nothing else, wherever the focus is: dragging by finger does not move it. */
export function useEscape(isDragged: boolean, giveUp: () => void): void {
  useLayoutEffect(() => {
    if (!isDragged) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
      giveUp()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [isDragged, giveUp])
}
