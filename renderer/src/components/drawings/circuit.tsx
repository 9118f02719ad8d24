/** A circuit as a grid of wires and moments, or as a list of its instructions. Read only. */
import { Button, ButtonGroup, Switch } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { isLoopMark } from '../../../../main/contract/jobs/circuit'
import {
  type GateList,
  instructionText,
  momentsOf,
  type PlacedGate,
  placed,
  summaryText,
} from '../../draw/circuits/grid'
import { idleWires, type WireRows, wireRows } from '../../draw/circuits/idle-wires'
import { loopBoxes } from '../../draw/circuits/loop-boxes'
import { namesOf } from '../../draw/circuits/wire-names'
import { count, countWithNoun } from '../../draw/format/quantity'
import { KEYBOARD_SCROLL, ScrollRegion } from '../tables/scroll-region'
import { useVirtualGrid } from '../tables/use-virtual-grid'
import { CircuitGate, GATE_STEP, ROW, x, y } from './circuit-gate'
import { CircuitLoop } from './circuit-loop'
import './circuit.css'

/** Gates drawn at most; the text says when a longer circuit is cut. */
const MAX_GATES = 20_000
const LISTED = 500
/** Instructions up to which the accessible name lists the whole circuit; longer circuits are summarized. */
const READ_OUT = 40
const NAMES = 72
/** Characters of a name that fit into NAMES pixels. */
const NAME_FITS = 9

interface Props {
  readonly circuit: GateList
  /** Beginning of its accessible name. */
  readonly label?: string
  /** Pixels; a higher drawing scrolls. */
  readonly maxHeight?: number
  /** Whether idle wires are shown at first; those of a device rarely matter. */
  readonly showIdle?: boolean
}

export function CircuitDrawing({ circuit, label = 'Circuit', maxHeight = 480, showIdle = true }: Props) {
  const [listed, setListed] = useState(false)
  const [idleShown, setIdleShown] = useState(showIdle)
  const moments = useMemo(() => momentsOf(placed(circuit, MAX_GATES)), [circuit])
  const idle = useMemo(() => idleWires(circuit), [circuit])
  const rows = useMemo(() => wireRows(circuit.num_qubits, idleShown ? [] : idle), [circuit, idleShown, idle])
  const left = circuit.instructions.length - MAX_GATES
  return (
    <>
      <div className="pentad-circuit-tools">
        <span className="pentad-quiet">
          {countWithNoun(circuit.num_qubits, 'qubit')}, {countWithNoun(circuit.instructions.length, 'instruction')},{' '}
          {countWithNoun(moments.length, 'moment')}
          {left > 0 && `; the first ${count(MAX_GATES)} instructions are drawn`}
          {!listed && rows.hidden > 0 && `; ${countWithNoun(rows.hidden, 'idle wire')} hidden`}
        </span>
        {!listed && idle.length > 0 && (
          <Switch
            className="pentad-circuit-idle"
            checked={idleShown}
            onChange={event => setIdleShown(event.currentTarget.checked)}
            label={`Show idle wires (${count(idle.length)})`}
          />
        )}
        <ButtonGroup size="small" variant="minimal">
          <Button text="Drawing" active={!listed} aria-pressed={!listed} onClick={() => setListed(false)} />
          <Button text="List" active={listed} aria-pressed={listed} onClick={() => setListed(true)} />
        </ButtonGroup>
      </div>
      {listed ? (
        <Listed circuit={circuit} label={label} maxHeight={maxHeight} />
      ) : (
        <Drawn circuit={circuit} label={label} maxHeight={maxHeight} moments={moments} wires={rows} />
      )}
    </>
  )
}

type CircuitViewProps = Required<Pick<Props, 'circuit' | 'label' | 'maxHeight'>>

interface DrawnCircuitProps extends CircuitViewProps {
  readonly moments: readonly (readonly PlacedGate[])[]
  readonly wires: WireRows
}

