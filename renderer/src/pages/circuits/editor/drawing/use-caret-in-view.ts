import { type RefObject, useLayoutEffect, useRef } from 'react'
import { GATE_STEP } from '../../../../components/drawings/circuit-gate'
import type { CaretPlace } from '../state/use-selection'

/**
 * Scrolls the drawing, and the page where needed, to the caret that a key has moved. A press of the pointer does not scroll, as
 * the pressed cell is in view; only a gate put into the last column in view scrolls to the next one.
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

/** Scrolls by whole columns, so that the pointer is over the next one. */
function showColumnBehind(view: HTMLElement, mark: Element): void {
  const right = view.getBoundingClientRect().left + view.clientLeft + view.clientWidth
  const covered = Number.parseFloat(getComputedStyle(view).scrollPaddingRight)
  const beyond = mark.getBoundingClientRect().right + GATE_STEP - (right - covered)
  if (beyond > 0) view.scrollBy({ left: Math.ceil(beyond / GATE_STEP) * GATE_STEP })
}
