import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cutTo,
  historyOf,
  isAsLoaded,
  loaded,
  programNumber,
  redone,
  replaced,
  type TextHistory,
  typed,
  undone,
} from '../../../../renderer/src/draw/circuit-editor/text-history'

const back = (history: TextHistory, steps: number) => Array.from({ length: steps }).reduce<TextHistory>(undone, history)

describe('the history of a text', () => {
  it('takes one step back for each gesture, and forward again', () => {
    const history = replaced(replaced(historyOf('a'), 'b'), 'c')
    expect(undone(history).text).toBe('b')
    expect(redone(undone(history))).toMatchObject({ text: 'c', past: ['a', 'b'], future: [] })
    expect(undone(historyOf('a')).text).toBe('a')
  })

  it('knows whether a program is as it was put in, also where undo and redo lead back to it', () => {
    const edited = replaced(historyOf('a'), 'b')
    expect([historyOf('a'), edited, undone(edited)].map(isAsLoaded)).toEqual([true, false, true])
    const other = loaded(edited, 'c')
    const further = typed(other, 'cd', 0)
    expect([other, further, undone(other), redone(undone(other))].map(isAsLoaded)).toEqual([true, false, false, true])
  })

  it('is cut to the steps that lie nearest, forward as well as back', () => {
    const edited = ['bb', 'c'.repeat(50), 'dd', 'ee', 'ff', 'gg'].reduce(replaced, historyOf('aa'))
    const history = back(edited, 2)
    expect(cutTo(history, 10)).toMatchObject({ past: ['dd'], text: 'ee', future: ['ff', 'gg'] })
    expect(cutTo(history, 7)).toMatchObject({ past: ['dd'], text: 'ee', future: ['ff'] })
    expect(cutTo(history, 1)).toMatchObject({ past: [], text: 'ee', future: [] })
    expect(cutTo(history, 1_000)).toEqual({ ...history, typedAt: null })
    expect(programNumber(cutTo(loaded(history, 'hh'), 6))).toBe(1)
  })

  it('takes typing that goes on as one step, and each line as another', () => {
    let history = historyOf('')
    for (const [at, text] of ['h', 'h ', 'h q'].entries()) history = typed(history, text, at * 100)
    expect(history.past).toEqual([''])
    history = typed(typed(history, 'h q\n', 400), 'h q\nx', 500)
    expect(history.past).toEqual(['', 'h q'])
    expect(typed(history, 'h q\nxy', 9_000).past).toHaveLength(3)
  })

  it('comes back to the first text after as many steps as there were gestures', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 200 }), texts => {
        const last = texts.reduce(replaced, historyOf('first'))
        const first = back(last, last.past.length)
        expect(first.text).toBe('first')
        const again = first.future.reduce<TextHistory>(redone, first)
        expect(again.text).toBe(last.text)
      }),
    )
  })

  it('knows at every step which program it is, whatever was undone and replaced between', () => {
    const change = fc.record({ kind: fc.constantFrom('gesture', 'file', 'key', 'undo', 'redo'), text: fc.string() })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), changes => {
        let history = historyOf('first')
        const seen = new Map([['first', 0]])
        const loads = [0]
        for (const [at, { kind, text: written }] of changes.entries()) {
          const before = programNumber(history)
          const text = `${at} ${written}`
          if (kind === 'undo') history = undone(history)
          else if (kind === 'redo') history = redone(history)
          else {
            const after =
              kind === 'file'
                ? loaded(history, text)
                : kind === 'key'
                  ? typed(history, text, at)
                  : replaced(history, text)
            expect(programNumber(after) === before).toBe(kind !== 'file')
            history = after
            // No number is given twice, not even after undo has gone back behind its program.
            if (kind === 'file') expect(loads).not.toContain(programNumber(after))
            if (kind === 'file') loads.push(programNumber(after))
            seen.set(text, programNumber(after))
          }
          expect(programNumber(history)).toBe(seen.get(history.text))
        }
      }),
    )
  })

  it('forgets the oldest where there are too many', () => {
    const many = Array.from({ length: 700 }, (_, i) => `text ${i}`).reduce(replaced, historyOf('first'))
    expect(many.past).toHaveLength(500)
    const large = ['a', 'b', 'c'].map(letter => letter.repeat(5_000_000)).reduce(replaced, historyOf(''))
    expect(large.past).toHaveLength(1)
  })
})
