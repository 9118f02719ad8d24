import type { Span } from '../../qasm/model/diagnostics'

/** Text to put in place of a span of the document's text. */
export interface TextEdit extends Span {
  readonly insert: string
}

/** The text with the edits made, which must not overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let at = 0
  const parts = inTextOrder(edits).flatMap(({ start, end, insert }) => {
    const kept = text.slice(at, start)
    at = end
    return [kept, insert]
  })
  return parts.join('') + text.slice(at)
}

export const inTextOrder = (edits: readonly TextEdit[]): TextEdit[] =>
  edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
