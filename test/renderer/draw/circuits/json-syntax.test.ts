import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonFault } from '../../../../renderer/src/draw/circuits/json-syntax'

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

it.each([
  ['{"a": [1, 2,]}', 12, /a value/],
  ['{"a" 1}', 5, /colon/],
  ['{"a": 1 "b": 2}', 8, /comma/],
  ['{a: 1}', 1, /double quotes or }/],
  ['{"a": 1,}', 8, /double quotes/],
  ['{"a": 01}', 7, /comma/],
  ['{"a": 1} x', 9, /nothing/],
  ['{"a": [1}', 8, /comma or the closing/],
  ['{', 1, /}/],
  ['', 0, /a value/],
  ['["a\nb"]', 1, /value or ]/],
])('%j is wrong at %i', (text, offset, message) => {
  expect(jsonFault(text)).toMatchObject({ offset, message: expect.stringMatching(message) })
})

it('agrees with JSON.parse on what is JSON, for texts that nearly are', () => {
  const nearly = fc.tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', ',', ':', '"', '{', '}', '[', ']', '0', '\\', ' ', 'e'),
  )
  fc.assert(
    fc.property(nearly, fc.boolean(), ([json, place, mark], cut) => {
      const at = place % (json.length + 1)
      const text = json.slice(0, at) + mark + json.slice(cut ? at + 1 : at)
      expect(jsonFault(text) === null).toBe(isJson(text))
    }),
    { numRuns: 500 },
  )
})

it('points at a place up to which the text could still become JSON', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, place) => {
      const text = `${json.slice(0, place % json.length)}#`
      const found = jsonFault(text)
      expect(found!.offset).toBeLessThan(text.length)
    }),
  )
})

it('reads a hundred thousand brackets', () => {
  expect(jsonFault('['.repeat(100_000))).toMatchObject({ offset: 100_000 })
})
