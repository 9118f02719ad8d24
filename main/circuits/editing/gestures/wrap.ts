/** Puts steps into a loop, or together under a condition. */
import { isFreeName } from '../../model/identifiers'
import { isSameCircuit } from '../../model/same-circuit'
import type { CircuitDocument, DrawnStep } from '../document/model'
import { withoutAnnotations } from '../document/tokens'
import { indentOf, newlineOf } from '../writing/layout'
import type { TextEdit } from '../writing/text-edit'
import { nameTokens } from './define-gate'
import { edited, type Outcome, refused } from './outcome'
import { removalEdits } from './remove'
import type { Scope } from './scope'

/** Puts the steps into a loop that runs them `times` times, at least once. */
export function repeatSteps(
  document: CircuitDocument,
  { scope, steps, times }: { readonly scope: Scope; readonly steps: readonly DrawnStep[]; readonly times: number },
): Outcome {
  if (!Number.isInteger(times) || times < 1) return refused('How often it runs is a whole number from 1.')
  return wrapped(document, { scope, steps, head: loopHead(document, times) })
}

/** Puts the steps together under a condition, such as `c == 1`. */
export function guardSteps(
  document: CircuitDocument,
  {
    scope,
    steps,
    condition,
  }: { readonly scope: Scope; readonly steps: readonly DrawnStep[]; readonly condition: string },
): Outcome {
  if (condition.trim() === '') return refused('A condition is an expression of bits, such as c[0] or c == 1.')
  return wrapped(document, { scope, steps, head: `if (${condition.trim()})` })
}

function loopHead({ text }: CircuitDocument, times: number): string {
  const isFree = (name: string) => isFreeName(name) && nameTokens(text, name).length === 0
  const names = [...'ijklm', ...Array.from({ length: 1_000 }, (_, n) => `i${n}`)]
  return `for uint ${names.find(isFree)} in [0:${times - 1}]`
}

interface Wrapping {
  readonly scope: Scope
  readonly steps: readonly DrawnStep[]
  readonly head: string
}

function wrapped(document: CircuitDocument, { scope, steps, head }: Wrapping): Outcome {
  const chosen = new Set(steps)
  const inOrder = scope.steps.filter(step => chosen.has(step))
  if (document.notation !== 'openqasm3')
    return refused('Only OpenQASM 3 has loops and blocks under a condition; choose it above the text.')
  if (inOrder.length === 0) return refused('Select the gates that are to be in it.')
  const [first, last] = [scope.steps.indexOf(inOrder[0]!), scope.steps.indexOf(inOrder.at(-1)!)]
  if (last - first + 1 === inOrder.length) return edited(document, around(document, inOrder, head))
  return gathered(document, { scope, steps: inOrder, head })
}

/** Puts the head and braces around neighbouring steps. Text between them stays; steps that begin a line are indented. */
function around({ text }: CircuitDocument, steps: readonly DrawnStep[], head: string): TextEdit[] {
  const [{ start }, { end }] = [steps[0]!.span, steps.at(-1)!.span]
  const indent = indentOf(text, start)
  const newline = newlineOf(text)
  const [open, close] =
    indent === null ? [`${head} { `, ' }'] : [`${head} {${newline}${indent}  `, `${newline}${indent}}`]
  const further = steps
    .slice(1)
    .filter(({ span }) => indentOf(text, span.start) !== null)
    .map(({ span }) => ({ start: span.start, end: span.start, insert: '  ' }))
  return [{ start, end: start, insert: open }, ...further, { start: end, end, insert: close }]
}

/** Gathers the steps in place of the last of them, else of the first; refused where both change the circuit of one iteration. */
function gathered(document: CircuitDocument, { scope, steps, head }: Wrapping): Outcome {
  const body = steps.map(({ span }) => document.text.slice(span.start, span.end)).join(newlineOf(document.text))
  const at = (location: DrawnStep, head: string) =>
    edited(document, [
      ...removalEdits(
        document,
        scope,
        steps.filter(step => step !== location),
      ),
      { ...location.span, insert: `${head} { ${body} }` },
    ])
  for (const location of [steps.at(-1)!, steps[0]!]) {
    const once = at(location, loopHead(document, 1))
    if (once.kind === 'refused') return once
    const [was, is] = [document.program, once.document.program]
    if (was !== null && is !== null && isSameCircuit(was.circuit, is.circuit)) return at(location, head)
  }
  return refused('Other gates stand between these on their wires: together they would run in another order.')
}

/** The head of a loop or branch as it is written: `for uint i in [0:3]`; null for a step without a head that can be rewritten. */
export function headText({ text }: CircuitDocument, { span, box }: DrawnStep): string | null {
  const location = box?.bodies[0]?.location
  if (box === null || location == null || !['for', 'while', 'if'].includes(box.kind)) return null
  const end = location.kind === 'braces' ? location.open - 1 : location.span.start
  return text.slice(withoutAnnotations(text, span).start, end).trimEnd()
}

/** Replaces the head of a loop or branch: how often, or under what condition, it runs. */
export function changeHead(document: CircuitDocument, step: DrawnStep, head: string): Outcome {
  const now = headText(document, step)
  const { start } = withoutAnnotations(document.text, step.span)
  if (now === null) return refused('This can be edited in the text only.')
  const outcome = edited(document, [{ start, end: start + now.length, insert: head.trim() }])
  if (outcome.kind === 'refused') return outcome
  const { steps } = outcome.document
  const isOne = steps.length === document.steps.length
  return isOne ? outcome : refused('A head is what stands before the brace, such as for uint i in [0:3].')
}
