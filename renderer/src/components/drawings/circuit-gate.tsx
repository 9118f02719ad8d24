/** One gate of a circuit drawing, in SVG. Sizes are pixels; `x` and `y` give the centre of a cell. */
import type { GateSymbol } from '../../../../main/contract/gates/gate-table'
import { angle } from '../../draw/circuits/angle'
import { symbolOf } from '../../draw/circuits/gate-symbol'
import type { DrawnInstruction, PlacedGate } from '../../draw/circuits/grid'
import { conditionText, instructionText } from '../../draw/circuits/grid'
import type { WireRows } from '../../draw/circuits/idle-wires'
import type { WireNames } from '../../draw/circuits/wire-names'

export const GATE_STEP = 60
export const ROW = 52
export const x = (moment: number) => GATE_STEP / 2 + moment * GATE_STEP
export const y = (row: number) => ROW / 2 + row * ROW

const BOX = { width: 50, height: 30 }
const RADIUS = 9
/** Characters that fit below a box's name. */
const FITS = 8
/** Characters that fit into a box at normal size. */
const LABEL_FITS = 6

interface CircuitGateProps {
  readonly gate: PlacedGate
  readonly names: WireNames
  readonly wires: WireRows
}

export function CircuitGate({ gate, names, wires }: CircuitGateProps) {
  const { instruction, moment, top, bottom } = gate
  const symbol = symbolOf(instruction.name)
  if (symbol.target === 'barrier') return <Barrier gate={gate} names={names} wires={wires} />
  const controls = instruction.qubits.slice(0, symbol.controls)
  const targets = instruction.qubits.slice(symbol.controls)
  const note = noteOf(instruction, names)
  const at = (qubit: number) => y(wires.rowOf(qubit))
  return (
    <g data-conditional={instruction.condition !== undefined}>
      <title>{instructionText(instruction, names)}</title>
      {bottom > top && <line className="pentad-link" x1={x(moment)} x2={x(moment)} y1={at(top)} y2={at(bottom)} />}
      {controls.map(qubit => (
        <circle key={qubit} className="pentad-control" cx={x(moment)} cy={at(qubit)} r={4.5} />
      ))}
      {targets.map(qubit => (
        <GateTarget key={qubit} symbol={symbol} note={note} cx={x(moment)} cy={at(qubit)} />
      ))}
      {instruction.condition && (
        <text className="pentad-small" x={x(moment)} y={at(top) - BOX.height / 2 - 3} textAnchor="middle">
          {conditionText(instruction.condition, names)}
        </text>
      )}
    </g>
  )
}

interface GateTargetProps {
  readonly symbol: GateSymbol
  readonly note: string
  readonly cx: number
  readonly cy: number
}

/** The symbol of a gate on one target qubit: a labelled box, ⊕, a dot, or a cross. */
export function GateTarget({ symbol, note, cx, cy }: GateTargetProps) {
  switch (symbol.target) {
    case 'dot':
      return <circle className="pentad-control" cx={cx} cy={cy} r={4.5} />
    case 'plus':
      return (
        <>
          <circle className="pentad-plus" cx={cx} cy={cy} r={RADIUS} />
          <Strokes
            cx={cx}
            cy={cy}
            ends={[
              [RADIUS, 0],
              [0, RADIUS],
            ]}
          />
        </>
      )
    case 'cross':
      return (
        <Strokes
          cx={cx}
          cy={cy}
          ends={[
            [6, 6],
            [6, -6],
          ]}
        />
      )
    default:
      return <Box label={symbol.label} note={note} cx={cx} cy={cy} />
  }
}

/** Straight strokes through the centre of a cell, each given by one end relative to it. */
const Strokes = ({ cx, cy, ends }: { readonly cx: number; readonly cy: number; readonly ends: [number, number][] }) =>
  ends.map(([dx, dy]) => (
    <line key={`${dx} ${dy}`} className="pentad-stroke" x1={cx - dx} y1={cy - dy} x2={cx + dx} y2={cy + dy} />
  ))

/** Small text below the name: the angles, or the target of a measurement. */
function noteOf({ params = [], clbits = [] }: DrawnInstruction, names: WireNames): string {
  const note = clbits.length > 0 ? `→${clbits.map(names.bit).join(',')}` : params.map(angle).join(',')
  return note.length > FITS ? `${note.slice(0, FITS - 1)}…` : note
}

interface BoxProps {
  readonly label: string
  readonly note: string
  readonly cx: number
  readonly cy: number
}

const Box = ({ label, note, cx, cy }: BoxProps) => (
  <>
    <rect x={cx - BOX.width / 2} y={cy - BOX.height / 2} width={BOX.width} height={BOX.height} rx={3} />
    <text
      className={label.length > LABEL_FITS ? 'pentad-small' : undefined}
      x={cx}
      y={note === '' ? cy : cy - 6}
      textAnchor="middle"
      dominantBaseline="central"
    >
      {label}
    </text>
    {note !== '' && (
      <text className="pentad-small" x={cx} y={cy + 8} textAnchor="middle" dominantBaseline="central">
        {note}
      </text>
    )}
  </>
)

/** A dashed line on each shown wire of the barrier; on all shown wires when it names none. */
function Barrier({ gate: { instruction, moment }, names, wires }: CircuitGateProps) {
  const named = instruction.qubits.length === 0 ? wires.shown : instruction.qubits.filter(wires.isShown)
  return (
    <g>
      <title>{instructionText(instruction, names)}</title>
      {named.map(qubit => (
        <line
          key={qubit}
          className="pentad-barrier"
          x1={x(moment)}
          x2={x(moment)}
          y1={y(wires.rowOf(qubit)) - ROW / 2}
          y2={y(wires.rowOf(qubit)) + ROW / 2}
        />
      ))}
    </g>
  )
}
