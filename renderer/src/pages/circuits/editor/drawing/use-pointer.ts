/** What a mouse, pen or finger does on the grid: select, stretch a frame, move a gate or one of its wires, or drag it out to delete it. */
import { type PointerEvent, useCallback, useRef, useState } from 'react'
import type { DrawnStep } from '../../../../../../main/circuits/editing/document/model'
import { operandsOf } from '../../../../../../main/circuits/editing/gestures/move'
import { GATE_STEP, ROW } from '../../../../components/drawings/circuit-gate'
import { columnsDrawn, type EdgeDrag, edgeAt } from '../../../../draw/circuit-editor/box-edges'
import { type GridCell, shifted, stepAt, stepsBetween } from '../../../../draw/circuit-editor/cells'
import type { Editor } from '../state/use-editor'
import { useEscape } from './use-escape'
import { type Pointed, useSideScroll } from './use-side-scroll'

export type Drag =
  | { readonly kind: 'frame'; readonly from: GridCell; readonly at: GridCell }
  /** `operand`: index of the dragged operand of the gate; null: the whole gate. */
  | {
      readonly kind: 'step'
      readonly step: DrawnStep
      readonly operand: number | null
      readonly from: GridCell
      readonly at: GridCell
      readonly isOut: boolean
    }
  /** An edge of a loop or branch. */
  | { readonly kind: 'edge'; readonly edge: EdgeDrag }

/** Pixels beyond the grid at which a dragged step is deleted. */
const OUT = 24
/** Share of a column's width at each side of a loop or branch that counts as its edge: for a mouse, and for a finger. */
const [EDGE, WIDE_EDGE] = [0.18, 0.3]

export function usePointer(editor: Editor) {
  const [drag, show] = useState<Drag | null>(null)
  const [over, setOver] = useState<GridCell | null>(null)
  const { hold, isHeld } = useHeldTouch()
  const { grid, view } = editor
  const setDrag = (now: Drag | null) => {
    isHeld.current = now !== null && now.kind !== 'frame'
    show(now)
  }
  // `isHeld` stays set: the finger must not begin to scroll before it is lifted.
  const giveUp = useCallback(() => {
    show(null)
    setOver(null)
  }, [])
  useEscape(drag !== null, giveUp)

  const press = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return
    // A second finger ends the drag.
    if (drag !== null) return giveUp()
    scroll.begin(event)
    const cell = cellOf(event)
    editor.setCaret(cell)
    // A gate is put on release: a finger may be about to scroll, and a gate on several wires is drawn over them.
    if (editor.tool !== null) {
      hover(cell)
      return setDrag({ kind: 'frame', from: cell, at: cell })
    }
    const placed = stepAt(grid, cell)
    event.currentTarget.setPointerCapture(event.pointerId)
    if (placed === null) return setDrag({ kind: 'frame', from: cell, at: cell })
    const isChosen = placed.step.box !== null || editor.selected.includes(placed.step)
    const reach = event.pointerType === 'touch' ? WIDE_EDGE : EDGE
    const end = isChosen
      ? edgeAt(view.document, { step: placed.step, at: columnsAt(event) - placed.moment, reach })
      : null
    if (end !== null) return setDrag({ kind: 'edge', edge: { placed, end, columns: 0, wire: cell.wire } })
    const operand = operandsOf(placed.step).indexOf(cell.wire)
    const whole = event.shiftKey || operand === -1
    setDrag({ kind: 'step', step: placed.step, operand: whole ? null : operand, from: cell, at: cell, isOut: false })
  }
  /** The drag at the position of this event; the rendered one may be a move behind. */
  const now = (event: Pointed): Drag | null => {
    if (drag === null) return null
    const at = cellOf(event)
    if (drag.kind === 'edge') {
      const { placed, end } = drag.edge
      return {
        kind: 'edge',
        edge: { placed, end, columns: columnsDrawn(placed, end, columnsAt(event)), wire: at.wire },
      }
    }
    return drag.kind === 'frame' ? { ...drag, at } : { ...drag, at, isOut: isOut(event) }
  }
  const scroll = useSideScroll(drag !== null, at => setDrag(now(at)))
  const cancel = () => {
    setDrag(null)
    setOver(null)
  }
  const slide = (event: PointerEvent<SVGSVGElement>) => {
    if (drag !== null) {
      scroll.go(event)
      setDrag(now(event))
    } else if (editor.tool !== null && event.pointerType !== 'touch') hover(cellOf(event))
  }
  const hover = (cell: GridCell | null) => setOver(before => (isSameCell(before, cell) ? before : cell))
  const release = (event: PointerEvent<SVGSVGElement>) => {
    const done = now(event)
    setDrag(null)
    // The new gate is visible in place of its preview.
    setOver(null)
    if (done === null) return
    if (done.kind === 'edge')
      return done.edge.columns === 0 ? chosen(editor, done.edge.placed.step, isMore(event)) : editor.dragEdge(done.edge)
    if (done.kind === 'frame' && editor.tool !== null) {
      if (done.from.moment !== done.at.moment && event.pointerType === 'touch') return
      return editor.put(editor.tool, done.from, { kind: 'pointer', to: done.at.wire })
    }
    if (done.kind === 'frame') return editor.select(stepsBetween(grid, done.from, done.at).map(({ id }) => id))
    const { step, from, at } = done
    if (done.isOut) return editor.removeSteps([step])
    if (from.wire === at.wire && from.moment === at.moment) return chosen(editor, step, isMore(event))
    const end = barrierEnd(done)
    if (end !== null && at.wire !== from.wire) return editor.resize(step, end, at.wire)
    const operands = draggedTo(done, view.document.qubits.length)
    if (operands !== null) editor.move(step, operands, from.moment === at.moment ? null : at.moment)
  }
  return { drag, over, hold, press, slide, hover, release, cancel }
}

