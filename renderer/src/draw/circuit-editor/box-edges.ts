/** Dragging the edges of loops and branches: where an edge is, and which steps go into or out of the box when it is released. */
import type { CircuitDocument, DrawnStep } from '../../../../main/circuits/editing/document/model'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import { holdsOthers, resizeBox } from '../../../../main/circuits/editing/gestures/resize'
import type { Scope } from '../../../../main/circuits/editing/gestures/scope'
import type { PlacedStep, StepGrid } from './cells'

export type BoxEnd = 'first' | 'last'

export interface EdgeDrag {
  readonly placed: PlacedStep
  readonly end: BoxEnd
  /** Number of column boundaries that the edge was dragged over: positive outwards, negative inwards. */
  readonly columns: number
  /** Wire of the pointer: gates on the wires between it and the box are included too. */
  readonly wire: number
}

/** The edge at `at`, a share of the column's width from 0 to 1, of which each edge takes `reach`; null where there is none. */
export function edgeAt(
  document: CircuitDocument,
  { step, at, reach }: { readonly step: DrawnStep; readonly at: number; readonly reach: number },
): BoxEnd | null {
  const end = at <= reach ? 'first' : at >= 1 - reach ? 'last' : null
  return end !== null && holdsOthers(document, step) ? end : null
}

/** How many columns outwards an edge was dragged; `place` is in columns from the left of the drawing. */
export const columnsDrawn = ({ moment }: PlacedStep, end: BoxEnd, place: number): number =>
  end === 'last' ? Math.round(place) - moment - 1 : moment - Math.round(place)

/** Steps that the edge passes on its way outwards, in the order of the text. */
export function stepsMovedIn({ placed: all }: StepGrid, { placed, end, columns, wire }: EdgeDrag): DrawnStep[] {
  const { moment, top, bottom } = placed
  const [from, to] = end === 'last' ? [moment + 1, moment + columns] : [moment - columns, moment - 1]
  const [upper, lower] = [Math.min(top, wire), Math.max(bottom, wire)]
  return all
    .filter(one => one.moment >= from && one.moment <= to && one.top <= lower && one.bottom >= upper)
    .map(({ step }) => step)
}

/** How many steps leave the box when the edge moves inwards: one for each column, and one always stays. */
export function stepsMovedOut({ placed: { step }, columns }: EdgeDrag): number {
  const held = step.box?.bodies[0]?.iterations[0]?.length ?? 1
  return Math.max(0, Math.min(-columns, held - 1))
}

interface BoxContext {
  readonly document: CircuitDocument
  readonly scope: Scope
  readonly grid: StepGrid
}

/** One edit that moves all steps passed into the box, or out of it; null where the edge did not move, or passed no step. */
export function edgeDragged({ document, scope, grid }: BoxContext, drag: EdgeDrag): Outcome | null {
  const { end, columns, placed } = drag
  const change = { scope, step: placed.step, end }
  if (columns < 0) return resizeBox(document, { ...change, change: 'out', count: Math.max(1, stepsMovedOut(drag)) })
  const steps = stepsMovedIn(grid, drag)
  return steps.length === 0 ? null : resizeBox(document, { ...change, change: 'in', steps })
}
