import { expect, it } from 'vitest'
import { countedNoun } from '../../../../main/contract/numbers/number-text'

it.each([
  ['byte', 'bytes'],
  ['branch', 'branches'],
  ['batch', 'batches'],
  ['reply', 'replies'],
  ['entry', 'entries'],
  ['day', 'days'],
  ['different bitstring', 'different bitstrings'],
  ['bus', 'buses'],
])('two of a %s are %s', (noun, plural) => {
  expect([1, 2, 0].map(count => countedNoun(count, noun))).toEqual([`1 ${noun}`, `2 ${plural}`, `0 ${plural}`])
})
