import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitstrings, countShots, drawShots, packPlanes } from '../../../../main/jobs/tasks/b8-shots'
import { outcomesOf } from '../../../../main/jobs/tasks/outcome-table'
import { planesOf, tally, textOf } from '../bit-planes'

/** Shots as rows of bits, bit c of a row being classical bit c. */
const rows = fc.integer({ min: 1, max: 20 }).chain(clbits => {
  const row = fc.array(fc.constantFrom(0, 1), { minLength: clbits, maxLength: clbits })
  return fc.array(row, { minLength: 1, maxLength: 100 })
})
const textsOf = async (packed: Uint8Array, clbits: number): Promise<string[]> =>
  JSON.parse(Buffer.from(await bitstrings(packed, clbits, packed.length / Math.ceil(clbits / 8))).toString())
const draw = async (counts: Record<string, number>, clbits: number, seed: number): Promise<Uint8Array> =>
  drawShots(await outcomesOf(JSON.stringify(counts), clbits), seed)

describe('single shots', () => {
  it('keep their order and bits through planes and packing', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async shots => {
        const clbits = shots[0]!.length
        const packed = await packPlanes(planesOf(shots), clbits)
        expect(packed.length).toBe(shots.length * Math.ceil(clbits / 8))
        expect(await textsOf(packed, clbits)).toEqual(shots.map(textOf))
        expect(Object.fromEntries(await countShots(planesOf(shots), clbits))).toEqual(tally(shots.map(textOf)))
      }),
    )
  })

  it('drawn from counts have those counts, and the same seed draws the same order', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(), async (shots, seed) => {
        const [counts, clbits] = [tally(shots.map(textOf)), shots[0]!.length]
        const drawn = await draw(counts, clbits, seed)
        expect(tally(await textsOf(drawn, clbits))).toEqual(counts)
        expect(await draw(counts, clbits, seed)).toEqual(drawn)
      }),
    )
  })

  it('of a circuit without classical bits are empty, one for each shot', async () => {
    const drawn = await draw({ '': 3 }, 0, 1)
    expect(drawn).toHaveLength(0)
    expect(Buffer.from(await bitstrings(drawn, 0, 3)).toString()).toBe('["","",""]')
  })

  it('are drawn in an order that favours no place', async () => {
    let ones = 0
    for (let seed = 0; seed < 4000; seed++) ones += (await draw({ 0: 3, 1: 1 }, 1, seed))[0]!
    // 1000 expected, standard deviation 27; seeds are fixed, so this cannot flicker.
    expect(Math.abs(ones - 1000)).toBeLessThan(140)
  })
})
