/** Scrolls the view while something is dragged against one of its sides, as long as the pointer stays there. */
import { useEffect, useRef } from 'react'
import { useStable } from '../state/use-stable'

/** Where a pointer is, in pixels of the window, and the drawing under it. */
export interface Pointed {
  readonly clientX: number
  readonly clientY: number
  readonly currentTarget: Element
}

/** Distance from a side within which the view scrolls, in pixels. */
const REACH = 36
/** Pixels that the pointer must have moved towards that side: one that starts there, or moves along it, does not scroll. */
const TOWARDS = 12
/** Pixels scrolled in each frame of the screen. */
const PACE = 10

/** Calls `moved` with the place of the pointer after each scroll step, which brings another cell under it. */
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

/** A copy, as `currentTarget` of an event is cleared once it is handled. */
const kept = ({ clientX, clientY, currentTarget }: Pointed): Pointed => ({ clientX, clientY, currentTarget })

function isScrolled(from: Pointed, at: Pointed): boolean {
  const view = at.currentTarget.closest('section')
  if (view === null) return false
  const { left, right, top, bottom } = view.getBoundingClientRect()
  // Names and ends of the wires lie over the sides.
  const { scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(view)
  const sides = [left + Number.parseFloat(scrollPaddingLeft), right - Number.parseFloat(scrollPaddingRight)] as const
  const before = [view.scrollLeft, view.scrollTop]
  view.scrollBy(scrollSpeed(from.clientX, at.clientX, sides), scrollSpeed(from.clientY, at.clientY, [top, bottom]))
  return view.scrollLeft !== before[0] || view.scrollTop !== before[1]
}

function scrollSpeed(from: number, at: number, [low, high]: readonly [low: number, high: number]): number {
  if (at > high - REACH && at - from > TOWARDS) return PACE
  return at < low + REACH && from - at > TOWARDS ? -PACE : 0
}
