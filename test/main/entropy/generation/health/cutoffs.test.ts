import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  healthCutoffs,
  proportionCutoff,
  repetitionCutoff,
  windowSamples,
} from '../../../../../main/entropy/generation/health/cutoffs'

interface Row {
  readonly H: string
  readonly W: number
  readonly alpha_log2: number
  readonly rct: number
  readonly apt_published: number
}
const { rows } = JSON.parse(readFileSync('test/vectors/entropy/sp800-90b/health-cutoffs.json', 'utf8')) as {
  rows: Row[]
}
const fractionOf = (fraction: string) => {
  const [over = '', under = '1'] = fraction.split('/')
  return Number(over) / Number(under)
}

/** P(X > k), summed term by term in exact integers, for chances that are a power of two. */
function exactTail(trials: bigint, k: bigint, bits: bigint): { over: bigint; under: bigint } {
  const failing = 2n ** bits - 1n
  let over = 0n
  let choose = 1n
  for (let i = 0n; i <= trials; i++) {
    if (i > k) over += choose * failing ** (trials - i)
    choose = (choose * (trials - i)) / (i + 1n)
  }
  return { over, under: 2n ** (bits * trials) }
}

describe('the cutoffs of the health tests', () => {
  it.each(rows)('are those of the vectors at H = $H, W = $W, 2^$alpha_log2', ({ H, W, alpha_log2, ...expected }) => {
    expect(repetitionCutoff(fractionOf(H), -alpha_log2)).toBe(expected.rct)
    expect(proportionCutoff(fractionOf(H), -alpha_log2, W)).toBe(expected.apt_published)
  })

  it.each([
    [1n, 1024n],
    [2n, 512n],
    [8n, 512n],
  ])('are the least by exact integers: %s bits, window %s', (bits, window) => {
    for (const alpha of [20n, 30n, 60n]) {
      const k = BigInt(proportionCutoff(Number(bits), Number(alpha), Number(window))) - 1n
      const isRare = (tail: { over: bigint; under: bigint }) => tail.over * 2n ** alpha <= tail.under
      expect(isRare(exactTail(window, k, bits))).toBe(true)
      expect(isRare(exactTail(window, k - 1n, bits))).toBe(false)
    }
  })

  it('are those the design names for fair bits', () => {
    const { window, repetition, proportion } = healthCutoffs(2, 1)
    expect([window, repetition, proportion]).toEqual([
      1024,
      { single: 21, intermittent: 31, permanent: 61 },
      { single: 589, intermittent: 609, permanent: 652 },
    ])
    expect(windowSamples(256)).toBe(512)
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuse a claim of %s bits', claim => {
    expect(() => healthCutoffs(256, claim)).toThrow(RangeError)
  })

  it('refuse more entropy than the symbols hold, and symbols that are none', () => {
    expect(() => healthCutoffs(2, 1.01)).toThrow('2 symbols hold less than 1.01 bits')
    expect(() => healthCutoffs(1, 0.5)).toThrow('2 to 256 symbols')
  })
})
