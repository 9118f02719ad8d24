/** The edges of loops and branches: where they are taken hold of, and what they take in or put out where they are let go. */
import type { CircuitDocument, DrawnStep } from '../../../../main/circuits/editing/document/model'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import { holdsOthers, resizeBox } from '../../../../main/circuits/editing/gestures/resize'
import type { Scope } from '../../../../main/circuits/editing/gestures/scope'
import type { PlacedStep, StepGrid } from './cells'

export type BoxEnd = 'first' | 'last'

export interface EdgeDrag {
  readonly placed: PlacedStep
  readonly end: BoxEnd
  /** Boundaries between columns that it was drawn over: outwards, or inwards where it is negative. */
  readonly columns: number
  /** Wire of the pointer: gates on the wires between it and the box are included too. */
  readonly wire: number
}

/** The edge that lies at a part of the column's width, from 0 to 1; `reach` of it belongs to each. null where none is. */
export function edgeAt(
  document: CircuitDocument,
  { step, at, reach }: { readonly step: DrawnStep; readonly at: number; readonly reach: number },
): BoxEnd | null {
  const end = at <= reach ? 'first' : at >= 1 - reach ? 'last' : null
  return end !== null && holdsOthers(document, step) ? end : null
}

/** How far an edge was drawn to a place, in columns from the left of the drawing. */
export const columnsDrawn = ({ moment }: PlacedStep, end: BoxEnd, place: number): number =>
  end === 'last' ? Math.round(place) - moment - 1 : moment - Math.round(place)

/** The steps that it passes on its way out, in the order of the text. */
export function stepsPassed({ placed: all }: StepGrid, { placed, end, columns, wire }: EdgeDrag): DrawnStep[] {
  const { moment, top, bottom } = placed
  const [from, to] = end === 'last' ? [moment + 1, moment + columns] : [moment - columns, moment - 1]
  const [upper, lower] = [Math.min(top, wire), Math.max(bottom, wire)]
  return all
    .filter(one => one.moment >= from && one.moment <= to && one.top <= lower && one.bottom >= upper)
    .map(({ step }) => step)
}

/** How many steps it puts out on its way in: one for each column, and one always stays. */
export function stepsPutOut({ placed: { step }, columns }: EdgeDrag): number {
  const held = step.box?.bodies[0]?.passes[0]?.length ?? 1
  return Math.max(0, Math.min(-columns, held - 1))
}

interface BoxContext {
  readonly document: CircuitDocument
  readonly scope: Scope
  readonly grid: StepGrid
}

/** All that it passes goes in, or out, by one edit; null where it was let go where it was, or nothing stands there. */
export function edgeDragged({ document, scope, grid }: BoxContext, drag: EdgeDrag): Outcome | null {
  const { end, columns, placed } = drag
  const change = { scope, step: placed.step, end }
  if (columns < 0) return resizeBox(document, { ...change, change: 'out', count: Math.max(1, stepsPutOut(drag)) })
  const steps = stepsPassed(grid, drag)
  return steps.length === 0 ? null : resizeBox(document, { ...change, change: 'in', steps })
}
