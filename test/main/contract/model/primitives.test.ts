import { expect, it } from 'vitest'
import { definedFields } from '../../../../main/contract/model/primitives'

it('leaves out fields that are undefined and keeps all others, so that a spread of them hides nothing', () => {
  const some = { a: undefined, b: null, c: 0, d: '', e: false }
  expect(Object.keys(definedFields(some))).toEqual(['b', 'c', 'd', 'e'])
  expect({ a: 1, ...definedFields(some) }).toEqual({ a: 1, b: null, c: 0, d: '', e: false })
})
