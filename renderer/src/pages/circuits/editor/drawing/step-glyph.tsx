/** One step in the drawing that can be edited: its gates, or a box that opens. */
import { memo } from 'react'
import type {
  CircuitDocument,
  DrawnGate,
  DrawnStep,
  StepBox,
} from '../../../../../../main/circuits/editing/document/model'
import { GATE_STEP, GateTarget, ROW, x, y } from '../../../../components/drawings/circuit-gate'
import { BOX_LINE, boxLines, compact, shortened } from '../../../../draw/circuit-editor/box-text'
import { operandsDrawn, type PlacedStep } from '../../../../draw/circuit-editor/cells'
import { gateNote, labelledSymbol, NOTE_FITS } from '../../../../draw/circuit-editor/gate-text'

interface Props {
  readonly placed: PlacedStep
  readonly document: CircuitDocument
  readonly text: string
  /** Whether the cursor of the text is in its statement. */
  readonly isPointed: boolean
}

/** Radius of the corners of a frame, in pixels. */
export const FRAME_RADIUS = 4

/** Frame around all cells of a step, in pixels of the drawing. */
export const frameOf = ({ moment, top, bottom }: PlacedStep) => ({
  x: moment * GATE_STEP + 1,
  y: top * ROW + 2,
  width: GATE_STEP - 2,
  height: (bottom - top + 1) * ROW - 4,
})

const MARGIN = 4
/** Width of the edges by which a box is dragged, in pixels. */
const EDGE = 10

function Glyph({ placed, document, text, isPointed }: Props) {
  const { step, moment, top } = placed
  return (
    <g data-step data-pointed={isPointed || undefined} data-conditional={step.condition !== null}>
      <title>{text}</title>
      {step.box === null ? (
        step.gates.map(gate => <Gate key={gate.qubits.join()} gate={gate} moment={moment} document={document} />)
      ) : (
        <BoxGlyph placed={placed} box={step.box} />
      )}
      {step.condition && (
        <text className="pentad-small" x={x(moment)} y={top * ROW + 9} textAnchor="middle">
          {shortened(compact(step.condition.text), NOTE_FITS)}
        </text>
      )}
      {isPointed && <rect className="circuits-pointed" rx={FRAME_RADIUS} {...frameOf(placed)} />}
    </g>
  )
}

/** Drawn again only where it would look different: an edit reads all steps anew, and most of them stay as they are. */
export const StepGlyph = memo(Glyph, (before, now) => {
  const [a, b] = [before.placed, now.placed]
  if (before.text !== now.text) return false
  if (before.isPointed !== now.isPointed) return false
  if (a.moment !== b.moment || a.top !== b.top || a.bottom !== b.bottom) return false
  if (isMoved(a.step, b.step) && before.document.clbits === now.document.clbits) return true
  return lookOf(a.step, before.document) === lookOf(b.step, now.document)
})

/** Whether an edit elsewhere only moved the step in the text: it then shares its gates with the step before. */
const isMoved = (a: DrawnStep, b: DrawnStep): boolean =>
  a.gates === b.gates &&
  a.clbits === b.clbits &&
  a.condition?.text === b.condition?.text &&
  a.box?.title === b.box?.title &&
  a.box?.values.length === b.box?.values.length

const looks = new WeakMap<DrawnStep, string>()

/** Everything that the drawing of a step shows, except its place and its title. */
function lookOf(step: DrawnStep, { clbits }: CircuitDocument): string {
  const known = looks.get(step)
  if (known !== undefined) return known
  const bits = step.clbits.map(bit => clbits[bit]?.name)
  const look = JSON.stringify([step.gates, step.condition?.text, step.box && boxLines(step.box, 900), bits])
  looks.set(step, look)
  return look
}

interface GlyphProps {
  readonly gate: DrawnGate
  readonly moment: number
  readonly document: CircuitDocument
}

export function Gate({ gate, moment, document }: GlyphProps) {
  const symbol = labelledSymbol(gate)
  const operands = operandsDrawn(gate)
  const wires = operands.map(({ wire }) => wire)
  const [top, bottom] = [Math.min(...wires), Math.max(...wires)]
  if (symbol.target === 'barrier')
    return gate.qubits.map(wire => (
      <line
        key={wire}
        className="pentad-barrier"
        x1={x(moment)}
        x2={x(moment)}
        y1={y(wire) - ROW / 2}
        y2={y(wire) + ROW / 2}
      />
    ))
  return (
    <>
      {bottom > top && <line className="pentad-link" x1={x(moment)} x2={x(moment)} y1={y(top)} y2={y(bottom)} />}
      {operands.map(({ wire, look }) =>
        look === 'target' ? (
          <GateTarget key={wire} symbol={symbol} note={gateNote(gate, document)} cx={x(moment)} cy={y(wire)} />
        ) : (
          <circle
            key={wire}
            className={look === 'control' ? 'pentad-control' : 'pentad-plus'}
            cx={x(moment)}
            cy={y(wire)}
            r={4.5}
          />
        ),
      )}
    </>
  )
}

function BoxGlyph({ placed: { moment, top, bottom }, box }: { readonly placed: PlacedStep; readonly box: StepBox }) {
  const height = (bottom - top + 1) * ROW - 2 * MARGIN
  const lines = boxLines(box, height)
  const rows = lines.map((line, at) => ({
    line,
    at: (y(top) + y(bottom) + (2 * at + 1 - lines.length) * BOX_LINE) / 2,
  }))
  const edges = box.bodies.length === 1 ? [moment * GATE_STEP, (moment + 1) * GATE_STEP - EDGE] : []
  return (
    <>
      <rect
        className="circuits-box"
        x={moment * GATE_STEP + MARGIN}
        y={top * ROW + MARGIN}
        width={GATE_STEP - 2 * MARGIN}
        height={height}
        rx={4}
      />
      <text className="circuits-box-text" textAnchor="middle" dominantBaseline="central">
        {rows.map(({ line, at }) => (
          <tspan key={at} x={x(moment)} y={at}>
            {line}
          </tspan>
        ))}
      </text>
      {edges.map(left => (
        <rect key={left} className="circuits-edge" x={left} y={top * ROW + MARGIN} width={EDGE} height={height} />
      ))}
    </>
  )
}
