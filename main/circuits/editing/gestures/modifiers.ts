import { gateNamed } from '../../../contract/gates/gate-table'
import type { CircuitDocument, DrawnStep, GateControl } from '../document/model'
import { statementParts } from '../document/statement-parts'
import { type GateOperation, withoutNamedControls } from '../writing/operation'
import { changeStep, notPlain, operationOf } from './change'
import { edited, type Outcome, refused } from './outcome'

/** A control on a wire: the value that it must have; null removes the control. */
export interface ControlChange {
  readonly qubit: number
  readonly value: GateControl['value'] | null
}

/** Controls of a gate, including those that its name implies (the first qubit of cx); empty for other operations. */
export function controlsOf(document: CircuitDocument, step: DrawnStep): readonly GateControl[] {
  const operation = operationOf(document, step)
  return operation === null || !isGate(operation.name) ? [] : withoutNamedControls(operation).controls
}

/** Whether the step is a single gate, which can have controls. */
export function canBeControlled(document: CircuitDocument, step: DrawnStep): boolean {
  const operation = operationOf(document, step)
  return operation !== null && isGate(operation.name)
}

/** Adds, removes or changes one control of a gate. */
export function changeControl(document: CircuitDocument, step: DrawnStep, { qubit, value }: ControlChange): Outcome {
  const operation = operationOf(document, step)
  if (operation === null) return refused(notPlain(step) ?? 'This statement is edited in the text.', step.id)
  if (!isGate(operation.name)) return refused(`${operation.name} cannot be controlled; it can be under a condition.`)
  const bare = withoutNamedControls(operation)
  if (bare.qubits.includes(qubit)) return refused('The gate itself acts on that wire.')
  const at = bare.controls.findIndex(control => control.qubit === qubit)
  const now = value === null ? [] : [{ qubit, value }]
  const controls = bare.controls.toSpliced(at === -1 ? bare.controls.length : at, at === -1 ? 0 : 1, ...now)
  return changeStep(document, step, { ...bare, controls })
}

/** Gates of the table that have a matrix, and those that the text defines. */
function isGate(name: string): boolean {
  const row = gateNamed(name)
  return name !== 'barrier' && (row === null || row.matrix !== undefined)
}

/** Replaces a gate with its inverse: by name where there is one, else by adding `inv @` or removing it. */
export function invertStep(document: CircuitDocument, step: DrawnStep): Outcome {
  const reason = notPlain(step)
  if (reason !== null) return refused(reason, step.id)
  const { name } = step.gates[0]!
  if (!isGate(name)) return refused(`${name} has no inverse.`)
  const operation = operationOf(document, step)
  const named = operation && namedInverse(operation)
  if (named === operation && operation !== null) return refused(`${name} is its own inverse.`)
  return named ? changeStep(document, step, named) : toggleInverse(document, step)
}

/** The inverse as a named gate; the same operation where the gate is its own inverse; null where no named gate is the inverse. */
function namedInverse(operation: GateOperation): GateOperation | null {
  const { name, params } = operation
  const row = gateNamed(name)
  if (row?.inverse === undefined) return null
  if (row.params === 0) {
    const inverse = row.inverse([])
    return inverse.name === name ? operation : { ...operation, name: inverse.name }
  }
  // A rotation is inverted by the negative angle; with several angles the expressions would change places.
  return row.params === 1 ? { ...operation, params: [negative(params[0]!)] } : null
}

/** The negative of an expression: `-pi/2` for `pi/2` and the reverse; a sum is put in parentheses. */
function negative(expression: string): string {
  const inner =
    /^-\(([^()]*)\)$/.exec(expression)?.[1] ?? /^-([\p{L}\p{Nl}\w.]+(?:[*/][\p{L}\p{Nl}\w.]+)*)$/u.exec(expression)?.[1]
  if (inner !== undefined) return inner
  return /^[\p{L}\p{Nl}\w.]+(?:\s*[*/]\s*[\p{L}\p{Nl}\w.]+)*$/u.test(expression) ? `-${expression}` : `-(${expression})`
}

function toggleInverse(document: CircuitDocument, { core }: DrawnStep): Outcome {
  const parts = statementParts(document.text, core)
  if (document.notation !== 'openqasm3' || parts?.kind !== 'gate')
    return refused('Only OpenQASM 3 can say the inverse of this gate.')
  const first = /^inv\s*@\s*/.exec(document.text.slice(core.start, core.end))
  const edit = first
    ? { start: core.start, end: core.start + first[0].length, insert: '' }
    : { start: core.start, end: core.start, insert: 'inv @ ' }
  return edited(document, [edit])
}
