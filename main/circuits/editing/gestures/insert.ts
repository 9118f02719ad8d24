import { gateNamed } from '../../../contract/gates/gate-table'
import { LIBRARIES, WRITTEN_OUT } from '../../qasm/lowering/library'
import type { CircuitDocument, DrawnStep } from '../document/model'
import { stepMoments } from '../document/moments'
import { behind, newlineOf } from '../writing/layout'
import { type GateOperation, namedControls, operationBits, operationQubits } from '../writing/operation'
import type { TextEdit } from '../writing/text-edit'
import { writeOperation } from '../writing/write-operation'
import { insertedWhereRun, insertionEdit } from './insertion'
import { type Outcome, refused } from './outcome'
import { type Scope, stepBehind } from './scope'

/** Operations to insert before the steps of a column on their wires. */
export interface Insertion {
  readonly scope: Scope
  readonly operations: readonly GateOperation[]
  /** Column, from 0. */
  readonly moment: number
}

export function insertOperations(document: CircuitDocument, { scope, operations, moment }: Insertion): Outcome {
  if (scope.location === null && document.readOnly !== null) return refused(document.readOnly)
  const statements: string[] = []
  for (const operation of operations) {
    const written = writeOperation(document, operation)
    if ('cannot' in written) return refused(written.cannot)
    statements.push(written.text)
  }
  const spot = { qubits: operations.flatMap(operationQubits), clbits: operations.flatMap(operationBits), moment }
  const next = stepBehind(document, { scope, spot })
  const edit = insertionEdit(document, { scope, next, statements })
  return insertedWhereRun(document, neededHead(document, operations), edit)
}

/** Inserts copied statements, on the wires that they name, before the steps of a column. */
export function insertStatements(
  document: CircuitDocument,
  { scope, text, moment }: { readonly scope: Scope; readonly text: string; readonly moment: number },
): Outcome {
  if (scope.location === null && document.readOnly !== null) return refused(document.readOnly)
  if (document.notation === 'json') return refused('A circuit in JSON takes no statements of OpenQASM.')
  const qubits = document.qubits.map((_, qubit) => qubit)
  const next = stepBehind(document, { scope, spot: { qubits, clbits: [], moment } })
  const outcome = insertedWhereRun(document, [], insertionEdit(document, { scope, next, statements: [text.trim()] }))
  return outcome.kind === 'edited' ? outcome : refused(`What was copied cannot stand here: ${outcome.reason}`)
}

/** Copies steps of the scope, as they are written, to after their last column. */
export function duplicateSteps(document: CircuitDocument, scope: Scope, steps: readonly DrawnStep[]): Outcome {
  if (scope.location === null && document.readOnly !== null) return refused(document.readOnly)
  const meant = new Set(steps)
  const chosen = scope.steps.filter(step => meant.has(step))
  const { moments } = stepMoments(scope.steps, document.qubits.length)
  const next = stepBehind(document, {
    scope,
    spot: {
      qubits: chosen.flatMap(({ qubits }) => qubits),
      clbits: chosen.flatMap(({ clbits }) => clbits),
      moment: 1 + Math.max(...chosen.map(step => moments.get(step)!)),
    },
  })
  const statements = chosen.map(({ span }) => document.text.slice(span.start, span.end))
  return insertedWhereRun(document, [], insertionEdit(document, { scope, next, statements }))
}

/** Inserts what the operations need at the head of the text: a library, or the definition of a gate that no library has. */
export function neededHead(document: CircuitDocument, operations: readonly GateOperation[]): TextEdit[] {
  if (document.notation === 'json') return []
  const names = [...new Set(operations.map(namedControls).map(({ name }) => name))]
  const defined = new Set(document.definitions.map(({ name }) => name))
  const written = names.filter(name => WRITTEN_OUT.has(name) && !defined.has(name))
  const inLibrary = names.some(name => gateNamed(name)?.matrix !== undefined)
  const lines = [
    ...(inLibrary && !document.outline.includes.some(file => file in LIBRARIES) ? [libraryLine(document)] : []),
    ...written.map(name => `gate ${name} a, b { ${WRITTEN_OUT.get(name)} }`),
  ]
  return lines.length === 0 ? [] : [headEdit(document, lines)]
}

const libraryLine = ({ notation }: CircuitDocument): string =>
  `include "${notation === 'openqasm2' ? 'qelib1.inc' : 'stdgates.inc'}";`

/** Inserts lines after the version and the includes. */
export function headEdit({ text, outline }: CircuitDocument, statements: readonly string[]): TextEdit {
  const { head } = outline
  if (head === 0) return { start: 0, end: 0, insert: statements.map(line => line + newlineOf(text)).join('') }
  return behind(text, { start: text.lastIndexOf('\n', head - 1) + 1, end: head }, statements)
}
