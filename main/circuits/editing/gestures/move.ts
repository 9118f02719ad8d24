import type { CircuitDocument, CircuitWire, DrawnStep } from '../document/model'
import { statementParts } from '../document/statement-parts'
import { type TextEdit, withEdits } from '../writing/text-edit'
import { outOfReach, wireName, writeOperation } from '../writing/write-operation'
import { notPlain, operationOf } from './change'
import { insertedWhereRun, insertionEdit } from './insertion'
import { edited, type Outcome, refused } from './outcome'
import { removalEdits } from './remove'
import { type Scope, stepBehind } from './scope'

export interface Move {
  readonly scope: Scope
  readonly step: DrawnStep
  /** New wires of the operands, controls first, in the order of the statement. */
  readonly operands: readonly number[]
  /** New classical bit of a measurement; left out where it stays. */
  readonly clbit?: number
  /** Column before whose steps it is put; null leaves it where it is in the text. */
  readonly moment: number | null
}

/** Moves a plain step to other wires, another column, or both. Rewrites only the operands that change. */
export function moveStep(document: CircuitDocument, move: Move): Outcome {
  const { step, scope, moment } = move
  const statement = statementOn(document, move)
  if (typeof statement !== 'string') return statement
  const clbits = move.clbit === undefined ? step.clbits : [...step.clbits, move.clbit]
  const next =
    moment === null
      ? null
      : stepBehind(document, { scope, spot: { qubits: move.operands, clbits, moment }, without: step })
  if (moment === null || staysBefore(scope, step, next)) return edited(document, [{ ...step.span, insert: statement }])
  const insertion = insertionEdit(document, { scope: withoutStep(scope, step), next, statements: [statement] })
  return insertedWhereRun(document, removalEdits(document, scope, [step]), insertion)
}

const withoutStep = ({ steps, location }: Scope, step: DrawnStep): Scope => ({
  steps: steps.filter(one => one !== step),
  location,
})

const staysBefore = ({ steps }: Scope, step: DrawnStep, next: DrawnStep | null): boolean =>
  (steps[steps.indexOf(step) + 1] ?? null) === next

/** The text of the statement with its operands on the new wires; everything else stays as written. */
function statementOn(document: CircuitDocument, move: Move): string | Outcome {
  const { step } = move
  const { start, end } = step.span
  if (isOnItsWires(move)) return document.text.slice(start, end)
  const reason = notPlain(step)
  if (reason !== null) return refused(reason, step.id)
  return document.notation === 'json' ? jsonStatement(document, move) : openQasmStatement(document, move)
}

function isOnItsWires({ step, operands, clbit }: Move): boolean {
  const now = operandsOf(step)
  const isSame = now.length === operands.length && now.every((wire, i) => wire === operands[i])
  return isSame && (clbit === undefined || step.gates[0]?.clbits[0] === clbit)
}

/** Wires of a plain step in the order of its statement: controls of modifiers, then the gate's own. */
export function operandsOf({ gates }: DrawnStep): number[] {
  const [gate] = gates
  return gate ? [...gate.controls.map(({ qubit }) => qubit), ...gate.qubits] : []
}

function openQasmStatement(document: CircuitDocument, { step, operands, clbit }: Move): string | Outcome {
  const { text, qubits, clbits } = document
  const missing = outOfReach(qubits, operands) ?? outOfReach(clbits, clbit === undefined ? [] : [clbit])
  if (missing !== null) return refused(missing)
  const parts = statementParts(text, step.core)
  if (parts === null) return refused('This statement can be edited in the text only.')
  const spans = parts.kind === 'measure' ? [parts.source] : parts.operands
  const now = operandsOf(step)
  if (spans.length !== now.length || operands.length !== now.length)
    return refused('The operands of this statement name whole registers: unroll it to move its gates.', step.id)
  const edits: TextEdit[] = spans.flatMap((location, i) =>
    now[i] === operands[i] ? [] : [{ ...location, insert: wireName(document, operands[i]!) }],
  )
  const target = parts.kind === 'measure' ? parts.target : null
  if (target && clbit !== undefined) edits.push({ ...target, insert: clbits[clbit]!.name })
  if (step.isRepeated && edits.some(({ start, end }) => !namesWire([...qubits, ...clbits], text.slice(start, end))))
    return refused(
      'Its wire depends on the iteration of the loop: unroll the loop to move the gate of one iteration.',
      boxOf(step),
    )
  const { start, end } = step.span
  const local = edits.map(edit => ({ ...edit, start: edit.start - start, end: edit.end - start }))
  return withEdits(text.slice(start, end), local)
}

const namesWire = (wires: readonly CircuitWire[], operand: string): boolean =>
  wires.some(({ name }) => name === operand.replace(/\s+/g, ''))

/** Id of the box around a step; null at the outermost level. */
const boxOf = ({ id }: DrawnStep): string | null => {
  const levels = id.split('.')
  return levels.length > 2 ? levels.slice(0, -2).join('.') : null
}

function jsonStatement(document: CircuitDocument, { step, operands, clbit }: Move): string | Outcome {
  const operation = operationOf(document, step)
  if (operation === null) return refused('This instruction can be edited in the text only.')
  const clbits = clbit === undefined ? operation.clbits : [clbit]
  const written = writeOperation(document, { ...operation, controls: [], qubits: operands, clbits })
  return 'cannot' in written ? refused(written.cannot) : written.text
}
