/** Wires that carry no operation, and the rows of a drawing that leaves them out. */
import { symbolOf } from './gate-symbol'
import type { GateList } from './grid'

/**
 * Qubits without an operation, ascending. A barrier does not count as one, an identity or a reset does. Empty where no qubit has
 * an operation.
 */
export function idleWires({ num_qubits, instructions }: GateList): number[] {
  const used = new Set<number>()
  for (const { name, qubits } of instructions)
    if (symbolOf(name).target !== 'barrier') for (const qubit of qubits) used.add(qubit)
  return used.size === 0 ? [] : wiresBelow(num_qubits).filter(qubit => !used.has(qubit))
}

/** Which wires a drawing shows, one a row; gates keep their moments whatever is hidden. */
export interface WireRows {
  /** Qubits from the top. */
  readonly shown: readonly number[]
  readonly hidden: number
  readonly isShown: (qubit: number) => boolean
  /** From 0; of a qubit that is shown. */
  readonly rowOf: (qubit: number) => number
}

export function wireRows(numQubits: number, hidden: readonly number[]): WireRows {
  const out = new Set(hidden)
  const shown = wiresBelow(numQubits).filter(qubit => !out.has(qubit))
  const rows = new Map(shown.map((qubit, row) => [qubit, row]))
  return { shown, hidden: out.size, isShown: qubit => rows.has(qubit), rowOf: qubit => rows.get(qubit)! }
}

const wiresBelow = (numQubits: number) => Array.from({ length: numQubits }, (_, qubit) => qubit)
