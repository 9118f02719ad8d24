import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SweepSeriesQuery } from '../../../../main/contract/jobs/sweep'
import { eventFrom } from '../../../../renderer/src/draw/jobs/event-query'

it.each([
  ['000', { outcome: '000' }],
  [' 0X1 ', { outcome: '0x1' }],
  ['parity 0,2', { parity: '0,2' }],
  ['Parity: 0 2', { parity: '0,2' }],
])('%j is an event of three bits', (typed, query) => {
  expect(eventFrom(typed, 3)).toEqual({ query })
})

it.each([
  ['', /^0 of 3 bits: type 3 characters 0, 1 or x/],
  ['01', /^2 of 3 bits/],
  ['0110', /^4 of 3 bits/],
  ['0z1', /^“z” is no bit: type 3 characters 0, 1 or x/],
  ['parity', /such as parity 0,1$/],
  ['parity a', /such as parity 0,1$/],
  ['parity 3', 'there is no classical bit 3: the result has 0 to 2'],
  ['parity 1,1', 'bit 1 is named twice'],
])('%j is refused with what would be right', (typed, fault) => {
  expect(eventFrom(typed, 3).fault).toMatch(fault)
})

it('whatever is typed is a fault, or a query that the contract takes', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^(parity )?[01x, ]{0,9}$/))
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 9 }), (typed, width) => {
      const event = eventFrom(typed, width)
      if (event.fault === undefined) expect(SweepSeriesQuery.safeParse(event.query).success).toBe(true)
      else expect(event.fault.length).toBeGreaterThan(10)
    }),
  )
})
