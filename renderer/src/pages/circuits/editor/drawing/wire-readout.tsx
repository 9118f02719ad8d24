/** At the end of each wire: how probable 1 is there at the moment of the state, with the Bloch vector in its title. */
import { memo } from 'react'
import type { CircuitWire } from '../../../../../../main/circuits/editing/document/model'
import type { QubitState } from '../../../../../../main/contract/jobs/circuit-state'
import { ROW, y } from '../../../../components/drawings/circuit-gate'
import type { VirtualRange } from '../../../../components/tables/virtual-range'
import { oneText, probabilityOfOne, qubitText } from '../../../../draw/circuit-state/figures'

/** Width of the column beside the drawing, in pixels. */
export const READOUT = 58
const BAR = { left: 6, width: 46, height: 6 }

interface Props {
  readonly states: readonly QubitState[]
  readonly qubits: readonly CircuitWire[]
  readonly rows: VirtualRange
}

/** The table of Bloch vectors says the same to a screen reader. */
export const WireReadout = memo(({ states, qubits, rows }: Props) => {
  const [top, height] = [rows.first * ROW, (rows.end - rows.first) * ROW]
  return (
    <svg
      aria-hidden
      className="circuits-readout"
      width={READOUT}
      height={height}
      viewBox={`0 ${top} ${READOUT} ${height}`}
      style={{ marginTop: top }}
    >
      {states
        .filter(({ qubit }) => qubit >= rows.first && qubit < rows.end)
        .map(state => (
          <OneWire key={state.qubit} state={state} name={qubits[state.qubit]?.name ?? ''} />
        ))}
    </svg>
  )
})

function OneWire({ state, name }: { readonly state: QubitState; readonly name: string }) {
  const middle = y(state.qubit)
  return (
    <g>
      <title>{qubitText(name, state)}</title>
      <rect className="circuits-readout-cell" y={middle - ROW / 2} width={READOUT} height={ROW} />
      <text x={BAR.left} y={middle - 2}>
        {oneText(state)}
      </text>
      <rect className="circuits-readout-whole" x={BAR.left} y={middle + 4} width={BAR.width} height={BAR.height} />
      <rect
        className="circuits-readout-one"
        x={BAR.left}
        y={middle + 4}
        width={BAR.width * probabilityOfOne(state)}
        height={BAR.height}
      />
    </g>
  )
}
