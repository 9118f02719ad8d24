import type { CircuitDocument, DrawnStep } from '../document/model'
import { changeStep, notPlain, operationOf } from './change'
import { moveStep, operandsOf } from './move'
import { type Outcome, refused } from './outcome'
import type { Scope } from './scope'

export interface Resize {
  readonly scope: Scope
  readonly step: DrawnStep
  readonly end: 'top' | 'bottom'
  /** Where that end is to be. */
  readonly wire: number
}

/** A barrier over more wires or fewer; of a gate the operand at that end on another wire. Everything else stays where it is. */
export function resizeStep(document: CircuitDocument, { scope, step, end, wire }: Resize): Outcome {
  if (wire < 0 || wire >= document.qubits.length) return refused('There is no such wire.')
  const [gate, another] = step.gates
  if (gate?.name === 'barrier' && !another) return resizeBarrier(document, step, { end, wire })
  const reason = notPlain(step)
  if (reason !== null) return refused(reason, step.id)
  const operands = operandsOf(step)
  const at = operands.indexOf(end === 'top' ? Math.min(...operands) : Math.max(...operands))
  if (operands.includes(wire)) return refused('The gate is on that wire already.')
  return moveStep(document, { scope, step, operands: operands.with(at, wire), moment: null })
}

function resizeBarrier(
  document: CircuitDocument,
  step: DrawnStep,
  { end, wire }: Pick<Resize, 'end' | 'wire'>,
): Outcome {
  const operation = operationOf(document, step)
  if (operation === null || step.isRepeated)
    return refused('This barrier stands in a loop or a gate: change its wires in the text.')
  const [top, bottom] = [Math.min(...operation.qubits), Math.max(...operation.qubits)]
  const [first, last] = end === 'top' ? [wire, bottom] : [top, wire]
  if (first > last) return refused('A barrier is on one wire at least.')
  const within = (qubit: number) => qubit >= first && qubit <= last
  const added = Array.from({ length: document.qubits.length }, (_, qubit) => qubit).filter(
    qubit => within(qubit) && (qubit < top || qubit > bottom),
  )
  const qubits = [...operation.qubits.filter(within), ...added].sort((a, b) => a - b)
  return qubits.length === 0
    ? refused('A barrier is on one wire at least.')
    : changeStep(document, step, { ...operation, qubits })
}
