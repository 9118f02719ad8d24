import { describe, expect, it } from 'vitest'
import { type CirculantKernel, circulantByBigInt } from '../../../../../main/entropy/generation/extraction/circulant'
import { extractByPlan } from '../../../../../main/entropy/generation/extraction/extract'
import { planExtraction } from '../../../../../main/entropy/generation/extraction/plan'
import { vectorJson } from '../../../../vectors/read-vectors'
import { findAddon } from '../../../simulation/engine-fixtures'
import { freshSeed, seededBytes } from '../seeded'
import { bitsOfBytes, bytesOfBits, circulantByDefinition } from './bit-strings'

interface Row {
  readonly n: number
  readonly m: number
  readonly x: string
  readonly y: string
  readonly out: string
}
const { circulant } = vectorJson<{ circulant: Row[] }>('entropy/extractors.json.gz')
const addon = findAddon()
const kernels: [string, CirculantKernel][] = [
  ['by BigInt', circulantByBigInt],
  ...(addon ? [['by the addon', call => addon.extractCirculant(call).promise] as [string, CirculantKernel]] : []),
]
const randomBits = (count: number, seed: number) => [...seededBytes(count, seed, 2)].join('')

describe.each(kernels)('the circulant extractor %s', (_, kernel) => {
  it.each(circulant)('gives the bits of the vectors, n = $n', async ({ n, m, x, y, out }) => {
    expect(bitsOfBytes(await kernel({ n, m, x: bytesOfBits(x), y: bytesOfBits(y) }), m)).toBe(out)
  })

  it.each([2, 3, 64, 65, 2053, 6011])('is the sum of its definition at n = %i', async n => {
    const seed = freshSeed()
    const [x, y] = [randomBits(n - 1, seed), randomBits(n, seed + 1)]
    const out = await kernel({ n, m: n, x: bytesOfBits(x), y: bytesOfBits(y) })
    expect(bitsOfBytes(out, n), `seed ${seed}`).toBe(circulantByDefinition(n, n, x, y))
  })

  it('extracts a cascade of three sources as its steps one by one, and zeroes what it was given', async () => {
    const sources = [0.9, 0.8, 0.7].map((entropy, i) => ({ id: `src-${i}`, entropy, available: 1e6 }))
    const plan = planExtraction({ bytes: 64, sources, log2_eps: -64 })
    if ('refused' in plan) throw new Error(plan.refused)
    const bits = plan.bits.map((count, i) => randomBits(count, 10 + i))
    const inputs = bits.map(bytesOfBits)
    const [first, second] = plan.steps
    const between = circulantByDefinition(first!.n, first!.m, bits[0]!, bits[1]!)
    expect(first!.m).toBe(second!.n)
    const expected = circulantByDefinition(second!.n, 512, bits[2]!, between)
    expect(bitsOfBytes(await extractByPlan(plan, inputs, kernel), 512)).toBe(expected)
    expect(inputs.every(input => input.every(byte => byte === 0))).toBe(true)
  })
})

describe('an extraction', () => {
  const sources = [1, 1].map((entropy, i) => ({ id: `src-${i}`, entropy, available: 1e6 }))
  const plan = planExtraction({ bytes: 1, sources, log2_eps: 0 })
  it('takes inputs as long as planned, and zeroes them even where they are not', async () => {
    if ('refused' in plan) throw new Error(plan.refused)
    const inputs = [seededBytes(9, 1), seededBytes(40, 2)]
    await expect(extractByPlan(plan, inputs, circulantByBigInt)).rejects.toThrow(/input 0 has 9 bytes/)
    expect(inputs.flatMap(input => [...input]).every(byte => byte === 0)).toBe(true)
  })

  it.each([1, 3])('takes as many inputs as planned, not %i', async count => {
    if ('refused' in plan) throw new Error(plan.refused)
    const inputs = [...plan.bits, 64].slice(0, count).map((bits, i) => seededBytes(Math.ceil(bits / 8), i + 1))
    await expect(extractByPlan(plan, inputs, circulantByBigInt)).rejects.toThrow(
      `the plan takes 2 inputs, not ${count}`,
    )
    expect(inputs.flatMap(input => [...input]).every(byte => byte === 0)).toBe(true)
  })

  it('is refused at a length that loses rank', async () => {
    const unsound = { steps: [{ n: 17, m: 8 }], bits: [16, 17], h_in: 33, log2_eps: 0 }
    await expect(extractByPlan(unsound, [new Uint8Array(2), new Uint8Array(3)], circulantByBigInt)).rejects.toThrow(
      '2 is no primitive root of 17',
    )
  })
})
