import type { Span } from '../../qasm/model/diagnostics'
import type { CircuitDocument } from '../document/model'
import { readDocument } from '../document/read-document'

/** Another text in place of a stretch of the document's. */
export interface TextEdit extends Span {
  readonly insert: string
}

export interface Edited {
  readonly kind: 'edited'
  readonly document: CircuitDocument
  /** In the order of the text, none over another. */
  readonly edits: readonly TextEdit[]
}

/** Nothing was changed. */
export interface Refused {
  readonly kind: 'refused'
  readonly reason: string
  /** Id of a step that can be unrolled, after which the gesture goes through; null where that does not help. */
  readonly unroll: string | null
}

export type Outcome = Edited | Refused

export const refused = (reason: string, unroll: string | null = null): Refused => ({ kind: 'refused', reason, unroll })

/** The text with the edits made, which must not overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let at = 0
  const parts = sorted(edits).flatMap(({ start, end, insert }) => {
    const kept = text.slice(at, start)
    at = end
    return [kept, insert]
  })
  return parts.join('') + text.slice(at)
}

const sorted = (edits: readonly TextEdit[]) => edits.toSorted((a, b) => a.start - b.start || a.end - b.end)

/** The document after the edits; refused where the text then has a fault that it did not have. */
export function edited(document: CircuitDocument, edits: readonly TextEdit[]): Outcome {
  const after = readDocument(withEdits(document.text, edits))
  const fault = newFault(document, after)
  if (fault !== null) return refused(fault)
  return { kind: 'edited', document: after, edits: sorted(edits) }
}

function newFault(before: CircuitDocument, after: CircuitDocument): string | null {
  const known = new Set(before.faults.map(({ message }) => message))
  return after.faults.find(({ message }) => !known.has(message))?.message ?? null
}
