import type { CircuitDocument } from '../document/model'
import { readEdited } from '../rereading/read-edited'
import { inTextOrder, type TextEdit, withEdits } from '../writing/text-edit'

export interface Edited {
  readonly kind: 'edited'
  readonly document: CircuitDocument
  /** In the order of the text, without overlaps. */
  readonly edits: readonly TextEdit[]
}

/** The gesture changed nothing. */
export interface RefusedGesture {
  readonly kind: 'refused'
  readonly reason: string
  /** Id of a step that can be unrolled, after which the gesture goes through; null where that does not help. */
  readonly unroll: string | null
  /** An alternative edit with the label of its button; null where there is none. */
  readonly instead: { readonly label: string; readonly outcome: Edited } | null
}

export type Outcome = Edited | RefusedGesture

export const refused = (reason: string, unroll: string | null = null): RefusedGesture => ({
  kind: 'refused',
  reason,
  unroll,
  instead: null,
})

/** The document after the edits; refused where the text then has a fault that it did not have. */
export function edited(document: CircuitDocument, edits: readonly TextEdit[]): Outcome {
  const after = readEdited(document, withEdits(document.text, edits))
  const fault = newFault(document, after)
  if (fault !== null) return refused(fault)
  const made = inTextOrder(edits)
  madeBy.set(after, { before: document.text, edits: made })
  return { kind: 'edited', document: after, edits: made }
}

const madeBy = new WeakMap<CircuitDocument, { readonly before: string; readonly edits: readonly TextEdit[] }>()

/** Edits of the single gesture that leads from one document to the other; null where it was not one gesture. */
export function editsBetween(before: CircuitDocument, after: CircuitDocument): readonly TextEdit[] | null {
  const made = madeBy.get(after)
  return made?.before === before.text ? made.edits : null
}

function newFault(before: CircuitDocument, after: CircuitDocument): string | null {
  const known = new Set(before.faults.map(({ message }) => message))
  return after.faults.find(({ message }) => !known.has(message))?.message ?? null
}
