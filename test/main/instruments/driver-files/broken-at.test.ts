import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenAt } from '../../../../main/instruments/driver-files/broken-at'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('where a text stops being JSON', () => {
  it.each([
    ['{"a": 1,}', 8, '"}" stands where name is expected'],
    ['{"a" 1}', 5, '"1}" stands where : is expected'],
    ['[1 2]', 3, '"2]" stands where , or ] is expected'],
    ['{"a": 01}', 7, '"1}" stands where , or } is expected'],
    ["{'a': 1}", 1, `"'a': 1}" stands where name or } is expected`],
    ['[', 1, 'it ends where value or ] is expected'],
    [' \n', 2, 'it is empty'],
    ['{} {}', 3, '"{}" stands where nothing more is expected'],
    ['"a', 0, '"\\"a" stands where value is expected'],
  ])('%j: at %i', (text, offset, message) => {
    expect(brokenAt(text)).toEqual({ offset, message })
  })

  it('is behind everything that can be the beginning of one, and before what cannot', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom(...'{}[],:"x-1 \\'), (json, at, put) => {
        const place = at % (json.length + 1)
        const text = json.slice(0, place) + put + json.slice(place)
        const { offset } = brokenAt(text)
        // Sound JSON is read to its end.
        expect(offset >= text.trimEnd().length || !isJson(text)).toBe(true)
        expect(offset).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 500 },
    )
  })
})
