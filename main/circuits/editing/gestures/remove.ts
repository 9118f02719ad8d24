import type { Span } from '../../qasm/model/diagnostics'
import type { CircuitDocument, DrawnStep } from '../document/model'
import { removal } from '../writing/layout'
import type { TextEdit } from '../writing/text-edit'
import { edited, type Outcome } from './outcome'
import type { Scope } from './scope'

/** Takes the statements of the steps out of the text; a statement that stands for several gates goes with all of them. */
export const removeSteps = (document: CircuitDocument, scope: Scope, steps: readonly DrawnStep[]): Outcome =>
  edited(document, removalEdits(document, scope, steps))

export function removalEdits(document: CircuitDocument, { location }: Scope, steps: readonly DrawnStep[]): TextEdit[] {
  if (document.notation === 'json') return jsonRemovals(document, steps)
  return different(steps.map(({ span }) => span)).map(span => {
    const isOnlyOne = location?.kind === 'statement' && location.span.start === span.start
    return isOnlyOne ? { ...span, insert: '{ }' } : removal(document.text, span)
  })
}

/** Each span once, in the order of the text: a statement that runs in several iterations is one statement. */
function different(spans: readonly Span[]): Span[] {
  const byStart = new Map(spans.map(span => [span.start, span]))
  return [...byStart.values()].sort((a, b) => a.start - b.start)
}

/** Removes runs of neighbouring items, each with the comma that separates it from the items that stay. */
function jsonRemovals({ steps: all }: CircuitDocument, steps: readonly DrawnStep[]): TextEdit[] {
  const gone = new Set(steps)
  const edits: TextEdit[] = []
  for (let first = 0; first < all.length; first++) {
    if (!gone.has(all[first]!)) continue
    let last = first
    while (last + 1 < all.length && gone.has(all[last + 1]!)) last++
    edits.push({ ...jsonRun(all, first, last), insert: '' })
    first = last
  }
  return edits
}

function jsonRun(all: readonly DrawnStep[], first: number, last: number): Span {
  const [from, to] = [all[first]!.span, all[last]!.span]
  if (last + 1 < all.length) return { start: from.start, end: all[last + 1]!.span.start }
  return { start: first > 0 ? all[first - 1]!.span.end : from.start, end: to.end }
}
