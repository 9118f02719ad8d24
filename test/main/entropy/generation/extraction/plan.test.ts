import { describe, expect, it } from 'vitest'
import {
  isCirculantPrime,
  MAX_CIRCULANT_BITS,
  nextCirculantPrime,
  previousCirculantPrime,
} from '../../../../../main/entropy/generation/extraction/circulant-primes'
import { type ExtractionPlan, outputBits, planExtraction } from '../../../../../main/entropy/generation/extraction/plan'
import { freshSeed, seededUniform } from '../seeded'

/** 2 generates all residues but 0. */
function isByDefinition(n: number): boolean {
  for (let i = 2; i * i <= n; i++) if (n % i === 0) return false
  const reached = new Set<number>()
  for (let power = 1; !reached.has(power); power = (2 * power) % n) reached.add(power)
  return n > 2 && reached.size === n - 1
}

const planned = (request: Parameters<typeof planExtraction>[0]): ExtractionPlan => {
  const plan = planExtraction(request)
  if ('refused' in plan) throw new Error(`${plan.refused} ${plan.source}`)
  return plan
}
const source = (id: string, entropy: number, available = 1e9) => ({ id, entropy, available })

describe('the lengths of circulant extractors', () => {
  it('are primes of which 2 is a primitive root, by definition', () => {
    const all = Array.from({ length: 3000 }, (_, n) => n)
    expect(all.filter(isCirculantPrime)).toEqual(all.filter(isByDefinition))
    expect(isCirculantPrime(655_373)).toBe(true)
    expect([7, 17, 127, 257].some(isCirculantPrime)).toBe(false)
  })

  it('are found on both sides, and not beyond what the kernel takes', () => {
    expect([nextCirculantPrime(0), nextCirculantPrime(14), nextCirculantPrime(19)]).toEqual([3, 19, 19])
    expect([previousCirculantPrime(18.5), previousCirculantPrime(2)]).toEqual([13, null])
    expect(nextCirculantPrime(MAX_CIRCULANT_BITS)).toBeNull()
    expect(previousCirculantPrime(1e12)).toBeLessThan(MAX_CIRCULANT_BITS)
  })
})

describe('a plan for two sources', () => {
  it('is the shortest that gives the bytes', () => {
    const { steps, bits, h_in } = planned({ bytes: 65_536, sources: [source('a', 0.75), source('b', 0.75)] })
    const [{ n, m }] = steps as [{ n: number; m: number }]
    expect(n).toBe(nextCirculantPrime(1_049_090))
    expect([m, ...bits]).toEqual([524_288, n - 1, n])
    expect(h_in).toBeCloseTo(0.75 * (2 * n - 1), 6)
    const shorter = previousCirculantPrime(n - 1)!
    expect(outputBits({ k1: 0.75 * (shorter - 1), k2: 0.75 * shorter, n: shorter, log2_eps: -128 })).toBeLessThan(m)
  })

  it('is refused where rates add up to one bit or less, or a source lacks bits', () => {
    expect(planExtraction({ bytes: 1, sources: [source('a', 0.4), source('b', 0.6)] })).toMatchObject({
      refused: 'rates_too_low',
      source: 'a',
      needed: null,
    })
    const plan = planExtraction({ bytes: 32, sources: [source('a', 1), source('b', 1, 500)] })
    expect(plan).toEqual({ refused: 'insufficient_entropy', source: 'b', needed: 523, available: 500 })
    expect(planExtraction({ bytes: 65_536, sources: [source('a', 0.51), source('b', 0.51)] })).toMatchObject({
      refused: 'too_long',
    })
  })

  it.each([
    [{ bytes: 0, sources: [source('a', 1), source('b', 1)] }, 'whole number of bytes'],
    [{ bytes: 8, sources: [source('a', 1)] }, 'two sources'],
    [{ bytes: 8, sources: [source('a', 1), source('a', 1)] }, 'named twice'],
    [{ bytes: 8, sources: [source('a', 1), source('b', 1.01)] }, 'b cannot have 1.01 bits'],
    [{ bytes: 8, sources: [source('a', 1), source('b', 1)], log2_eps: 1 }, 'at most 0'],
  ])('is no plan for %j', (request, message) => {
    expect(() => planExtraction(request)).toThrow(message)
  })
})

describe('a plan for more sources', () => {
  it.each(Array.from({ length: 30 }, freshSeed))('keeps each step’s formula, seed %i', seed => {
    const uniform = seededUniform(seed)
    const count = 3 + Math.floor(6 * uniform())
    const sources = Array.from({ length: count }, (_, i) => source(`src-${i}`, 0.55 + 0.45 * uniform()))
    const bytes = 1 + Math.floor(4000 * uniform())
    const { steps, bits } = planned({ bytes, sources, log2_eps: -100 })
    const log2_eps = -100 - Math.ceil(Math.log2(count - 1))
    expect(steps).toHaveLength(count - 1)
    expect(steps.at(-1)!.m).toBe(8 * bytes)
    steps.forEach(({ n, m }, i) => {
      expect(isCirculantPrime(n)).toBe(true)
      const k1 = sources[i === 0 ? 0 : i + 1]!.entropy * (n - 1)
      const k2 = i === 0 ? sources[1]!.entropy * n : n
      expect(outputBits({ k1, k2, n, log2_eps })).toBeGreaterThanOrEqual(m)
      if (i > 0) expect(n).toBe(steps[i - 1]!.m)
      expect(bits[i === 0 ? 0 : i + 1]).toBe(n - 1)
    })
  })
})
