import type { Span } from '../../qasm/model/diagnostics'
import { circuitValue } from '../document/json-document'
import { jsonSpans } from '../document/json-spans'
import type { BodyLocation, CircuitDocument, DrawnStep } from '../document/model'
import { before, behind, newlineOf } from '../writing/layout'
import type { TextEdit } from '../writing/text-edit'
import { edited, type Outcome, refused } from './outcome'
import type { Scope } from './scope'

const NEVER_RUNS =
  'Nothing behind it runs: the program or the loop is left before. Put it before that, or edit the text.'

/** The document after edits and an insertion of statements; refused where those never run, as they would not be drawn. */
export function insertedWhereRun(document: CircuitDocument, edits: readonly TextEdit[], insertion: TextEdit): Outcome {
  const outcome = edited(document, [...edits, insertion])
  // In a text with faults, steps exist only for statements that could be executed.
  if (outcome.kind === 'refused' || document.faults.length > 0) return outcome
  const moved = edits
    .filter(({ start }) => start <= insertion.start)
    .reduce((sum, { start, end, insert }) => sum + insert.length - (end - start), 0)
  const start = insertion.start + moved
  const put = { start, end: start + insertion.insert.length }
  const { steps, definitions } = outcome.document
  return [steps, ...definitions.map(one => one.steps)].some(list => hasStepIn(list, put))
    ? outcome
    : refused(NEVER_RUNS)
}

const hasStepIn = (steps: readonly DrawnStep[], put: Span): boolean =>
  steps.some(({ span }) => put.start <= span.start && span.end <= put.end) ||
  steps.some(({ box }) => box?.bodies.some(({ iterations }) => iterations.some(iteration => hasStepIn(iteration, put))))

/** Inserts statements before the step `next` of the scope; at its end where `next` is null. */
export function insertionEdit(
  document: CircuitDocument,
  {
    scope,
    next,
    statements,
  }: { readonly scope: Scope; readonly next: DrawnStep | null; readonly statements: readonly string[] },
): TextEdit {
  if (document.notation === 'json') return jsonInsertion(document, next, statements)
  if (scope.location?.kind === 'statement') return inBraces(document, scope.location.span, { next, statements })
  if (next !== null) return before(document.text, next.span.start, statements)
  return scope.location === null ? atEnd(document, statements) : inBody(document, scope, statements)
}

function atEnd({ text, outline }: CircuitDocument, statements: readonly string[]): TextEdit {
  const last = lastLine(text, outline.end)
  return last === null ? { start: 0, end: 0, insert: lines(text, statements) } : behind(text, last, statements)
}

const lines = (text: string, statements: readonly string[]) =>
  statements.map(statement => statement + newlineOf(text)).join('')

/** The last statement's line, from its first word; null in an empty program. */
function lastLine(text: string, end: number): Span | null {
  if (end === 0) return null
  const start = text.lastIndexOf('\n', end - 1) + 1
  return { start: start + /^[ \t]*/.exec(text.slice(start))![0].length, end }
}

function inBody({ text }: CircuitDocument, { location, steps }: Scope, statements: readonly string[]): TextEdit {
  const last = steps.at(-1)
  const { open, close } = location as Extract<BodyLocation, { kind: 'braces' }>
  // Behind a return nothing runs.
  if (last !== undefined && /^return\b/.test(text.slice(last.core.start, last.core.end)))
    return before(text, last.span.start, statements)
  if (last !== undefined && last.span.end <= close) return behind(text, last.span, statements)
  return { start: open, end: open, insert: ` ${statements.join(' ')}${open === close ? ' ' : ''}` }
}

interface InsertedStatements {
  readonly next: DrawnStep | null
  readonly statements: readonly string[]
}

/** A body without braces needs them for a second statement. */
function inBraces({ text }: CircuitDocument, { start, end }: Span, { next, statements }: InsertedStatements): TextEdit {
  const only = text.slice(start, end)
  const all = next === null ? [only, ...statements] : [...statements, only]
  return { start, end, insert: `{ ${all.join(' ')} }` }
}

function jsonInsertion(
  { text, steps }: CircuitDocument,
  next: DrawnStep | null,
  statements: readonly string[],
): TextEdit {
  if (next !== null) {
    const { start } = next.span
    return { start, end: start, insert: statements.map(statement => `${statement},${gapBefore(text, start)}`).join('') }
  }
  const last = steps.at(-1)
  if (last !== undefined) {
    const { start, end } = last.span
    return { start: end, end, insert: statements.map(statement => `,${gapBefore(text, start)}${statement}`).join('') }
  }
  const list = circuitValue(jsonSpans(text, 3)).members.get('instructions')!
  const gap = `${newlineOf(text)}    `
  const insert = `${statements.map((statement, i) => `${i > 0 ? ',' : ''}${gap}${statement}`).join('')}${newlineOf(text)}  `
  return { start: list.start + 1, end: list.end - 1, insert }
}

/** White space before an item, to be repeated before a new item beside it; one blank where there is none. */
function gapBefore(text: string, start: number): string {
  let from = start
  while (/\s/.test(text[from - 1] ?? '.')) from--
  return from === start ? ' ' : text.slice(from, start)
}
