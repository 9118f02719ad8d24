/** What the drawing shows besides gates: the names of the wires, the wires, the caret and what is dragged. */
import type { CircuitDocument } from '../../../../../../main/circuits/editing/document/model'
import { GATE_STEP, ROW, x, y } from '../../../../components/drawings/circuit-gate'
import type { VirtualRange } from '../../../../components/tables/virtual-range'
import { type EdgeDrag, stepsMovedIn, stepsMovedOut } from '../../../../draw/circuit-editor/box-edges'
import type { GridCell, StepGrid } from '../../../../draw/circuit-editor/cells'
import type { HeldControl } from '../../../../draw/circuit-editor/palette'
import { countWithNoun } from '../../../../draw/format/quantity'
import type { Editor } from '../state/use-editor'
import { MovedGate } from './ghost'
import type { Drag } from './use-pointer'

/** Width of the names beside the drawing, in pixels. */
export const NAMES = 84
const NAME_FITS = 10

export interface CellsInView {
  readonly columns: VirtualRange
  readonly rows: VirtualRange
}

export function WireLabels({
  editor: { view, controls },
  rows,
}: {
  readonly editor: Editor
  readonly rows: VirtualRange
}) {
  const [top, height] = [rows.first * ROW, (rows.end - rows.first) * ROW]
  return (
    <svg
      aria-hidden
      className="pentad-circuit-names"
      width={NAMES}
      height={height}
      viewBox={`0 ${top} ${NAMES} ${height}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      {view.document.qubits.slice(rows.first, rows.end).map(({ name }, at) => (
        <text key={name} x={6} y={y(rows.first + at)} dominantBaseline="central">
          {heldMark(controls, rows.first + at)}
          {name.length > NAME_FITS ? `${name.slice(0, NAME_FITS - 1)}…` : name}
        </text>
      ))}
    </svg>
  )
}

function heldMark(controls: readonly HeldControl[], wire: number): string {
  const held = controls.find(({ qubit }) => qubit === wire)
  return held === undefined ? '' : held.value === 1 ? '● ' : '○ '
}

export function Wires({
  document,
  seen: { columns, rows },
}: {
  readonly document: CircuitDocument
  readonly seen: CellsInView
}) {
  return document.qubits
    .slice(rows.first, rows.end)
    .map(({ name }, at) => (
      <line
        key={name}
        x1={columns.first * GATE_STEP}
        x2={columns.end * GATE_STEP}
        y1={y(rows.first + at)}
        y2={y(rows.first + at)}
      />
    ))
}

interface CaretProps {
  readonly at: GridCell
  /** Controls of the next gate, shown in the caret's column, where a key inserts it. */
  readonly controls: readonly HeldControl[]
}

export const Caret = ({ at: { moment, wire }, controls }: CaretProps) => (
  <>
    <rect
      className="circuits-caret"
      x={moment * GATE_STEP + 1}
      y={wire * ROW + 1}
      width={GATE_STEP - 2}
      height={ROW - 2}
      rx={4}
    />
    {controls.map(({ qubit, value }) => (
      <circle
        key={qubit}
        className="circuits-held-control"
        data-value={value}
        cx={x(moment)}
        cy={y(qubit)}
        r={4.5}
        aria-hidden
      />
    ))}
  </>
)

interface DragProps {
  readonly drag: Drag
  readonly grid: StepGrid
  readonly document: CircuitDocument
}

export function DragMark({ drag, grid, document }: DragProps) {
  if (drag.kind === 'edge') return <EdgeMark drag={drag.edge} grid={grid} />
  if (drag.kind === 'step') {
    return drag.isOut ? null : <MovedGate drag={drag} document={document} />
  }
  const [left, right] = [Math.min(drag.from.moment, drag.at.moment), Math.max(drag.from.moment, drag.at.moment)]
  const [top, bottom] = [Math.min(drag.from.wire, drag.at.wire), Math.max(drag.from.wire, drag.at.wire)]
  return (
    <rect
      className="circuits-frame"
      x={left * GATE_STEP}
      y={top * ROW}
      width={(right - left + 1) * GATE_STEP}
      height={(bottom - top + 1) * ROW}
    />
  )
}

/** The columns that a dragged edge of a loop or branch passes, and how many steps it takes in or puts out. */
function EdgeMark({ drag, grid }: { readonly drag: EdgeDrag; readonly grid: StepGrid }) {
  const { placed, end, columns, wire } = drag
  const edge = placed.moment + (end === 'last' ? 1 : 0)
  const to = edge + (end === 'last' ? columns : -columns)
  const [top, bottom] =
    columns < 0 ? [placed.top, placed.bottom] : [Math.min(placed.top, wire), Math.max(placed.bottom, wire)]
  const steps = columns < 0 ? stepsMovedOut(drag) : stepsMovedIn(grid, drag).length
  return (
    <>
      <rect
        className="circuits-frame"
        x={Math.min(edge, to) * GATE_STEP}
        y={top * ROW}
        width={Math.max(2, Math.abs(to - edge) * GATE_STEP)}
        height={(bottom - top + 1) * ROW}
      />
      <text className="pentad-small" x={to * GATE_STEP} y={(bottom + 1) * ROW - 3} textAnchor="middle">
        {columns === 0 ? '' : `${countWithNoun(steps, 'step')} ${columns < 0 ? 'out' : 'in'}`}
      </text>
    </>
  )
}
