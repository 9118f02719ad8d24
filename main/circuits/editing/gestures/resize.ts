import type { CircuitDocument, DrawnStep } from '../document/model'
import { statementTokens } from '../document/tokens'
import { behind } from '../writing/layout'
import { changeStep, notPlain, operationOf } from './change'
import { insertionEdit } from './insertion'
import { moveStep, operandsOf } from './move'
import { edited, type Outcome, refused } from './outcome'
import { removalEdits } from './remove'
import { NO_STEP, type Scope } from './scope'

export interface Resize {
  readonly scope: Scope
  readonly step: DrawnStep
  readonly end: 'top' | 'bottom'
  /** Wire to which that end is moved. */
  readonly wire: number
}

/** Makes a barrier longer or shorter, or moves the operand of a gate at that end to another wire. */
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

interface BoxEdge {
  readonly scope: Scope
  /** A loop or branch, or a gate under a condition. */
  readonly step: DrawnStep
  /** At its beginning or at its end. */
  readonly end: 'first' | 'last'
}

/** `in`: takes in steps beside the box, by default its neighbour. `out`: puts out `count` steps at that end, by default one. */
export type BoxResize = BoxEdge &
  (
    | { readonly change: 'in'; readonly steps?: readonly DrawnStep[] }
    | { readonly change: 'out'; readonly count?: number }
  )

/** Moves statements over the edge of a loop or branch: those inside run with it, those outside run once. */
export function resizeBox(document: CircuitDocument, resize: BoxResize): Outcome {
  const body = bodyOf(document, resize.step)
  if (typeof body === 'string') return refused(body)
  if (resize.change === 'out') return putOut(document, resize, { body, count: resize.count ?? 1 })
  const steps = resize.steps ?? neighbourOf(resize)
  return steps.length === 0
    ? refused(`There is no gate ${resize.end === 'last' ? 'behind' : 'before'} it.`)
    : takenIn(document, resize, { body, steps })
}

/** Whether statements can be moved over its edges. */
export const holdsOthers = (document: CircuitDocument, step: DrawnStep): boolean =>
  typeof bodyOf(document, step) !== 'string'

/** Body into and out of which steps are moved, or the reason why there is none. */
function bodyOf({ text }: CircuitDocument, { box, condition, core, gates, span }: DrawnStep): Scope | string {
  if (box === null && condition !== null && gates.length > 0) {
    const isBraced = /^\s*\}/.test(text.slice(core.end, span.end))
    const head = statementTokens(text, { start: condition.span.end, end: core.start })
    const all = { start: head.find(token => token.text === '@')?.start ?? core.start, end: core.end }
    const inside: DrawnStep = { ...NO_STEP, span: all, core }
    return {
      steps: [inside],
      location: isBraced ? { kind: 'braces', open: all.start, close: span.end - 1 } : { kind: 'statement', span: all },
    }
  }
  const [body, another] = box?.bodies ?? []
  if (body?.location == null || another !== undefined || !['for', 'while', 'if', 'block'].includes(box!.kind))
    return another
      ? 'It has several branches: open it to edit them.'
      : 'Only loops, branches and gates under a condition hold others.'
  return { steps: body.iterations[0] ?? [], location: body.location }
}

/** The nearest step that shares a wire or bit with it, else the nearest step. */
function neighbourOf({ scope, step, end }: BoxEdge): DrawnStep[] {
  const from = scope.steps.indexOf(step)
  const ahead = end === 'last' ? scope.steps.slice(from + 1) : scope.steps.slice(0, from).reverse()
  return [ahead.find(one => meets(one, step)) ?? ahead[0]].filter(one => one !== undefined)
}

interface TakenIn {
  readonly body: Scope
  readonly steps: readonly DrawnStep[]
}

function takenIn(document: CircuitDocument, { scope, step, end }: BoxEdge, { body, steps }: TakenIn): Outcome {
  const inOrder = scope.steps.filter(one => steps.includes(one))
  if (inOrder.some(one => isHeldBack(scope, { step, end }, { one, taken: inOrder })))
    return refused('Other gates stand between: taking it in would change their order.')
  const statements = inOrder.map(({ span }) => document.text.slice(span.start, span.end))
  const next = end === 'first' ? (body.steps[0] ?? null) : null
  return edited(document, [
    ...removalEdits(document, scope, inOrder),
    insertionEdit(document, { scope: body, next, statements }),
  ])
}

/** Whether a step that stays in place stands between the moved step and the edge, on the same wires or bits. */
function isHeldBack(
  { steps }: Scope,
  { step, end }: Pick<BoxEdge, 'step' | 'end'>,
  { one, taken }: { readonly one: DrawnStep; readonly taken: readonly DrawnStep[] },
): boolean {
  const [box, at] = [steps.indexOf(step), steps.indexOf(one)]
  const between = steps.slice(Math.min(box, at) + 1, Math.max(box, at)).filter(other => !taken.includes(other))
  // A step on the far side of the box would pass all steps in it.
  const isBeyond = end === 'last' ? at < box : at > box
  return between.some(other => meets(other, one)) || (isBeyond && meets(step, one))
}

const meets = (a: DrawnStep, b: DrawnStep): boolean =>
  a.qubits.some(qubit => b.qubits.includes(qubit)) || a.clbits.some(bit => b.clbits.includes(bit))

interface PutOut {
  readonly body: Scope
  readonly count: number
}

function putOut(document: CircuitDocument, { scope, step, end }: BoxEdge, { body, count }: PutOut): Outcome {
  if (body.steps.length <= count)
    return refused(
      body.steps.length === 1
        ? 'It holds one gate alone: unroll it, or delete it.'
        : `It holds ${body.steps.length} steps: one of them has to stay.`,
    )
  const gone = end === 'last' ? body.steps.slice(-count) : body.steps.slice(0, count)
  const statements = gone.map(({ span }) => document.text.slice(span.start, span.end))
  const placed =
    end === 'last'
      ? behind(document.text, step.span, statements)
      : insertionEdit(document, { scope, next: step, statements })
  return edited(document, [...removalEdits(document, body, gone), placed])
}
