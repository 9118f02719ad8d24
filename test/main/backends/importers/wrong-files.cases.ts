/** Files with pieces missing or wrong inside; each gives `invalid_file` or a valid snapshot. */
import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { NamedText } from '../../../../main/backends/files/json'
import { googleMetrics, googleSpec, ibmFiles, oqc, pentadFile, rigetti } from '../samples'
import { expectJudged } from './garbage'

const SAMPLES: [string, NamedText[]][] = [
  ['IBM', ibmFiles()],
  ['Rigetti', [rigetti()]],
  ['OQC', [oqc()]],
  ['Google', [googleMetrics(), googleSpec()]],
  ['Pentad', [pentadFile()]],
]

const withLast = (files: readonly NamedText[], change: (content: string) => string): NamedText[] =>
  files.map((file, at) => (at === files.length - 1 ? { ...file, content: change(file.content) } : file))

/** Cut off at every length of that many characters more. */
export function cutCases(step: number): void {
  it.each(SAMPLES)('a file cut off, of %s, is judged at every length', (_, files) => {
    const length = files.at(-1)!.content.length
    for (let end = 0; end < length; end += step) expectJudged(withLast(files, content => content.slice(0, end)))
  })
}

/** Values that break careless readers, put in the place of any value inside a sample. */
const poison = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    -1,
    0,
    1e308,
    -0,
    2 ** 53,
    'NaN',
    '',
    '__proto__',
    [],
    {},
    [[]],
    true,
    'x'.repeat(100_000),
  ),
  fc.json({ maxDepth: 2 }).map(text => JSON.parse(text) as unknown),
)

/** The value with what stands at the path replaced, removed or doubled. The path is walked as far as it goes. */
function spoil(
  value: unknown,
  path: readonly number[],
  how: 'replace' | 'remove' | 'double' | 'rename',
  by: unknown,
): unknown {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return by
  const keys = Object.keys(value)
  const key = keys[path[0]! % keys.length]!
  const copy = (Array.isArray(value) ? [...value] : Object.assign(Object.create(null), value)) as Record<
    string,
    unknown
  >
  if (path.length > 1) copy[key] = spoil(copy[key], path.slice(1), how, by)
  else if (how === 'replace') copy[key] = by
  else if (how === 'double' && Array.isArray(copy)) copy.push(copy[key])
  else if (how === 'rename')
    Object.defineProperty(copy, `${JSON.stringify(by)}`.slice(0, 40), {
      value: copy[key],
      enumerable: true,
      configurable: true,
      writable: true,
    })
  else delete copy[key]
  return copy
}

/** So many random faults of each kind. */
export function faultCases(runs: number): void {
  describe('a file with something wrong inside', () => {
    it.each(SAMPLES.filter(([name]) => name !== 'Google'))('of %s is judged whatever is wrong', (_, files) => {
      fc.assert(
        fc.property(
          fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
          fc.constantFrom<'replace' | 'remove' | 'double' | 'rename'>('replace', 'remove', 'double', 'rename'),
          poison,
          (path, how, by) => {
            expectJudged(withLast(files, content => JSON.stringify(spoil(JSON.parse(content), path, how, by))))
          },
        ),
        { numRuns: runs },
      )
    })

    it('of Google is judged whatever is wrong in either part', () => {
      fc.assert(
        fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), poison, (path, by) => {
          const metrics = googleMetrics()
          expectJudged([
            { ...metrics, content: JSON.stringify(spoil(JSON.parse(metrics.content), path, 'replace', by)) },
            googleSpec(),
          ])
        }),
        { numRuns: runs },
      )
      fc.assert(
        fc.property(fc.nat(), fc.string({ unit: fc.constantFrom(...'{}<>[]:"\'#\\ \nid09.-e') }), (at, text) => {
          const { content } = googleSpec()
          const place = at % content.length
          expectJudged([
            googleMetrics(),
            { name: 'spec.txt', content: content.slice(0, place) + text + content.slice(place) },
          ])
        }),
        { numRuns: runs },
      )
    })

    it('is judged when it is any JSON or text at all', () => {
      const anything = fc.oneof(
        fc.json(),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('valid_qubits', 'valid_gates {', 'valid_gates: ['),
      )
      fc.assert(
        fc.property(
          fc.array(anything, { minLength: 1, maxLength: 4 }),
          contents => void expectJudged(contents.map((content, at) => ({ name: `file ${at}`, content }))),
        ),
        { numRuns: runs },
      )
    })
  })
}
