/** Bad files of every kind: each gives `invalid_file` or a valid snapshot, soon, and never anything else. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NamedText } from '../../../../main/backends/files/json'
import { importSnapshot } from '../../../../main/backends/importers/import-snapshot'
import { rawFiles, SNAPSHOTS } from '../published'
import { googleMetrics, googleSpec, ibmFiles, oqc, pentadFile, rigetti } from '../samples'
import { expectJudged, garbageCases } from './garbage'

const SAMPLES: [string, NamedText[]][] = [
  ['IBM', ibmFiles()],
  ['Rigetti', [rigetti()]],
  ['OQC', [oqc()]],
  ['Google', [googleMetrics(), googleSpec()]],
  ['Pentad', [pentadFile()]],
]

const withLast = (files: readonly NamedText[], change: (content: string) => string): NamedText[] =>
  files.map((file, at) => (at === files.length - 1 ? { ...file, content: change(file.content) } : file))

describe('a file cut off', () => {
  it.each(SAMPLES)('of %s is judged at every length', (_, files) => {
    const length = files.at(-1)!.content.length
    for (let end = 0; end < length; end += 7) expectJudged(withLast(files, content => content.slice(0, end)))
  })

  it
    .skipIf(SNAPSHOTS.length === 0)
    .each([
      'ibm_lagos_2024-05-27',
      'iqm_garnet_2025-07-06',
      'rigetti_aspen_m_2_2022-12-01',
      'google_rainbow_2021-11-16',
    ])(
    'of the published %s is refused by name and place (skipped where ../shared/calibration is not there)',
    snapshot => {
      const files = rawFiles(snapshot)
      fc.assert(
        fc.property(fc.nat(files.length - 1), fc.double({ min: 0, max: 0.999, noNaN: true }), (which, share) => {
          const cut = files.map((file, at) =>
            at === which ? { ...file, content: file.content.slice(0, share * file.content.trimEnd().length) } : file,
          )
          if (/spec/.test(files[which]!.name)) expectJudged(cut)
          else
            expect(() => importSnapshot(cut)).toThrow(
              expect.objectContaining({
                code: 'invalid_file',
                details: expect.objectContaining({ line: expect.any(Number) }),
              }),
            )
        }),
        { numRuns: 60 },
      )
    },
  )
})

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
      { numRuns: 500 },
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
      { numRuns: 300 },
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
      { numRuns: 500 },
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
    )
  })
})

garbageCases('a megabyte', 1_000_000)

describe('contradictions', () => {
  it('of a qubit listed under two spellings, an edge to nowhere and a pair with itself are refused', () => {
    const change = (from: string, to: string) =>
      expectJudged([{ ...rigetti(), content: rigetti().content.replace(from, to) }])
    expect(change('"2-10"', '"2-77"')).toBe(false)
    expect(change('"2-10"', '"2-2"')).toBe(false)
    expect(change('"2-10"', '"__proto__"')).toBe(false)
    expect(change('"10":', '"<script>":')).toBe(false)
    expect(change('"10":', '"__proto__":')).toBe(false)
  })
})
