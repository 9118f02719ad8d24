import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitstrings, countShots, drawShots, packPlanes } from '../../../../main/jobs/tasks/b8-shots'
import { outcomesOf } from '../../../../main/jobs/tasks/outcome-table'
import { UNBOUNDED } from '../../../../main/worker/checkpoint'
import { createYielder } from '../../../../main/worker/yielder'
import { planesOf, tally, textOf } from '../bit-planes'

/** Shots as rows of bits, bit c of a row being classical bit c. */
const rows = fc.integer({ min: 1, max: 20 }).chain(clbits => {
  const row = fc.array(fc.constantFrom(0, 1), { minLength: clbits, maxLength: clbits })
  return fc.array(row, { minLength: 1, maxLength: 100 })
})
const textsOf = (packed: Uint8Array, clbits: number): string[] =>
  JSON.parse(
    Buffer.from(bitstrings(packed, { clbits, shots: packed.length / Math.ceil(clbits / 8) }, UNBOUNDED)).toString(),
  )
const draw = (counts: Record<string, number>, clbits: number, seed: number): Uint8Array =>
  drawShots(outcomesOf(JSON.stringify(counts), clbits, UNBOUNDED), seed, UNBOUNDED)

describe('single shots', () => {
  it('keep their order and bits through planes and packing', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async shots => {
        const clbits = shots[0]!.length
        const packed = packPlanes(planesOf(shots), clbits, UNBOUNDED)
        expect(packed.length).toBe(shots.length * Math.ceil(clbits / 8))
        expect(textsOf(packed, clbits)).toEqual(shots.map(textOf))
        expect(Object.fromEntries(await countShots(planesOf(shots), clbits, createYielder()))).toEqual(
          tally(shots.map(textOf)),
        )
      }),
    )
  })

  it('drawn from counts have those counts, and the same seed draws the same order', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (shots, seed) => {
        const [counts, clbits] = [tally(shots.map(textOf)), shots[0]!.length]
        const drawn = draw(counts, clbits, seed)
        expect(tally(textsOf(drawn, clbits))).toEqual(counts)
        expect(draw(counts, clbits, seed)).toEqual(drawn)
      }),
    )
  })

  it('of a circuit without classical bits are empty, one for each shot', () => {
    const drawn = draw({ '': 3 }, 0, 1)
    expect(drawn).toHaveLength(0)
    expect(Buffer.from(bitstrings(drawn, { clbits: 0, shots: 3 }, UNBOUNDED)).toString()).toBe('["","",""]')
  })

  it('are drawn in an order that favours no place', () => {
    let ones = 0
    for (let seed = 0; seed < 4000; seed++) ones += draw({ 0: 3, 1: 1 }, 1, seed)[0]!
    // 1000 expected, standard deviation 27; seeds are fixed, so this cannot flicker.
    expect(Math.abs(ones - 1000)).toBeLessThan(140)
  })
})
