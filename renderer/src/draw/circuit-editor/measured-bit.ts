/** The classical bit that a measurement goes to when it is put down. */
import type { CircuitDocument, CircuitWire, DrawnStep } from '../../../../main/circuits/editing/document/model'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import { addRegister, addWire } from '../../../../main/circuits/editing/gestures/wires'

/**
 * The bit with the number of the wire where no measurement writes it, else the first that none writes; null where all are written:
 * then one is added, so that no outcome is lost.
 */
export function bitFor({ steps, clbits }: CircuitDocument, wire: number): number | null {
  const written = bitsWritten(steps)
  if (wire < clbits.length && !written.has(wire)) return wire
  const free = clbits.findIndex((_, bit) => !written.has(bit))
  return free === -1 ? null : free
}

function bitsWritten(steps: readonly DrawnStep[]): Set<number> {
  const inside = ({ box }: DrawnStep) => box?.bodies.flatMap(({ iterations }) => iterations.flat()) ?? []
  const own = steps.flatMap(({ gates }) => gates.flatMap(({ clbits }) => clbits))
  const nested = steps.flatMap(inside)
  return new Set([...own, ...(nested.length > 0 ? bitsWritten(nested) : [])])
}

const NAMES = ['c', 'm', ...Array.from({ length: 50 }, (_, i) => `m${i + 1}`)]

/** Adds a bit after all others: to the last register, unless a condition or loop reads that and would then read more bits. */
export function withOneBitMore(document: CircuitDocument): Outcome {
  const last = document.clbits.at(-1)
  if (last !== undefined && !isRead(document, last)) {
    const grown = addWire(document, 'bit', last.register)
    if (grown.kind === 'edited') return grown
  }
  const taken = new Set([...document.qubits, ...document.clbits].map(({ register }) => register))
  const name = NAMES.find(one => !taken.has(one)) ?? NAMES[0]!
  return addRegister(document, { name, kind: 'bit', size: 1 })
}

const isRead = ({ steps, clbits }: CircuitDocument, { register }: CircuitWire): boolean =>
  steps.some(
    ({ box, condition, clbits: bits }) =>
      (box !== null || condition !== null) && bits.some(bit => clbits[bit]?.register === register),
  )
