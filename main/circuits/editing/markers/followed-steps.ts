/** Finds the step that each step of a circuit has become after an edit. */
import type { CircuitDocument, DrawnStep } from '../document/model'
import { sameEnds } from '../rereading/change'
import type { TextEdit } from '../writing/text-edit'

/**
 * The step of `after` that each step of `before` has become; steps that are gone are left out. `edits` made the text of
 * `after` from that of `before`; null where they are unknown.
 */
export function followedSteps(
  before: CircuitDocument,
  after: CircuitDocument,
  edits: readonly TextEdit[] | null,
): ReadonlyMap<DrawnStep, DrawnStep> {
  const followed = untouchedSteps(before, after, edits ?? [differenceOf(before.text, after.text)])
  const found = new Set(followed.values())
  const touched = before.steps.filter(step => !followed.has(step))
  const written = after.steps.filter(step => !found.has(step))
  for (const likeness of LIKENESSES)
    for (const [was, is] of pairs(named(before, touched, likeness), named(after, written, likeness)))
      if (!followed.has(was) && !found.has(is)) {
        followed.set(was, is)
        found.add(is)
      }
  return followed
}

/** The smallest edit between two texts: their common beginning and end are left out. */
function differenceOf(was: string, is: string): TextEdit {
  const [first, last] = sameEnds(was, is)
  return { start: first, end: was.length - last, insert: is.slice(first, is.length - last) }
}

function untouchedSteps(before: CircuitDocument, after: CircuitDocument, edits: readonly TextEdit[]) {
  const byStart = new Map(after.steps.map(step => [step.span.start, step]))
  const followed = new Map<DrawnStep, DrawnStep>()
  let [next, by] = [0, 0]
  for (const step of before.steps) {
    const { start, end } = step.span
    for (; next < edits.length && edits[next]!.end <= start; next++)
      by += edits[next]!.insert.length - (edits[next]!.end - edits[next]!.start)
    if (next < edits.length && edits[next]!.start < end) continue
    const now = byStart.get(start + by)
    // Text inserted before a statement may have become part of it: a modifier, a condition.
    if (now && now.span.end === end + by) followed.set(step, now)
  }
  return followed
}

type Likeness = (document: CircuitDocument, step: DrawnStep) => string

/**
 * Ways in which steps are alike, the closest first: the same statement, the same gate on the same wires, the same gate
 * with the same parameters, the same gate.
 */
const LIKENESSES: readonly Likeness[] = [
  ({ text }, { span }) => text.slice(span.start, span.end).replace(/\s+/g, ' '),
  (document, step) => `${gateOf(document, step)} ${step.qubits}`,
  gateOf,
  (_, { gates, box }) => gates.map(({ name }) => name).join() || (box?.kind ?? ''),
]

function gateOf(_: CircuitDocument, { gates, box }: DrawnStep): string {
  return box === null ? JSON.stringify(gates.map(({ name, params }) => [name, params])) : box.title
}

const named = (document: CircuitDocument, steps: readonly DrawnStep[], likeness: Likeness) =>
  steps.map(step => ({ step, name: likeness(document, step) }))
type StepsByName = ReturnType<typeof named>

/** Pairs steps of equal names in their order. */
function pairs(were: StepsByName, are: StepsByName): [was: DrawnStep, is: DrawnStep][] {
  const waiting = new Map<string, DrawnStep[]>()
  for (const { step, name } of are) waiting.set(name, [...(waiting.get(name) ?? []), step])
  return were.flatMap(({ step, name }): [DrawnStep, DrawnStep][] => {
    const is = waiting.get(name)?.shift()
    return is ? [[step, is]] : []
  })
}
