import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CircuitDocument } from '../../../../main/circuits/editing/document/model'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import type { Edited } from '../../../../main/circuits/editing/gestures/outcome'
import { withEdits } from '../../../../main/circuits/editing/writing/text-edit'
import { faultsOfForm } from '../../../../main/circuits/model/validate'
import { gesture, outcomeOf, programText } from './gesture-cases'

/** The comments of a text. What looks like one in an annotation is no comment: it goes with the annotated statement. */
const commentsOf = (source: string): string[] =>
  source.replaceAll(/^\s*@.*$/gm, '').match(/\/\/[^\n]*|\/\*.*?\*\//g) ?? []

function checkEdited(before: CircuitDocument, { document, edits }: Edited, after: CircuitDocument) {
  expect(withEdits(before.text, edits)).toBe(document.text)
  expect(document.faults).toEqual([])
  // Most edited documents are reread from the document before, and `after` is read from the text alone.
  expect(document).toEqual(after)
  if (document.circuit) {
    expect(faultsOfForm(document.circuit)).toEqual([])
  }
}

describe('any gestures, one after the other', () => {
  it('leave a circuit that submit accepts, and every comment that stands outside of the edited statements', () => {
    fc.assert(
      fc.property(programText, fc.array(gesture, { minLength: 1, maxLength: 12 }), (source, gestures) => {
        let document = readDocument(source)
        expect(document.faults).toEqual([])
        for (const one of gestures) {
          const outcome = outcomeOf(one, document)
          if (outcome === null || outcome.kind === 'refused') continue
          checkEdited(document, outcome, readDocument(outcome.document.text))
          const kept = commentsOf(document.text).filter(comment => commentsOf(outcome.document.text).includes(comment))
          const boxes = document.steps.filter(({ box }) => box !== null)
          const inBoxes = boxes.flatMap(({ span }) => commentsOf(document.text.slice(span.start, span.end)))
          const outside = commentsOf(document.text).filter(comment => !inBoxes.includes(comment))
          expect(kept).toEqual(expect.arrayContaining(outside))
          document = outcome.document
        }
      }),
      { numRuns: 60 },
    )
  })

  it('say why where they are refused', () => {
    fc.assert(
      fc.property(programText, gesture, (source, one) => {
        const outcome = outcomeOf(one, readDocument(source))
        if (outcome?.kind === 'refused') expect(outcome.reason.length).toBeGreaterThan(10)
      }),
      { numRuns: 60 },
    )
  })
})
