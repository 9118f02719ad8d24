import { GATES, gateNamed } from '../../../contract/gates/gate-table'
import type { BitComparison } from '../document/compared-bits'
import type { GateControl } from '../document/model'

/** An operation that a gesture inserts on wires of a document. */
export interface GateOperation {
  /** A name of the gate table, `measure`, `reset`, `barrier`, or a gate that the text defines. */
  readonly name: string
  /** Parameters as they are written: numbers, or expressions of OpenQASM. */
  readonly params: readonly string[]
  /** Controls besides those of the gate itself. */
  readonly controls: readonly GateControl[]
  readonly qubits: readonly number[]
  /** Classical bits that a measurement writes. */
  readonly clbits: readonly number[]
  /** The operation runs only where the bits hold the value. */
  readonly condition: BitComparison | null
}

/** Name of each controlled gate, by the gate without controls and its number of controls: `x 1` is cx. */
const WITH_CONTROL = new Map(
  Object.entries(GATES).flatMap(([name, { controlled }]) =>
    controlled ? [[`${controlled.gate} ${controlled.controls}`, name] as const] : [],
  ),
)

/** The operation with its controls in the name of the gate where all must be 1 and the table has such a gate: x under q0 is cx. */
export function namedControls(operation: GateOperation): GateOperation {
  const { name, controls, qubits } = operation
  const row = gateNamed(name)?.controlled ?? { gate: name, controls: 0 }
  const named = WITH_CONTROL.get(`${row.gate} ${row.controls + controls.length}`)
  if (named === undefined || controls.length === 0 || controls.some(({ value }) => value === 0)) return operation
  return { ...operation, name: named, controls: [], qubits: [...controls.map(({ qubit }) => qubit), ...qubits] }
}

/** The operation with the controls that its name implies among its other controls: cx is x under a control. */
export function withoutNamedControls(operation: GateOperation): GateOperation {
  const row = gateNamed(operation.name)?.controlled
  if (row === undefined) return operation
  const { qubits, controls } = operation
  const named = qubits.slice(0, row.controls).map((qubit): GateControl => ({ qubit, value: 1 }))
  return { ...operation, name: row.gate, controls: [...controls, ...named], qubits: qubits.slice(row.controls) }
}

/** Every wire that it acts on. */
export const operationQubits = ({ controls, qubits }: GateOperation): number[] => [
  ...controls.map(({ qubit }) => qubit),
  ...qubits,
]

export const operationBits = ({ clbits, condition }: GateOperation): number[] => [
  ...clbits,
  ...(condition?.clbits ?? []),
]
