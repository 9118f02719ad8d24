import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { faultsOfForm } from '../../../../main/circuits/model/validate'
import { historyOf, redone, replaced, undone } from '../../../../renderer/src/draw/circuit-editor/text-history'
import { gesture, outcomeOf, programText } from './gesture-cases'

const GESTURES = 200
const RUNS = 40

describe('two hundred gestures', () => {
  it('leave a circuit that submit accepts; undone, the text as it was, and done again, the text as it became', () => {
    fc.assert(
      fc.property(programText, fc.array(gesture, { minLength: GESTURES, maxLength: GESTURES }), (source, gestures) => {
        let history = historyOf(source)
        let document = readDocument(source)
        for (const one of gestures) {
          const outcome = outcomeOf(one, document)
          if (outcome === null || outcome.kind === 'refused') continue
          document = outcome.document
          history = replaced(history, document.text)
          expect(document.faults).toEqual([])
        }
        const { text, past } = history
        expect(readDocument(text)).toEqual(document)
        if (document.circuit) expect(faultsOfForm(document.circuit)).toEqual([])
        for (const _ of past) history = undone(history)
        expect(history.text).toBe(source)
        for (const _ of past) history = redone(history)
        expect(history.text).toBe(text)
      }),
      { numRuns: RUNS },
    )
  })
})
