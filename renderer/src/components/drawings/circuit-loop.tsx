/**
 * The box around a loop of a circuit drawing, in SVG, with the loop's condition at its start and an arrow back at its
 * end.
 */
import { instructionText } from '../../draw/circuits/grid'
import { type LoopBox, loopLines } from '../../draw/circuits/loop-boxes'
import type { WireNames } from '../../draw/circuits/wire-names'
import { GATE_STEP, ROW, x, y } from './circuit-gate'

/** Pixels between the boxes of nested loops. */
const INSET = 3
const LINE = 12

interface LoopProps {
  readonly loop: LoopBox
  readonly names: WireNames
  /** Number of wires in the drawing. */
  readonly rows: number
}

export function CircuitLoop({ loop, names, rows }: LoopProps) {
  const { first, last, depth, mark } = loop
  const inset = 2 + depth * INSET
  const [left, right] = [first * GATE_STEP + inset, (last + 1) * GATE_STEP - inset]
  return (
    <g>
      <title>{`Loop: ${instructionText(mark, names)}`}</title>
      <rect className="pentad-loop" x={left} y={inset} width={right - left} height={rows * ROW - 2 * inset} rx={6} />
      {loopLines(mark, names).map((line, at) => (
        <text
          key={line}
          className="pentad-small pentad-loop-text"
          x={x(first)}
          y={y(0) + at * LINE}
          textAnchor="middle"
        >
          {line}
        </text>
      ))}
      <text className="pentad-loop-text" x={x(last)} y={y(0)} textAnchor="middle" dominantBaseline="central">
        ↺
      </text>
    </g>
  )
}
