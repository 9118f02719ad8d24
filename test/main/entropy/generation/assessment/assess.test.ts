import { describe, expect, it } from 'vitest'
import { assessEntropy } from '../../../../../main/entropy/generation/assessment/assess'
import { creditOf } from '../../../../../main/entropy/generation/assessment/credit'
import { assessRestarts } from '../../../../../main/entropy/generation/assessment/restart'
import { restartCutoff } from '../../../../../main/entropy/generation/assessment/restart-cutoff'
import { referenceInput, referenceResults } from '../estimators/reference-results'
import { freshSeed, seededBytes, seededUniform } from '../seeded'

const pass = () => {}

describe('an assessment', () => {
  it.each([
    ['rand1_short', 1],
    ['rand4_short', 4],
    ['rand8_short', 8],
    ['biased-random-bits', 1],
  ])('of %s is the reference tool’s', (name, bits) => {
    const reference = referenceResults(name)
    const assessed = assessEntropy({ samples: referenceInput(name), bits, claimed: bits }, pass)
    expect(assessed.h_original).toBeCloseTo(reference.h_original, 12)
    if (reference.h_bitstring === null) expect(assessed.h_bitstring).toBeNull()
    else expect(assessed.h_bitstring).toBeCloseTo(reference.h_bitstring, 12)
    expect(assessed.h_assessed).toBeCloseTo(reference.assessed, 12)
  })

  it('names what decided it, the claim where that is least', () => {
    const samples = referenceInput('rand4_short')
    expect(assessEntropy({ samples, bits: 4, claimed: 4 }, pass).decided_by).toEqual({
      of: 'bitstring',
      estimator: 'compression',
    })
    expect(assessEntropy({ samples, bits: 4, claimed: 2 }, pass)).toMatchObject({
      h_assessed: 2,
      decided_by: { of: 'claimed', estimator: null },
    })
  })

  it('of a constant source is nothing', () => {
    expect(assessEntropy({ samples: new Uint8Array(2000).fill(7), bits: 8, claimed: 8 }, pass)).toMatchObject({
      h_assessed: 0,
      h_original: 0,
      decided_by: { of: 'original' },
    })
  })

  it.each([
    [new Uint8Array(), 1, 'no samples'],
    [Uint8Array.of(2), 1, 'a sample of 2 is wider than 1 bits'],
    [Uint8Array.of(1), 9, '1 to 8 bits'],
  ])('refuses %j of %i bits', (samples, bits, message) => {
    expect(() => assessEntropy({ samples, bits, claimed: 1 }, pass)).toThrow(message)
  })
})

describe('the restart cutoff', () => {
  it.each([
    [1, 2],
    [0.5, 2],
    [3, 8],
    [2.5, 16],
  ])('for %f bits in %i symbols is where a simulation exceeds it about as often', (entropy, symbols) => {
    // 1 − 0.99^(1/2000) is too rare to simulate quickly: compared is that hardly any exceed it, and some come near.
    const cutoff = restartCutoff(entropy, symbols)
    const uniform = seededUniform(freshSeed())
    const likely = 2 ** -entropy
    const often = Math.floor(1 / likely + 1e-9)
    const most = Array.from({ length: 1500 }, () => {
      const counts = new Uint16Array(symbols)
      for (let i = 0; i < 1000; i++) {
        const draw = uniform()
        const isLikely = draw < likely * often || often === symbols
        const rest = (draw - likely * often) / ((1 - likely * often) / (symbols - often || 1))
        counts[isLikely ? Math.min(symbols - 1, Math.floor(draw / likely)) : often + Math.floor(rest)]!++
      }
      return Math.max(...counts)
    })
    expect(most.filter(count => count > cutoff).length).toBeLessThan(3)
    const spread = Math.sqrt(1000 * likely * (1 - likely))
    expect(cutoff).toBeGreaterThan(1000 * likely + 3.5 * spread)
    expect(cutoff).toBeLessThan(1000 * likely + 6.5 * spread)
  })

  it('for fair bits is the least by exact integers', () => {
    const tail = (from: number) => {
      let [sum, choose] = [0n, 1n]
      for (let i = 0n; i <= 1000n; i++) {
        if (i >= from) sum += choose
        choose = (choose * (1000n - i)) / (i + 1n)
      }
      return (2 * Number((sum * 10n ** 20n) / 2n ** 1000n)) / 1e20
    }
    const alpha = 1 - 0.99 ** (1 / 2000)
    const cutoff = restartCutoff(1, 2)
    expect(tail(cutoff + 1)).toBeLessThanOrEqual(alpha)
    expect(tail(cutoff)).toBeGreaterThan(alpha)
  })
})

describe('restart tests', () => {
  it('fail where all restarts begin alike, and take no other number of samples', () => {
    const samples = seededBytes(1_000_000, 3, 2)
    for (let row = 0; row < 1000; row++) samples[1000 * row + 17] = 1
    expect(assessRestarts({ samples, bits: 1, initial: 1 }, pass)).toMatchObject({
      failure: 'too_frequent',
      most_frequent: 1000,
      h_assessed: 0,
    })
    expect(() => assessRestarts({ samples: samples.subarray(1), bits: 1, initial: 1 }, pass)).toThrow('1000 × 1000')
  })
})

describe('the credit', () => {
  const assessment = (samples: number, h: number) => ({
    ...assessEntropy({ samples: seededBytes(2000, 1, 2), bits: 1, claimed: 1 }, pass),
    samples,
    h_original: h,
    h_assessed: h - 0.01,
  })
  const restart = { failure: null, most_frequent: 540, cutoff: 570, h_rows: 0.97, h_columns: 0.96, h_assessed: 0.96 }

  it('is none below 10^5 samples, provisional until 10^6 and restart tests, then the least of all', () => {
    expect(creditOf(null, restart)).toBeNull()
    expect(creditOf(assessment(99_999, 0.98), null)).toBeNull()
    expect(creditOf(assessment(1_000_000, 0.98), null)).toEqual({ h: 0.97, provisional: true, quarantine: null })
    expect(creditOf(assessment(100_000, 0.98), restart)).toMatchObject({ h: 0.96, provisional: true })
    expect(creditOf(assessment(1_000_000, 0.95), restart)).toEqual({ h: 0.94, provisional: false, quarantine: null })
  })

  it('quarantines below nine tenths of the claim, and after failed restart tests', () => {
    expect(creditOf(assessment(1_000_000, 0.89), null)?.quarantine).toBe('below_claim')
    const failed = { ...restart, failure: 'below_half' as const, h_assessed: 0 }
    expect(creditOf(assessment(1_000_000, 0.99), failed)).toMatchObject({ h: 0, quarantine: 'restart_failed' })
  })
})
