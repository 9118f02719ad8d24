import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  createOutcomeIndex,
  missingLeadingBits,
  outcomesOf,
  padBitstrings,
} from '../../../../main/jobs/tasks/outcome-table'
import { UNBOUNDED } from '../../../../main/worker/checkpoint'

const outcomes = fc.integer({ min: 1, max: 30 }).chain(clbits =>
  fc.record({
    clbits: fc.constant(clbits),
    counts: fc.dictionary(
      fc.array(fc.constantFrom('0', '1'), { minLength: clbits, maxLength: clbits }).map(bits => bits.join('')),
      fc.integer({ min: 1, max: 1_000_000 }),
      { minKeys: 1 },
    ),
  }),
)

it('counts are read as they are kept, in the order of their bitstrings', () => {
  fc.assert(
    fc.property(outcomes, fc.boolean(), ({ clbits, counts }, as_bytes) => {
      const text = JSON.stringify(counts)
      const read = outcomesOf(as_bytes ? new TextEncoder().encode(text) : text, clbits, UNBOUNDED)
      const shown = Array.from(read.counts, (count, at) => {
        const row = read.rows.subarray(at * read.width, (at + 1) * read.width)
        const bits = [...row].reverse().map(byte => byte.toString(2).padStart(8, '0'))
        return [bits.join('').slice(-clbits), count]
      })
      expect(shown).toEqual(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
    }),
  )
})

it('each outcome is found at its place, and no other anywhere', () => {
  fc.assert(
    fc.property(outcomes, ({ clbits, counts }) => {
      const read = outcomesOf(JSON.stringify(counts), clbits, UNBOUNDED)
      const find = createOutcomeIndex(read, UNBOUNDED)
      for (const place of read.counts.keys()) expect(find(read.rows, place * read.width)).toBe(place)
      const other = read.rows.slice(0, read.width)
      other[0]! ^= 1
      const known = Array.from(read.counts.keys()).some(place =>
        other.every((byte, at) => byte === read.rows[place * read.width + at]),
      )
      expect(find(other, 0) >= 0).toBe(known)
    }),
  )
})

it.each(['{"01":1}', '{"0":1,"01":2}', '{ "0": 1 }', '[1]'])('refuses %s where one bit is counted', text => {
  expect(() => outcomesOf(text, 1, UNBOUNDED)).toThrow(/Counts are not/)
})

it('no outcome at all is read as none', () => {
  expect(outcomesOf('{}', 3, UNBOUNDED).counts).toHaveLength(0)
})

it('bitstrings too short get zeros in front, in a text or bytes; whole ones and empty ones stay', () => {
  const text = '{"01":5,"10":7}'
  for (const counts of [text, new TextEncoder().encode(text)]) {
    expect(missingLeadingBits(counts, 2)).toBe(0)
    expect(missingLeadingBits(counts, 5)).toBe(3)
    expect(new TextDecoder().decode(padBitstrings(counts, 3, UNBOUNDED))).toBe('{"00001":5,"00010":7}')
  }
  expect(missingLeadingBits('{"":3}', 2)).toBe(2)
  expect(missingLeadingBits('{}', 2)).toBe(0)
})
