import { describe, expect, it } from 'vitest'
import { collectSamples } from '../../../../../main/entropy/supply/assessment/sample-collection'

const samples = (count: number) => Uint8Array.from({ length: count }, (_, at) => at + 1)

describe('a collection of samples', () => {
  it('takes as many as it wants, zeroes them at their source, and hands them over once', () => {
    const done: Uint8Array[] = []
    const collection = collectSamples(4, all => done.push(all))
    const first = samples(3)
    expect(collection.add(first)).toHaveLength(0)
    expect([...first]).toEqual([0, 0, 0])
    expect([...collection.add(samples(3))]).toEqual([2, 3])
    expect(done.map(all => [...all])).toEqual([[1, 2, 3, 1]])
    expect(collection.wanted).toBe(false)
  })

  it('is cleared when it is given up, whether or not its samples went to another thread', () => {
    let given: Uint8Array | null = null
    const collection = collectSamples(2, all => {
      given = structuredClone(all, { transfer: [all.buffer] })
    })
    collection.add(samples(1))
    collection.clear()
    collection.add(samples(1))
    expect([...given!]).toEqual([0, 1])
    expect(() => collection.clear()).not.toThrow()
  })
})
