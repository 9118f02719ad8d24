import type { CircuitDocument, DrawnStep } from '../document/model'
import { statementTokens } from '../document/tokens'
import { behind } from '../writing/layout'
import { changeStep, notPlain, operationOf } from './change'
import { insertionEdit } from './insertion'
import { moveStep, operandsOf } from './move'
import { edited, type Outcome, refused } from './outcome'
import { removalEdits } from './remove'
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

export interface BoxResize {
  readonly scope: Scope
  /** A loop or branch, or a gate under a condition. */
  readonly step: DrawnStep
  /** At its beginning or at its end. */
  readonly end: 'first' | 'last'
  /** Takes its neighbour in, or puts out what stands at that end. */
  readonly change: 'in' | 'out'
}

/** Moves a statement over the edge of a loop or branch: what it holds then runs with it, and what it puts out once. */
export function resizeBox(document: CircuitDocument, resize: BoxResize): Outcome {
  const body = bodyOf(document, resize.step)
  if (typeof body === 'string') return refused(body)
  return resize.change === 'in' ? takenIn(document, resize, body) : putOut(document, resize, body)
}

/** What is moved into and out of; a reason where there is no such body. */
function bodyOf({ text }: CircuitDocument, { box, condition, core, gates, span }: DrawnStep): Scope | string {
  if (box === null && condition !== null && gates.length > 0) {
    const isBraced = /^\s*\}/.test(text.slice(core.end, span.end))
    const head = statementTokens(text, { start: condition.span.end, end: core.start })
    const all = { start: head.find(token => token.text === '@')?.start ?? core.start, end: core.end }
    const inside: DrawnStep = { ...NO_STEP, span: all, core }
    return {
      steps: [inside],
      place: isBraced ? { kind: 'braces', open: all.start, close: span.end - 1 } : { kind: 'statement', span: all },
    }
  }
  const [body, another] = box?.bodies ?? []
  if (body?.place == null || another !== undefined || !['for', 'while', 'if', 'block'].includes(box!.kind))
    return another
      ? 'It has several branches: open it to edit them.'
      : 'Only loops, branches and gates under a condition hold others.'
  return { steps: body.passes[0] ?? [], place: body.place }
}

const NOWHERE = { start: 0, end: 0 }
const NO_STEP: DrawnStep = {
  ...{ id: '', span: NOWHERE, core: NOWHERE, gates: [], condition: null, box: null, first: 0, last: 0 },
  ...{ qubits: [], clbits: [], isRepeated: false },
}

function takenIn(document: CircuitDocument, { scope, step, end }: BoxResize, body: Scope): Outcome {
  const from = scope.steps.indexOf(step)
  const ahead = end === 'last' ? scope.steps.slice(from + 1) : scope.steps.slice(0, from).reverse()
  const at = Math.max(
    0,
    ahead.findIndex(one => meets(one, step)),
  )
  const neighbour = ahead[at]
  if (neighbour === undefined) return refused(`There is no gate ${end === 'last' ? 'behind' : 'before'} it.`)
  if (ahead.slice(0, at).some(one => meets(one, neighbour)))
    return refused('Other gates stand between: taking it in would change their order.')
  const statement = document.text.slice(neighbour.span.start, neighbour.span.end)
  const next = end === 'first' ? (body.steps[0] ?? null) : null
  return edited(document, [
    ...removalEdits(document, scope, [neighbour]),
    insertionEdit(document, body, next, [statement]),
  ])
}

const meets = (a: DrawnStep, b: DrawnStep): boolean =>
  a.qubits.some(qubit => b.qubits.includes(qubit)) || a.clbits.some(bit => b.clbits.includes(bit))

function putOut(document: CircuitDocument, { scope, step, end }: BoxResize, body: Scope): Outcome {
  const gone = end === 'last' ? body.steps.at(-1) : body.steps[0]
  if (gone === undefined || body.steps.length < 2) return refused('It holds one gate alone: unroll it, or delete it.')
  const statement = document.text.slice(gone.span.start, gone.span.end)
  const placed =
    end === 'last' ? behind(document.text, step.span, [statement]) : insertionEdit(document, scope, step, [statement])
  return edited(document, [...removalEdits(document, body, [gone]), placed])
}
