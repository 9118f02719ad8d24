/** Gates that were copied: as operations on wires counted from the topmost, so that they can be put anywhere, in another circuit too. */
import type { CircuitDocument, DrawnStep } from '../../../../main/circuits/editing/document/model'
import { operationsOf } from '../../../../main/circuits/editing/gestures/change'
import { type RefusedGesture, refused } from '../../../../main/circuits/editing/gestures/outcome'
import { newlineOf } from '../../../../main/circuits/editing/writing/layout'
import { type GateOperation, operationBits, operationQubits } from '../../../../main/circuits/editing/writing/operation'
import { stepLabel } from './cells'

const FORMAT = 'pentad-gates/1'

/** What goes to the clipboard, or why the steps cannot be copied. */
export type GateCopy = { readonly kind: 'copied'; readonly text: string } | RefusedGesture

/** Copies plain steps with their conditions; refuses steps that a copy cannot express in full. */
export function copied(document: CircuitDocument, steps: readonly DrawnStep[]): GateCopy {
  if (steps.length === 0) return refused('Nothing is selected.')
  const operations: GateOperation[] = []
  for (const step of steps) {
    const own = operationsOf(document, step)
    if (own === null)
      return refused(`${shown(document, step)} can be copied in the text, or once it is unrolled.`, step.id)
    if (step.condition !== null && own.some(({ condition }) => condition === null))
      return refused(
        `The condition is more than bits compared with constants: copy ${shown(document, step)} in the text.`,
      )
    operations.push(...own)
  }
  const top = Math.min(...operations.flatMap(operationQubits))
  const moved = operations.map(operation => movedBy(operation, -top))
  return { kind: 'copied', text: JSON.stringify({ format: FORMAT, operations: moved }) }
}

/**
 * Text of steps of the whole program, for loops and branches, which are no list of gates; it keeps the wires that it names. null
 * for JSON, whose loops are several instructions.
 */
export const writtenCopy = ({ text, notation }: CircuitDocument, steps: readonly DrawnStep[]): string | null =>
  notation === 'json' ? null : steps.map(({ span }) => text.slice(span.start, span.end)).join(newlineOf(text))

const LONGEST_SHOWN = 60
function shown(document: CircuitDocument, step: DrawnStep): string {
  const label = stepLabel(document, step)
  return label.length > LONGEST_SHOWN ? `${label.slice(0, LONGEST_SHOWN)}…` : label
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

/**
 * The wire on which operations with their topmost qubit on wire 0 can be placed: `wire`, or the nearest above where too few are
 * below it; null where there are too few in all, or not all of their bits.
 */
export function wireFor(
  operations: readonly GateOperation[],
  wire: number,
  { qubits, clbits }: { readonly qubits: number; readonly clbits: number },
): number | null {
  const height = 1 + Math.max(-1, ...operations.flatMap(operationQubits))
  const width = 1 + Math.max(-1, ...operations.flatMap(operationBits))
  return height <= qubits && width <= clbits ? Math.max(0, Math.min(wire, qubits - height)) : null
}
