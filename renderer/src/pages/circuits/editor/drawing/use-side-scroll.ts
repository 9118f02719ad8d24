/** Scrolls the view while something is dragged against one of its sides, as long as it is held there. */
import { useEffect, useRef } from 'react'
import { useStable } from '../state/use-stable'

/** Where a pointer is, in pixels of the window, and the drawing under it. */
export interface Pointed {
  readonly clientX: number
  readonly clientY: number
  readonly currentTarget: Element
}

/** Pixels within a side from where on it scrolls. */
const REACH = 36
/** Pixels of a way towards that side, so that what only stands there or goes along it stays. */
const TOWARDS = 12
/** Pixels in a frame of the screen. */
const PACE = 10

/** `moved` gets where the pointer is after each step: another cell lies under it then. */
export function useSideScroll(isDragging: boolean, moved: (at: Pointed) => void) {
  const from = useRef<Pointed | null>(null)
  const held = useRef<Pointed | null>(null)
  const follow = useStable(moved)
  useEffect(() => {
    if (!isDragging) return undefined
    let frame = requestAnimationFrame(function step() {
      if (from.current && held.current && isScrolled(from.current, held.current)) follow(held.current)
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [isDragging, follow])
  return {
    begin: (at: Pointed) => {
      from.current = kept(at)
      held.current = null
    },
    go: (at: Pointed) => {
      held.current = kept(at)
    },
    stay: () => {
      held.current = null
    },
  }
}

/** An event forgets its target. */
const kept = ({ clientX, clientY, currentTarget }: Pointed): Pointed => ({ clientX, clientY, currentTarget })

function isScrolled(from: Pointed, at: Pointed): boolean {
  const view = at.currentTarget.closest('section')
  if (view === null) return false
  const { left, right, top, bottom } = view.getBoundingClientRect()
  // Names and ends of the wires lie over the sides.
  const { scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(view)
  const sides = [left + Number.parseFloat(scrollPaddingLeft), right - Number.parseFloat(scrollPaddingRight)] as const
  const before = [view.scrollLeft, view.scrollTop]
  view.scrollBy(paceOf(from.clientX, at.clientX, sides), paceOf(from.clientY, at.clientY, [top, bottom]))
  return view.scrollLeft !== before[0] || view.scrollTop !== before[1]
}

function paceOf(from: number, at: number, [low, high]: readonly [low: number, high: number]): number {
  if (at > high - REACH && at - from > TOWARDS) return PACE
  return at < low + REACH && from - at > TOWARDS ? -PACE : 0
}
