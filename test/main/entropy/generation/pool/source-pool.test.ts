import { describe, expect, it } from 'vitest'
import { createConditioner } from '../../../../../main/entropy/generation/conditioning/conditioner'
import { healthCutoffs } from '../../../../../main/entropy/generation/health/cutoffs'
import { createHealthMonitor } from '../../../../../main/entropy/generation/health/monitor'
import { createSecretQueue } from '../../../../../main/entropy/generation/pool/secret-queue'
import { createSourcePool } from '../../../../../main/entropy/generation/pool/source-pool'
import { bitsOfBytes } from '../extraction/bit-strings'
import { expectedReleases } from '../health/release-rule'
import { freshSeed, seededBytes, seededUniform } from '../seeded'

const BITS = healthCutoffs(2, 1)
const W = BITS.window
const pool = (changes: object = {}) =>
  createSourcePool({ bits: 1, cutoffs: BITS, entropy: 0.75, low: 256, high: 1024, raw_samples: 5000, ...changes })
const fair = (windows: number, seed = 1) => seededBytes(windows * W, seed, 2)

describe('a queue of secrets', () => {
  it('gives bytes once, in order, and zeroes what it took in', () => {
    const queue = createSecretQueue(10)
    const given = Uint8Array.of(1, 2, 3, 4, 5, 6, 7)
    queue.push(given)
    expect([...given]).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect([...queue.take(5)]).toEqual([1, 2, 3, 4, 5])
    queue.push(Uint8Array.of(8, 9, 10, 11, 12, 13, 14, 15))
    expect([...queue.take(10)]).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    expect(queue.length).toBe(0)
  })

  it('refuses what does not fit, and to give what it does not have', () => {
    const queue = createSecretQueue(3)
    expect(() => queue.push(new Uint8Array(4))).toThrow('4 bytes do not fit: 3 of 3 are free')
    queue.push(Uint8Array.of(1))
    expect(() => queue.take(2)).toThrow('2 bytes were asked for, 1 are there')
    expect(queue.clear()).toBe(1)
    expect(() => queue.take(1)).toThrow('0 are there')
  })
})

describe('the pool of a source', () => {
  it('serves what the conditioner makes of released samples, once', () => {
    const samples = fair(9)
    const outcomes = createHealthMonitor(BITS).test(samples)
    const conditioner = createConditioner({ bits: 1, entropy: 0.75 })
    const expected = expectedReleases(outcomes).flatMap(({ from, to }) => [
      ...conditioner.condition(samples.slice(from, to)),
    ])
    const source = pool()
    source.add(samples)
    expect(samples.every(sample => sample === 0)).toBe(true)
    expect(source.figures()).toMatchObject({ bytes: expected.length, state: 'low' })
    const halves = [source.takeBytes(100), source.takeBytes(expected.length - 100)]
    expect(halves.flatMap(half => [...half])).toEqual(expected)
    expect(() => source.takeBytes(1)).toThrow(RangeError)
  })

  it('fills to the upper watermark, then keeps raw bits, and conditions again below the lower one', () => {
    const source = pool()
    source.add(fair(40))
    expect(source.figures()).toMatchObject({ bytes: 1024, state: 'full', raw_bits: 5000 })
    expect(source.figures().surplus_samples).toBeGreaterThan(10_000)
    source.takeBytes(700)
    expect(source.figures().state).toBe('full')
    source.takeBytes(69)
    expect(source.figures()).toMatchObject({ bytes: 255, state: 'low' })
    source.add(fair(4, 2))
    expect(source.figures().bytes).toBeGreaterThan(255)
  })

  it('gives raw bits as they were, for extraction', () => {
    const samples = fair(12)
    const bits = [...samples].join('')
    const source = pool({ high: 64, low: 1 })
    source.add(samples)
    const taken = bitsOfBytes(source.takeBits(1001), 1001)
    // One block went to the conditioner.
    expect(bits.indexOf(taken)).toBe(2 * W + 768)
    expect(bits.slice(bits.indexOf(taken) + 1001).startsWith(bitsOfBytes(source.takeBits(800), 800))).toBe(true)
    expect(source.figures().raw_bits).toBe(5000 - 1801)
  })

  it('takes a failed window and the one before it along, and everything when it latches', () => {
    const stuck = fair(12)
    stuck.fill(1, 5 * W, 5 * W + 40)
    const source = pool({ high: 10_240 })
    source.add(stuck.slice(0, 6 * W))
    const before = source.figures().bytes
    // Windows 2 and 3 are in; 4 waited for 5, which failed.
    expect(before).toBe(64 * Math.floor((2 * W) / 768))
    source.add(new Uint8Array(W))
    expect(source.monitor.state).toBe('latched')
    expect(source.figures()).toMatchObject({ bytes: 0, raw_bits: 0, destroyed: before })
    source.add(fair(9))
    expect(source.figures().bytes).toBe(0)
    source.reset()
    source.add(fair(9))
    expect(source.figures().bytes).toBeGreaterThan(0)
  })

  it.each(Array.from({ length: 10 }, freshSeed))('loses and invents nothing, seed %i', seed => {
    const uniform = seededUniform(seed)
    const source = pool({ low: 200, high: 512, raw_samples: 3000 })
    for (let i = 0; i < 60; i++) {
      const samples = seededBytes(Math.floor(3000 * uniform()), seed + i, 2)
      if (uniform() < 0.1) samples.fill(1, 0, 33)
      source.add(samples)
      const { bytes } = source.figures()
      if (uniform() < 0.5) source.takeBytes(Math.floor(uniform() * bytes))
      if (uniform() < 0.05) source.reset()
      const now = source.figures()
      expect(now.conditioned).toBe(now.served + now.destroyed + now.bytes)
      expect(now.bytes).toBeLessThanOrEqual(512)
      expect(now.raw_bits).toBeLessThanOrEqual(3000)
    }
  })

  it('refuses watermarks that are none', () => {
    expect(() => pool({ low: 0 })).toThrow('0 < low ≤ high')
  })
})
