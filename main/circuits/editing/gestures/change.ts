import { CONSTANTS } from '../../qasm/evaluation/math-functions'
import { comparedBits } from '../document/compared-bits'
import type { CircuitDocument, DrawnStep } from '../document/model'
import { statementParts } from '../document/statement-parts'
import { withoutAnnotations } from '../document/tokens'
import type { GateOperation } from '../writing/operation'
import { typedExpression } from '../writing/parameter-value'
import type { TextEdit } from '../writing/text-edit'
import { writeOperation } from '../writing/write-operation'
import { headEdit, neededHead } from './insert'
import { edited, type Outcome, type RefusedGesture, refused } from './outcome'

/** Replaces a plain step with another operation: another gate, wires, controls, parameters or condition. */
export function changeStep(document: CircuitDocument, step: DrawnStep, operation: GateOperation): Outcome {
  const reason = notPlain(step)
  if (reason !== null) return refused(reason, step.id)
  const written = writeOperation(document, operation)
  if ('cannot' in written) return refused(written.cannot)
  const statement = withoutAnnotations(document.text, step.span)
  return edited(document, [...neededHead(document, [operation]), { ...statement, insert: written.text }])
}

/** Why a single gate of the step cannot be edited; null where it can. */
export function notPlain({ gates, box }: DrawnStep): string | null {
  if (box !== null) return 'This statement holds others: open it to edit them, or unroll it.'
  if (gates.length === 1) return null
  return 'One statement stands for all of these gates: unroll it to edit them one by one.'
}

const NO_CONDITION = 'This step has no condition.'

/** One parameter of a step, at `position` from 0, and what is to stand there. */
interface ParameterChange {
  readonly step: DrawnStep
  readonly position: number
  readonly expression: string
}

/** Replaces the text of one parameter; everything else of the statement stays as it is. */
export function changeParameter(document: CircuitDocument, { step, position, expression }: ParameterChange): Outcome {
  const typed = typedExpression(expression)
  if (typed === '') return refused('A parameter needs a value, such as pi/2.')
  if (/\/[/*]/.test(typed)) return refused(`${typed} would begin a comment: one / divides.`)
  if (document.notation === 'json') return jsonParameter(document, { step, position, expression: typed })
  const parts = statementParts(document.text, step.core)
  const span = parts?.kind === 'gate' ? parts.params[position] : undefined
  if (span === undefined) return refused('This statement has no such parameter.')
  const edit = { ...span, insert: typed }
  const outcome = edited(document, [edit])
  if (outcome.kind !== 'refused') return outcome
  return withInputs(document, edit) ?? { ...outcome, reason: `${typed} cannot stand here: ${outcome.reason}` }
}

/** A refusal that offers to declare the unknown names of the expression as inputs; null where that does not help. */
function withInputs(document: CircuitDocument, edit: TextEdit): RefusedGesture | null {
  if (document.notation !== 'openqasm3') return null
  const declaration = (name: string) => headEdit(document, [`input float ${name};`])
  const undeclared = unknownNames(edit.insert).filter(name => edited(document, [declaration(name)]).kind === 'edited')
  if (undeclared.length === 0) return null
  const outcome = edited(document, [
    headEdit(
      document,
      undeclared.map(name => `input float ${name};`),
    ),
    edit,
  ])
  // Even declared, the names could not stand there: that is the reason to give.
  if (outcome.kind === 'refused') return outcome
  const names = undeclared.join(' and ')
  const reason = `${names} ${undeclared.length > 1 ? 'are' : 'is'} not declared in this circuit.`
  return { ...refused(reason), instead: { label: `Declare ${names} as input`, outcome } }
}

/** Names of an expression that are neither functions nor constants. */
function unknownNames(expression: string): string[] {
  const names = expression.match(/[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}_]*(?!\s*\(|[\p{L}\p{Nl}\p{Nd}_])/gu) ?? []
  return [...new Set(names)].filter(name => !Object.hasOwn(CONSTANTS, name))
}

function jsonParameter(document: CircuitDocument, { step, position, expression }: ParameterChange): Outcome {
  const operation = operationOf(document, step)
  if (operation === null || position >= operation.params.length)
    return refused('This instruction has no such parameter.')
  return changeStep(document, step, { ...operation, params: operation.params.with(position, expression) })
}

/** Sets the condition of a step; null removes it. */
export function changeCondition(
  document: CircuitDocument,
  step: DrawnStep,
  condition: GateOperation['condition'],
): Outcome {
  const operation = operationOf(document, step)
  if (document.notation === 'json' || condition !== null)
    return operation === null
      ? refused(notPlain(step) ?? 'This statement cannot be put under a condition here.', step.id)
      : changeStep(document, step, { ...operation, condition })
  if (step.condition === null) return refused(NO_CONDITION)
  const statement = withoutAnnotations(document.text, step.span)
  return edited(document, [{ ...statement, insert: document.text.slice(step.core.start, step.core.end) }])
}

/** Replaces the text of a step's condition; an empty text removes the condition. */
export function changeConditionText(document: CircuitDocument, step: DrawnStep, text: string): Outcome {
  if (step.condition === null) return refused(NO_CONDITION)
  if (document.notation === 'json') return refused('In JSON a condition is data: edit it in the text.')
  if (text.trim() === '') return changeCondition(document, step, null)
  return edited(document, [{ ...step.condition.span, insert: text.trim() } satisfies TextEdit])
}

/**
 * The operation that writes a plain step again, with its parameters as in the text; null for a box, a broadcast, or a gate under
 * `inv` or `pow`. Its condition is null where it is not a comparison of bits with constants.
 */
export function operationOf(document: CircuitDocument, step: DrawnStep): GateOperation | null {
  const [gate, another] = step.gates
  if (gate === undefined || another !== undefined || gate.powers.length > 0) return null
  const { name, controls, qubits, clbits } = gate
  return {
    name,
    controls,
    qubits,
    clbits,
    params: parameterTexts(document, step),
    condition: conditionIn(document, step),
  }
}

/** The operations of a step, one for each gate; null for a box, and for several gates under a condition, whose bits they might write. */
export function operationsOf(document: CircuitDocument, step: DrawnStep): GateOperation[] | null {
  const { gates, condition } = step
  if (gates.length === 0 || (gates.length > 1 && condition !== null)) return null
  const all = gates.map(gate => operationOf(document, { ...step, gates: [gate] }))
  return all.every(operation => operation !== null) ? all : null
}

/** The parameters as text: as written in OpenQASM, as values in JSON. */
export function parameterTexts({ text, notation }: CircuitDocument, { core, gates }: DrawnStep): string[] {
  const numbers = gates[0]?.params.map(String) ?? []
  if (notation === 'json') return numbers
  const parts = statementParts(text, core)
  return parts?.kind === 'gate' ? parts.params.map(({ start, end }) => text.slice(start, end)) : []
}

function conditionIn(document: CircuitDocument, { first, condition }: DrawnStep): GateOperation['condition'] {
  if (document.notation !== 'json') return condition && comparedBits(document, condition)
  const asked = document.circuit?.instructions[first]?.condition
  if (asked === undefined) return null
  return 'clbit' in asked ? { clbits: [asked.clbit], value: asked.value } : asked
}
