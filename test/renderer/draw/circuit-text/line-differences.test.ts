import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type LinePair,
  lineDifferences,
  shownDifferences,
} from '../../../../renderer/src/draw/circuit-text/line-differences'

const side = (all: readonly LinePair[], at: 0 | 1) =>
  all.filter(({ line }) => line[at] !== null).map(({ text }) => text[at])
const lines = fc
  .array(fc.constantFrom('h q[0];', 'x q[1];', '', '// note'), { maxLength: 9 })
  .map(all => all.join('\n'))

/** Length of the longest common subsequence, by trying all. */
function common([a, ...as]: readonly string[], b: readonly string[]): number {
  if (a === undefined) return 0
  const at = b.indexOf(a)
  return Math.max(common(as, b), at === -1 ? 0 : 1 + common(as, b.slice(at + 1)))
}

describe('two texts side by side', () => {
  it('can each be read off, in as few lines that differ as there can be', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const all = lineDifferences(before, after)
        expect(side(all, 0).join('\n')).toBe(before)
        expect(side(all, 1).join('\n')).toBe(after)
        const same = all.filter(({ kind }) => kind === 'same')
        expect(same.every(({ text }) => text[0] === text[1])).toBe(true)
        expect(same).toHaveLength(common(before.split('\n'), after.split('\n')))
      }),
    )
  })

  it('number their lines, and set what was changed beside what it was', () => {
    expect(lineDifferences('a\nb\nc', 'a\nB\nc\nd')).toEqual([
      { kind: 'same', line: [1, 1], text: ['a', 'a'] },
      { kind: 'changed', line: [2, 2], text: ['b', 'B'] },
      { kind: 'same', line: [3, 3], text: ['c', 'c'] },
      { kind: 'added', line: [null, 4], text: ['', 'd'] },
    ])
  })

  it('leave out what is the same but for a few lines around', () => {
    const many = Array.from({ length: 20 }, (_, at) => `x q[${at}];`)
    const shown = shownDifferences(lineDifferences(many.join('\n'), many.with(10, 'y q[0];').join('\n')))
    expect([shown[0], shown.length, shown.at(-1)]).toEqual([7, 9, 6])
    expect(shownDifferences(lineDifferences('a', 'a'))).toEqual([1])
  })

  it('of any length end', () => {
    const long = (word: string) => Array.from({ length: 5_000 }, (_, at) => `${word} ${at}`).join('\n')
    expect(lineDifferences(long('a'), long('b'))).toHaveLength(5_000)
  })
})
