import { type RefObject, useLayoutEffect, useRef } from 'react'
import { GATE_STEP } from '../../../../components/drawings/circuit-gate'
import type { CaretPlace } from '../state/use-selection'

/**
 * Scrolls the drawing, and the page where that is needed, to where a key has brought the caret. What is pressed by the pointer is in
 * view, and must not move away under it; where it has put a gate into the last column in view, the next one comes into view.
 */
export function useCaretInView(view: RefObject<HTMLElement | null>, caret: CaretPlace) {
  const isByKey = useRef(false)
  useLayoutEffect(() => {
    const mark = view.current?.querySelector('.circuits-caret')
    if (mark && isByKey.current) mark.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    else if (mark && caret.isGatePut) showColumnBehind(view.current!, mark)
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

/** By whole columns: the pointer is then over the next one. */
function showColumnBehind(view: HTMLElement, mark: Element): void {
  const right = view.getBoundingClientRect().left + view.clientLeft + view.clientWidth
  const covered = Number.parseFloat(getComputedStyle(view).scrollPaddingRight)
  const beyond = mark.getBoundingClientRect().right + GATE_STEP - (right - covered)
  if (beyond > 0) view.scrollBy({ left: Math.ceil(beyond / GATE_STEP) * GATE_STEP })
}
