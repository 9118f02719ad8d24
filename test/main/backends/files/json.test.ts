import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonFile } from '../../../../main/backends/files/json'
import { findJsonError } from '../../../../main/backends/files/json-error'
import { countKeys, duplicateKey } from '../../../../main/contract/model/duplicate-keys'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Texts near JSON: values printed in several ways, with a few characters changed. */
const nearJson = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'{}[],:"\\ \n0-e.tfn\u0001x', '')), { maxLength: 3 }),
  )
  .map(([text, edits]) =>
    edits.reduce(
      (now, [at, mark]) => now.slice(0, at % (now.length + 1)) + mark + now.slice((at % (now.length + 1)) + 1),
      text,
    ),
  )

describe('the finder of JSON errors', () => {
  it('agrees with JSON.parse on what JSON is', () => {
    fc.assert(
      fc.property(nearJson, text => {
        expect(findJsonError(text) === null).toBe(isJson(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('names a place before which nothing is wrong: some ending makes it JSON', () => {
    const cut = fc.tuple(fc.json({ maxDepth: 3 }), fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)))
    fc.assert(
      fc.property(cut, text => {
        const error = findJsonError(text)
        if (error !== null)
          expect(error.offset).toBeGreaterThanOrEqual(text.trimEnd().length === 0 ? 0 : lastToken(text))
      }),
    )
  })

  it.each([
    ['{"a": 1,}', 8, 'a quoted name'],
    ['[1 2]', 3, '"," or "]"'],
    ['{"a" 1}', 5, '":"'],
    ['[1,]', 3, 'a value'],
    ['{} {}', 3, 'the end of the file'],
    ['["\u0007"]', 1, 'a value or "]"'],
    ['[01]', 1, 'a value or "]"'],
    ['{a: 1}', 1, 'a quoted name or "}"'],
    ['', 0, 'a value'],
  ])('finds %j at %i, expecting %s', (text, offset, expected) =>
    expect(findJsonError(text)).toEqual({ offset, expected }),
  )

  it('does not run out of stack on nesting or long strings', () => {
    expect(findJsonError('['.repeat(3_000_000))).toMatchObject({ offset: 3_000_000 })
    expect(findJsonError(`["${'\\n'.repeat(2_000_000)}`)).toMatchObject({ offset: 1 })
  })
})

/** Start of the last token: the error of a text that was cut off lies there or after it. */
const lastToken = (text: string): number => Math.max(0, text.search(/("(?:[^"\\]|\\.)*\\?|[\w.+-]+|[[\]{},:])\s*$/))

const namesOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce<number>(
        (sum, child) => sum + namesOf(child),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )

describe('reading JSON of unknown origin', () => {
  it('names line and column of an error', () => {
    expect(() => parseJsonFile({ name: 'f.json', content: '{\n  "a": 1,\n  "b": }\n' })).toThrow(
      expect.objectContaining({ code: 'invalid_file', details: { file: 'f.json', line: 3, column: 8 } }),
    )
  })

  it('says where a file that was cut off ends', () => {
    expect(() => parseJsonFile({ name: 'f.json', content: '{"a": [1, 2' })).toThrow(
      /line 1 column 12: not JSON: expected "," or "]", the file ends here/,
    )
  })

  it('passes over a byte order mark', () => expect(parseJsonFile({ name: 'f', content: '\uFEFF{}' })).toEqual({}))

  it.each([
    ['{\0"\0a\0"\0', 'UTF-16 without a mark'],
    ['\uFFFD\uFFFD{\0', 'UTF-16 with one'],
    ['\uFFFDPNG\r\n', 'a picture'],
  ])('says of %j that it is no UTF-8 text, as of %s', content => {
    expect(() => parseJsonFile({ name: 'f.json', content })).toThrow(/f\.json line 1 column \d: this is not UTF-8 text/)
  })

  it.each([
    ['{"a": 1,\n "a": 2}', 2, 2],
    ['{"a": {"b": 1, "c": [{"b": 1}, {"d": 1, "d": 1}]}}', 1, 41],
    ['{"a\\"": 1, "\\u0061\\"" : 2}', 1, 12],
    ['{"\\\\": 1, "b": "\\\\", "b": 3}', 1, 22],
  ])('refuses the repeated name in %j, which would hide figures', (content, line, column) => {
    expect(() => parseJsonFile({ name: 'f.json', content })).toThrow(
      expect.objectContaining({ code: 'invalid_file', details: { file: 'f.json', line, column } }),
    )
  })

  it('counts every name of what has none twice', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('', ' ', '\n\t'), (value, blank) => {
        const text = JSON.stringify(value, null, blank)
        expect(countKeys(text)).toBe(namesOf(JSON.parse(text)))
        expect(duplicateKey(text, JSON.parse(text))).toBeNull()
      }),
      { numRuns: 500 },
    )
  })

  it('refuses depth and size that no calibration has', () => {
    const deep = '['.repeat(5_000) + ']'.repeat(5_000)
    expect(() => parseJsonFile({ name: 'f', content: deep })).toThrow(/nested deeper/)
    expect(() => parseJsonFile({ name: 'f', content: `[${'0,'.repeat(3_000_000)}0]` })).toThrow(
      /more than 2000000 values/,
    )
  })

  it('refuses the name __proto__ and pollutes nothing', () => {
    expect(() => parseJsonFile({ name: 'f', content: '[{"__proto__": {"polluted": 1}}]' })).toThrow(/"__proto__"/)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
