import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { GridCell } from '../../../../draw/circuit-editor/cells'

/**
 * Scrolls the drawing, and the page where that is needed, to where a key has brought the caret. What is pressed by the pointer is in
 * view, and must not move away under it.
 */
export function useCaretInView(view: RefObject<HTMLElement | null>, caret: GridCell) {
  const isByKey = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: to the caret each time that it is put anywhere
  useLayoutEffect(() => {
    if (isByKey.current)
      view.current?.querySelector('.circuits-caret')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    isByKey.current = false
  }, [caret, view])
  return {
    follow: () => {
      isByKey.current = true
    },
    stay: () => {
      isByKey.current = false
    },
  }
}