function Drawn({ circuit, label, maxHeight, moments, wires }: DrawnCircuitProps) {
  const { shown, rowOf } = wires
  const grid = useVirtualGrid({ columns: moments.length, rows: shown.length, width: GATE_STEP, height: ROW })
  const { columns, rows } = grid
  const names = useMemo(() => namesOf(circuit), [circuit])
  const inView = shown.slice(rows.first, rows.end)
  const size = { width: Math.max(1, columns.end - columns.first) * GATE_STEP, height: inView.length * ROW }
  const origin = { left: columns.first * GATE_STEP, top: rows.first * ROW }
  const [first, last] = [inView[0] ?? 0, inView.at(-1) ?? 0]
  const gates = moments
    .slice(columns.first, columns.end)
    .flat()
    .filter(({ top, bottom, instruction }) => bottom >= first && top <= last && !isLoopMark(instruction))
  const loops = useMemo(() => loopBoxes(moments.flat().toSorted((a, b) => a.index - b.index)), [moments])
  const near = loops.filter(loop => loop.first < columns.end && loop.last >= columns.first)
  return (
    <section
      ref={grid.element}
      onScroll={grid.onScroll}
      className="pentad-scroll pentad-circuit-view"
      aria-label={`${label} drawing`}
      style={{ maxHeight }}
      {...KEYBOARD_SCROLL}
    >
      <div
        className="pentad-circuit-grid"
        style={{ width: NAMES + Math.max(1, moments.length) * GATE_STEP, height: shown.length * ROW }}
      >
        <svg
          aria-hidden
          className="pentad-circuit-names"
          width={NAMES}
          height={size.height}
          viewBox={`0 ${origin.top} ${NAMES} ${size.height}`}
          style={{ transform: `translateY(${origin.top}px)` }}
        >
          {inView.map(qubit => (
            <text key={qubit} x={6} y={y(rowOf(qubit))} dominantBaseline="central">
              {shortened(names.qubit(qubit))}
            </text>
          ))}
        </svg>
        <svg
          role="img"
          aria-label={`${label}: ${circuitText(circuit)}`}
          className="pentad-circuit"
          {...size}
          viewBox={`${origin.left} ${origin.top} ${size.width} ${size.height}`}
          style={{ left: NAMES + origin.left, top: origin.top }}
        >
          {inView.map(qubit => (
            <line
              key={qubit}
              x1={origin.left}
              x2={origin.left + size.width}
              y1={y(rowOf(qubit))}
              y2={y(rowOf(qubit))}
            />
          ))}
          {near.map(loop => (
            <CircuitLoop key={loop.index} loop={loop} names={names} rows={shown.length} />
          ))}
          {gates.map(gate => (
            <CircuitGate key={gate.index} gate={gate} names={names} wires={wires} />
          ))}
          {moments.length === 0 && (
            <text x={x(0)} y={y(0)}>
              no gates
            </text>
          )}
        </svg>
      </div>
    </section>
  )
}

const shortened = (name: string) => (name.length > NAME_FITS ? `${name.slice(0, 4)}…${name.slice(-4)}` : name)

const textsOf = (circuit: GateList, most: number) => {
  const names = namesOf(circuit)
  return circuit.instructions.slice(0, most).map(instruction => instructionText(instruction, names))
}

const circuitText = (circuit: GateList) =>
  circuit.instructions.length > READ_OUT ? summaryText(circuit) : textsOf(circuit, READ_OUT).join('; ')

function Listed({ circuit, label, maxHeight }: CircuitViewProps) {
  const lines = textsOf(circuit, LISTED)
  const more = circuit.instructions.length - lines.length
  return (
    <ScrollRegion label={`${label} instructions`} maxHeight={maxHeight}>
      <pre className="pentad-raw">
        {lines.join('\n')}
        {more > 0 && `\n… and ${count(more)} more instructions, all in the JSON`}
      </pre>
    </ScrollRegion>
  )
}
