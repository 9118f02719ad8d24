import type { Circuit } from '../../../contract/jobs/circuit'
import { canonicalCircuit } from '../../model/canonical'
import type { CircuitDocument, DrawnStep } from '../document/model'
import {
  type OuterStatements,
  outerStatementsOf,
  rememberOuterStatements,
  withIndependence,
} from '../document/outer-statements'
import { readDocument } from '../document/read-document'
import { type ChangedStatements, changeIn } from './change'
import { rereadJson } from './json-edited'
import { movedDefinitions, movedStep, movedWires, type Shift } from './moved'
import { type ChangedText, type NewStatements, newStatements } from './new-statements'

/**
 * Gives `readDocument(text)`, in less time where the text differs from the document's only in statements on which no
 * other statement depends.
 */
export const readEdited = (before: CircuitDocument, text: string): CircuitDocument =>
  (before.text === text ? before : rereadDocument(before, text)) ?? readDocument(text)

/** The document of the text from the one before; null where the text has to be read as a whole. */
export function rereadDocument(before: CircuitDocument, text: string): CircuitDocument | null {
  if (before.notation === 'json') return rereadJson(before, text)
  const outer = outerStatementsOf(before)
  if (outer === null || !isPlain(before) || text.length > MAX_TEXT) return null
  const change = changeIn(before.text, text, outer)
  const edited = change && { before, outer, text, change }
  const statements = edited && newStatements(edited)
  return statements && spliced(edited, statements)
}

/** Most characters and instructions. Longer programs are read as a whole, as limits of the reader may apply to them. */
const MAX_TEXT = 400_000
const MAX_INSTRUCTIONS = 20_000

/** Whether the rest of the document does not depend on its gates. */
const isPlain = ({ program, notes, faults, qubits, readOnly }: CircuitDocument): boolean =>
  program?.isAligned === true &&
  program.circuit.instructions.length < MAX_INSTRUCTIONS &&
  notes.length === 0 &&
  faults.length === 0 &&
  readOnly === null &&
  // The number of physical qubits follows from the gates on them.
  qubits[0]?.register !== '$'

function spliced(edited: ChangedText, read: NewStatements): CircuitDocument {
  const { before, outer, text, change } = edited
  const program = before.program!
  const kept = keptSteps(before, change)
  const [first, last] = [kept.ahead.at(-1)?.last ?? 0, kept.behind[0]?.first ?? program.circuit.instructions.length]
  const { instructions } = read
  const circuit = canonicalCircuit({
    ...program.circuit,
    // `canonicalCircuit` decides by the bits in use whether it states `num_clbits`.
    num_clbits: before.clbits.length,
    instructions: program.circuit.instructions.toSpliced(first, last - first, ...instructions),
  })
  const shift = { from: change.end, by: change.endNow - change.end, instructions: instructions.length - (last - first) }
  const list = outerNow(outer, change, read.statements)
  return rememberOuterStatements(
    {
      ...before,
      text,
      steps: stepsNow(kept, read.steps, shift),
      program: { ...program, circuit },
      circuit: before.circuit && (circuit as Circuit),
      qubits: movedWires(before.qubits, shift),
      clbits: movedWires(before.clbits, shift),
      definitions: movedDefinitions(before.definitions, shift),
      outline: { ...before.outline, ...outlineNow(edited, list) },
    },
    list,
  )
}

interface KeptSteps {
  readonly ahead: readonly DrawnStep[]
  readonly behind: readonly DrawnStep[]
}

const keptSteps = ({ steps }: CircuitDocument, { start, end }: ChangedStatements): KeptSteps => ({
  ahead: steps.filter(({ span }) => span.end <= start),
  behind: steps.filter(({ span }) => span.start >= end),
})

function stepsNow({ ahead, behind }: KeptSteps, between: readonly DrawnStep[], shift: Shift): DrawnStep[] {
  const inPlace = { from: 0, by: 0, instructions: ahead.at(-1)?.last ?? 0 }
  const until = ahead.length + between.length
  return [
    ...ahead,
    ...between.map((step, at) => movedStep(step, String(ahead.length + at), inPlace)),
    ...behind.map((step, at) => movedStep(step, String(until + at), shift)),
  ]
}

function outerNow(
  { version, list }: OuterStatements,
  change: ChangedStatements,
  statements: NewStatements['statements'],
): OuterStatements {
  const by = change.endNow - change.end
  const behind = list.slice(change.last).map(({ start, end, role }) => ({ start: start + by, end: end + by, role }))
  return { version, ...withIndependence([...list.slice(0, change.first), ...statements, ...behind]) }
}

function outlineNow({ before, change }: ChangedText, { version, list }: OuterStatements) {
  const { head } = before.outline
  const by = head > change.start ? change.endNow - change.end : 0
  return { head: head + by, end: list.at(-1)?.end ?? version.length }
}
