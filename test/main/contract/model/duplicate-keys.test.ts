import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { duplicateKey } from '../../../../main/contract/model/duplicate-keys'

const found = (text: string) => duplicateKey(text, JSON.parse(text))?.pointer ?? null

describe('a name that appears twice in one object', () => {
  it.each([
    ['{"a":1,"a":2}', '/a'],
    ['{"a":1,"b":{"c":[0,{"d":1,"e":2,"d":3}]}}', '/b/c/1/d'],
    ['[[],[{"x":1},{"x":1 , "x" :2}]]', '/1/1/x'],
    ['{"a~/b":1,"a~/b":1}', '/a~0~1b'],
    ['{"a\\"":"\\\\","a\\"":1}', '/a"'],
    ['{"__proto__":1,"__proto__":2}', '/__proto__'],
    [String.raw`{"a":1,"\u0061":2}`, '/a'],
    ['{"":{"":1,"":2}}', '//'],
  ])('is found in %s', (text, pointer) => {
    expect(found(text)).toBe(pointer)
  })

  it.each(['{"a":{"a":{"a":1}},"b":["a","a"]}', '{"a":"b\\":","c":"a:a:"}', '"a"', '[]', 'null', '{"a":"\\\\"}'])(
    'is not seen in %s',
    text => {
      expect(found(text)).toBeNull()
    },
  )

  it('is in no JSON that an object was written as', () => {
    const json = fc.oneof(
      fc.json(),
      fc.jsonValue().map(value => JSON.stringify(value, null, 1)),
    )
    fc.assert(fc.property(json, text => duplicateKey(text, JSON.parse(text)) === null))
  })

  it('is found below a hundred thousand lists', () => {
    const deep = 100_000
    expect(found(`${'['.repeat(deep)}{"a":1,"a":1}${']'.repeat(deep)}`)).toBe(`${'/0'.repeat(deep)}/a`)
  })
})
