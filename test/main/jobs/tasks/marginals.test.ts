import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countsCsv, marginalsOf } from '../../../../main/jobs/tasks/marginals'
import { wilson } from '../../../../main/qec/statistics/intervals'
import { UNBOUNDED } from '../../../../main/worker/checkpoint'

const NUM_CLBITS = 12
/** Counts over twelve bits. */
const someCounts = fc
  .dictionary(
    fc.nat(2 ** NUM_CLBITS - 1).map(value => value.toString(2).padStart(NUM_CLBITS, '0')),
    fc.integer({ min: 1, max: 1_000 }),
    { minKeys: 1, maxKeys: 40 },
  )
  .map(counts => ({ ...counts }))
const someBits = fc.uniqueArray(fc.nat(NUM_CLBITS - 1), { maxLength: NUM_CLBITS })

const json = (bytes: Uint8Array | null) => JSON.parse(Buffer.from(bytes!).toString())

/** The slow way: bit b is the b-th character from the right. */
function plainMarginal(counts: Record<string, number>, bits: readonly number[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const [text, count] of Object.entries(counts)) {
    const key = bits
      .map(bit => text[text.length - 1 - bit])
      .reverse()
      .join('')
    found[key] = (found[key] ?? 0) + count
  }
  return found
}

describe('the counts of some bits', () => {
  it('are the sums over all others, in the order in which the bits are named', () =>
    fc.assert(
      fc.property(someCounts, someBits, (counts, clbits) => {
        const input = { counts: JSON.stringify(counts), num_clbits: NUM_CLBITS, probabilities: true }
        const [made] = marginalsOf({ ...input, groups: [{ name: null, clbits }] }, UNBOUNDED)
        const expected = plainMarginal(counts, clbits)
        expect(json(made!.counts)).toEqual(expected)
        const shots = Object.values(counts).reduce((sum, count) => sum + count, 0)
        for (const [bits, { value, low, high }] of Object.entries<{ value: number; low: number; high: number }>(
          json(made!.probabilities),
        ))
          expect({ value, low, high }).toEqual(
            (({ value, low, high }) => ({ value, low, high }))(wilson(expected[bits]!, shots)),
          )
      }),
      { numRuns: 60 },
    ))

  it('come as CSV with a header that says how to read the bits', () => {
    const text = Buffer.from(
      countsCsv(
        {
          counts: '{"001":75,"110":25}',
          num_clbits: 3,
          groups: [
            { name: 'c', clbits: [0] },
            { name: null, clbits: [2, 0] },
          ],
          probabilities: true,
        },
        UNBOUNDED,
      ),
    ).toString()
    const [head, ...lines] = text.split('\r\n')
    expect(head).toBe(
      'register,bitstring (left-most character = highest bit),count,probability,low (Wilson 95 %),high (Wilson 95 %)',
    )
    expect(lines.map(line => line.split(',').slice(0, 4).join(','))).toEqual([
      'c,0,25,0.25',
      'c,1,75,0.75',
      'bits 0 2,01,25,0.25',
      'bits 0 2,10,75,0.75',
      '',
    ])
    expect(Number(lines[0]!.split(',')[4])).toBeCloseTo(wilson(25, 100).low!, 12)
  })

  it('of no bits at all is one empty outcome', () => {
    const input = { counts: '{"":7}', num_clbits: 0, groups: [{ name: null, clbits: [] }], probabilities: false }
    const [made] = marginalsOf(input, UNBOUNDED)
    expect(json(made!.counts)).toEqual({ '': 7 })
    expect(made!.probabilities).toBeNull()
  })
})