/**
 * Keeps a finger that drags something from scrolling: Chromium reads `touch-action` of the whole drawing, not of its elements.
 */
function useHeldTouch() {
  const isHeld = useRef(false)
  const hold = useCallback((drawing: SVGSVGElement | null) => {
    const keep = (event: TouchEvent) => isHeld.current && event.preventDefault()
    drawing?.addEventListener('touchmove', keep, { passive: false })
    return () => drawing?.removeEventListener('touchmove', keep)
  }, [])
  return { hold, isHeld }
}

const isSameCell = (a: GridCell | null, b: GridCell | null): boolean => a?.wire === b?.wire && a?.moment === b?.moment

/** The dragged end of a barrier; null for other steps. On a single wire both ends coincide, and the direction of the drag decides. */
function barrierEnd({ step, operand, from, at }: Extract<Drag, { kind: 'step' }>): 'top' | 'bottom' | null {
  if (operand === null || step.gates[0]?.name !== 'barrier' || step.gates.length > 1) return null
  const [isTop, isBottom] = [from.wire === step.qubits[0], from.wire === step.qubits.at(-1)]
  if (isTop && isBottom) return at.wire < from.wire ? 'top' : 'bottom'
  return isTop ? 'top' : isBottom ? 'bottom' : null
}

/** A dragged wire moves alone and changes places with the wire at its target; a dragged gate moves as a whole. */
export function draggedTo(
  { step, operand, from, at }: Extract<Drag, { kind: 'step' }>,
  qubits: number,
): number[] | null {
  const operands = operandsOf(step)
  if (operand === null || operands.length === 0) return shifted(operands, at.wire - from.wire, qubits)
  if (at.wire < 0 || at.wire >= qubits) return null
  const other = operands.indexOf(at.wire)
  const moved = operands.with(operand, at.wire)
  return other === -1 || other === operand ? moved : moved.with(other, operands[operand]!)
}

const isMore = ({ shiftKey, ctrlKey, metaKey }: PointerEvent): boolean => shiftKey || ctrlKey || metaKey

function chosen(editor: Editor, { id }: DrawnStep, more: boolean): void {
  const before = editor.selected.map(step => step.id)
  if (!more) editor.select([id])
  else editor.select(before.includes(id) ? before.filter(one => one !== id) : [...before, id])
}

/** The drawing whose view contains a point of the window, in pixels; null: none. Names and ends of the wires belong to the view. */
export const drawingUnder = (clientX: number, clientY: number): Element | null =>
  document.elementFromPoint(clientX, clientY)?.closest('.circuits-grid')?.querySelector('.circuits-drawing') ?? null

/** The cell at a point of the window, in pixels; null outside the drawing. */
export function cellUnder(clientX: number, clientY: number): GridCell | null {
  const currentTarget = drawingUnder(clientX, clientY)
  return currentTarget ? cellOf({ clientX, clientY, currentTarget }) : null
}

export function cellOf(pointed: Pointed): GridCell {
  const { clientY, currentTarget } = pointed
  const [, top] = originOf(currentTarget)
  return {
    wire: Math.floor((clientY - currentTarget.getBoundingClientRect().top + top) / ROW),
    moment: Math.max(0, Math.floor(columnsAt(pointed))),
  }
}

/** Columns from the left of the circuit, as a fractional number. */
const columnsAt = ({ clientX, currentTarget }: Pointed): number =>
  (clientX - currentTarget.getBoundingClientRect().left + originOf(currentTarget)[0]) / GATE_STEP

function originOf(drawing: Element): readonly [left: number, top: number] {
  const [left = 0, top = 0] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number)
  return [left, top]
}

function isOut({ clientX, clientY, currentTarget }: Pointed): boolean {
  const frame = currentTarget.closest('section')?.getBoundingClientRect()
  if (frame === undefined) return false
  return (
    clientY < frame.top - OUT ||
    clientY > frame.bottom + OUT ||
    clientX < frame.left - OUT ||
    clientX > frame.right + OUT
  )
}
