import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utf8Text } from '../../../../../main/entropy/evidence/encoding/bytes'
import { canonicalJson, without } from '../../../../../main/entropy/evidence/encoding/canonical-json'
import { parseStrictJson, UnreadableJson } from '../../../../../main/entropy/evidence/encoding/strict-json'
import { vectorBytes } from '../../../../vectors/read-vectors'

const names = readdirSync(join(import.meta.dirname, '../../../../vectors/jcs/input'))

/** RFC 8785 by its definition: JSON.stringify, names in the order of their UTF-16 code units. */
function slowCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(slowCanonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${slowCanonical(inner)}`).join(',')}}`
}

describe('canonical JSON', () => {
  it('has the published vectors at hand', () => expect(names.length).toBe(6))

  it.each(names)('writes %s as RFC 8785 does', name => {
    const input = parseStrictJson(vectorBytes(`jcs/input/${name}`))
    expect(utf8Text(canonicalJson(input))).toBe(utf8Text(vectorBytes(`jcs/output/${name}`)))
  })

  it('agrees with a writer that follows the definition, and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), value => {
        const text = utf8Text(canonicalJson(value))
        expect(text).toBe(slowCanonical(value))
        expect(utf8Text(canonicalJson(parseStrictJson(text)))).toBe(text)
      }),
    )
  })

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], ['\ud800'], [{ '\udc00': 1 }], [undefined]])(
    'refuses %s, which JSON cannot say without loss',
    value => expect(() => canonicalJson(value)).toThrow(TypeError),
  )

  it('leaves the named fields of an object out', () => {
    expect(without({ a: 1, b: 2, c: 3 }, 'a', 'c')).toEqual({ b: 2 })
  })
})

describe('strict JSON', () => {
  it.each([
    ['a name that appears twice', '{"a":1,"b":{"c":1,"c":2}}'],
    ['a name that appears twice, spelled in two ways', '{"a":1,"\\u0061":2}'],
    ['a number out of range', '[1e999]'],
    ['half a character', '["\\ud800"]'],
    ['half a character in a name', '{"\\ud800":1}'],
    ['deep nesting', `${'['.repeat(70)}${']'.repeat(70)}`],
    ['very deep nesting', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['what is cut off', '{"a":'],
    ['nothing', ''],
    ['a byte order mark', '\ufeff{}'],
  ])('refuses %s', (_, text) => expect(() => parseStrictJson(text)).toThrow(UnreadableJson))

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseStrictJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('it is not UTF-8')
  })

  it('throws nothing but its own error, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json().map(json => json.slice(0, -1)),
        ),
        text => {
          try {
            parseStrictJson(text)
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableJson)
          }
        },
      ),
    )
  })
})
