/** The gate that is held or dragged, as it would stand if it were put down. */
import type { CircuitDocument, DrawnGate } from '../../../../../../main/circuits/editing/document/model'
import { ROW, x, y } from '../../../../components/drawings/circuit-gate'
import type { GridCell } from '../../../../draw/circuit-editor/cells'
import { isControlTool, operationAt } from '../../../../draw/circuit-editor/palette'
import type { Editor } from '../state/use-editor'
import { Gate } from './step-glyph'
import { type Drag, draggedTo } from './use-pointer'

interface Props {
  readonly gate: DrawnGate
  readonly moment: number
  readonly document: CircuitDocument
}

const Ghost = (props: Props) => (
  <g className="circuits-ghost" aria-hidden>
    <Gate {...props} />
  </g>
)

interface HeldProps {
  readonly editor: Editor
  /** Name of the gate or control that a click or drop puts down. */
  readonly name: string
  readonly at: GridCell
  /** Last wire of a gate that is drawn over several. */
  readonly to?: number | undefined
}

export function HeldGate({ editor: { view, controls }, name, at, to }: HeldProps) {
  const { document } = view
  const { qubits, definitions } = document
  if (isControlTool(name)) return <circle className="circuits-dragged" cx={x(at.moment)} cy={y(at.wire)} r={6} />
  const wires = { qubits: qubits.length, controls, definitions, ...(to !== undefined && { to }) }
  const operation = operationAt(name, at.wire, wires)
  if (operation === null) return null
  const gate = { name, params: [], powers: [], clbits: [], qubits: operation.qubits, controls: operation.controls }
  return <Ghost gate={gate} moment={at.moment} document={document} />
}

interface MovedProps {
  readonly drag: Extract<Drag, { kind: 'step' }>
  readonly document: CircuitDocument
}

/** A gate on its new wires; a circle for a barrier, for a step that is not a single gate, and where the new wires do not exist. */
export function MovedGate({ drag, document }: MovedProps) {
  const { step, at } = drag
  const [gate, another] = step.gates
  const operands = draggedTo(drag, document.qubits.length)
  if (gate === undefined || another !== undefined || operands === null || gate.name === 'barrier')
    return <circle className="circuits-dragged" cx={x(at.moment)} cy={y(at.wire)} r={ROW / 3} />
  const controls = gate.controls.map((control, i) => ({ ...control, qubit: operands[i]! }))
  const moved = { ...gate, controls, qubits: operands.slice(controls.length) }
  return <Ghost gate={moved} moment={at.moment} document={document} />
}
