/** Gates that were copied: as operations on wires counted from the topmost, so that they can be put anywhere, in another circuit too. */
import type { CircuitDocument, DrawnStep } from '../../../../main/circuits/editing/document/model'
import { operationOf } from '../../../../main/circuits/editing/gestures/change'
import type { GateOperation } from '../../../../main/circuits/editing/writing/operation'

const FORMAT = 'pentad-gates/1'

/** Plain steps only: loops, broadcasts and statements under modifiers other than controls are copied as text. */
export function copied(document: CircuitDocument, steps: readonly DrawnStep[]): string | null {
  const chosen = new Set(steps)
  const operations = document.steps.filter(step => chosen.has(step)).map(step => operationOf(document, step))
  if (operations.length === 0 || operations.some(operation => operation === null)) return null
  const plain = operations as GateOperation[]
  const top = Math.min(...plain.flatMap(({ qubits, controls }) => [...qubits, ...controls.map(({ qubit }) => qubit)]))
  return JSON.stringify({ format: FORMAT, operations: plain.map(operation => movedBy(operation, -top)) })
}

/** The operations with their topmost wire at `wire`; null where the text is no copy of gates. */
export function pasted(text: string, wire: number): GateOperation[] | null {
  try {
    const value = JSON.parse(text) as { format?: unknown; operations?: readonly GateOperation[] }
    if (value.format !== FORMAT || !Array.isArray(value.operations)) return null
    return value.operations.map(operation => movedBy(operation, wire))
  } catch {
    return null
  }
}

const movedBy = (operation: GateOperation, by: number): GateOperation => ({
  ...operation,
  qubits: operation.qubits.map(qubit => qubit + by),
  controls: operation.controls.map(({ qubit, value }) => ({ qubit: qubit + by, value })),
})

/** Whether every wire that they name is there. */
export const fitsWires = (operations: readonly GateOperation[], qubits: number, clbits: number): boolean =>
  operations.every(
    operation =>
      [...operation.qubits, ...operation.controls.map(({ qubit }) => qubit)].every(
        wire => wire >= 0 && wire < qubits,
      ) && [...operation.clbits, ...(operation.condition?.clbits ?? [])].every(bit => bit < clbits),
  )
