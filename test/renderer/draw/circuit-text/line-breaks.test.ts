import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editBetween, shownText } from '../../../../renderer/src/draw/circuit-text/line-breaks'

const piece = fc.constantFrom('\r\n', '\n', '\r', 'h q;', ' ', 'π')
const texts = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''))

/** The slow reference: offset after offset. */
const shownOffsets = (text: string): number[] => {
  const offsets: number[] = []
  let at = 0
  for (let i = 0; i <= text.length; i++) {
    offsets.push(at)
    if (!(text[i] === '\r' && text[i + 1] === '\n')) at++
  }
  return offsets
}

describe('a text whose lines end by \\r\\n in places', () => {
  it('is shown with \\n, and offsets lead there and back', () => {
    fc.assert(
      fc.property(texts, text => {
        const { shown, toShown, toText } = shownText(text)
        expect(shown).not.toContain('\r')
        const offsets = shownOffsets(text)
        offsets.forEach((offset, i) => {
          expect(toShown(i)).toBe(offset)
          // The offset between \r and \n has no place of its own in the shown text: it is shown at that of the \r.
          if (!(text[i - 1] === '\r' && text[i] === '\n')) expect(toText(offset)).toBe(i)
        })
      }),
    )
  })

  it('keeps every byte outside of an edit that was made in the shown text', () => {
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (text, a, b) => {
        const { shown, edited, toText } = shownText(text)
        const [start, end] = [a % (shown.length + 1), b % (shown.length + 1)].toSorted((x, y) => x - y) as [
          number,
          number,
        ]
        const after = edited([{ start, end, insert: '@' }])
        expect(after).toBe(`${text.slice(0, toText(start))}@${text.slice(toText(end))}`)
      }),
    )
  })

  it('gets line breaks of its own kind', () => {
    expect(shownText('a;\r\nb;\r\n').edited([{ start: 3, end: 3, insert: 'x;\n' }])).toBe('a;\r\nx;\r\nb;\r\n')
    expect(shownText('a;\nb;\n').edited([{ start: 3, end: 3, insert: 'x;\n' }])).toBe('a;\nx;\nb;\n')
  })
})

describe('the edit between two texts', () => {
  it('makes the one the other, and is no longer than needed at both ends', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const edit = editBetween(before, after)
        if (edit === null) {
          expect(before).toBe(after)
          return
        }
        expect(before.slice(0, edit.start) + edit.insert + before.slice(edit.end)).toBe(after)
        const removed = before.slice(edit.start, edit.end)
        if (removed !== '' && edit.insert !== '') expect(removed[0]).not.toBe(edit.insert[0])
      }),
    )
  })
})
