/** Drags a gate of the palette to the drawing by finger, as browsers drag and drop for the mouse alone; and the type of the mouse's drag. */
import { type PointerEvent, useCallback, useRef, useState } from 'react'
import { useEscape } from './use-escape'
import { drawingUnder } from './use-pointer'
import { useSideScroll } from './use-side-scroll'

/** MIME type of a drag by the mouse; its data is the name of the gate. */
export const GATE_DRAGGED = 'application/x-pentad-gate'

/** The dragged gate and the place of the finger, in pixels of the window. */
export interface TouchDrag {
  readonly name: string
  readonly x: number
  readonly y: number
}

/** Pixels that a finger may move and still tap. */
const TAP = 10

const stays = () => {}

/** `drop` gets the place where the finger was lifted; each button that can be dragged has the gate's name as `data-gate`. */
export function useTouchDrag(drop: (drag: TouchDrag) => void) {
  const [drag, setDrag] = useState<TouchDrag | null>(null)
  const from = useRef<TouchDrag | null>(null)
  const isOver = useRef(false)
  const cancel = useCallback(() => {
    from.current = null
    isOver.current = false
    setDrag(null)
  }, [])
  useEscape(drag !== null, cancel)
  const scroll = useSideScroll(drag !== null, stays)
  /** Scrolls the drawing while the finger is over it, measured from where it entered. */
  const follow = ({ clientX, clientY }: PointerEvent) => {
    const currentTarget = drawingUnder(clientX, clientY)
    if (currentTarget === null) scroll.stay()
    else if (isOver.current) scroll.go({ clientX, clientY, currentTarget })
    else scroll.begin({ clientX, clientY, currentTarget })
    isOver.current = currentTarget !== null
  }
  const at = ({ clientX, clientY }: PointerEvent, { name }: TouchDrag): TouchDrag => ({ name, x: clientX, y: clientY })
  const press = (event: PointerEvent) => {
    const name = (event.target as Element).closest('[data-gate]')?.getAttribute('data-gate') ?? null
    if (event.pointerType === 'touch' && name !== null) from.current = { name, x: event.clientX, y: event.clientY }
  }
  const slide = (event: PointerEvent) => {
    const start = from.current
    if (start === null) return
    const now = at(event, start)
    if (drag === null && Math.hypot(now.x - start.x, now.y - start.y) <= TAP) return
    setDrag(now)
    follow(event)
  }
  const release = (event: PointerEvent) => {
    const start = from.current
    cancel()
    if (start !== null && drag !== null) drop(at(event, start))
  }
  return { drag, press, slide, release, cancel }
}
