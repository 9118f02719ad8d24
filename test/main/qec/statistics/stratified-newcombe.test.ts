import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilsonLimits, Z95 } from '../../../../main/qec/statistics/intervals'
import { uniforms } from '../../../../main/qec/statistics/random'
import {
  chanceOfHigher,
  differenceEstimate,
  differenceOf,
  holm,
  type Share,
  type Stratum,
  stratifiedWilson,
} from '../../../../main/qec/statistics/stratified-newcombe'
import { freshSeed } from '../fixtures/random-bits'

const six = (one: Share, other: Share): Stratum[] => Array.from({ length: 6 }, () => ({ one, other }))
const survived = (count: number, shots: number): Share => ({ shots, failures: shots - count })

/** Where the score statistic (p̂ − p)/√(p(1 − p)/n) is ±z, searched for from p̂ to the ends. */
function scoreLimits({ failures, shots }: Share, z: number): [number, number] {
  const p = failures / shots
  const within = (x: number) => Math.abs(p - x) <= z * Math.sqrt((x * (1 - x)) / shots)
  const search = (end: number) => {
    let [inside, outside] = [p, end]
    if (p === end) return end
    for (let step = 0; step < 60; step++) {
      const middle = (inside + outside) / 2
      if (within(middle)) inside = middle
      else outside = middle
    }
    return inside
  }
  return [search(0), search(1)]
}

/** Yan and Su's interval and Newcombe's joining, as their papers write them, over limits that are searched for. */
function limitsSlowly(strata: readonly Stratum[], z: number): [number, number] {
  const side = (shares: readonly Share[]) => {
    const variances = shares.map(({ failures, shots }) => {
      const p = (failures + 0.5) / (shots + 1)
      return (p * (1 - p)) / shots
    })
    const w = 1 / shares.length
    const fewer =
      (z * Math.sqrt(variances.reduce((sum, v) => sum + w * w * v, 0))) /
      variances.reduce((sum, v) => sum + w * Math.sqrt(v), 0)
    const limits = shares.map(each => scoreLimits(each, fewer))
    const mean = (pick: (i: number) => number) => shares.reduce((sum, _, i) => sum + w * pick(i), 0)
    return {
      p: mean(i => shares[i]!.failures / shares[i]!.shots),
      low: mean(i => limits[i]![0]),
      high: mean(i => limits[i]![1]),
    }
  }
  const [one, other] = [side(strata.map(each => each.one)), side(strata.map(each => each.other))]
  const d = other.p - one.p
  return [
    d - Math.sqrt((one.high - one.p) ** 2 + (other.p - other.low) ** 2),
    d + Math.sqrt((one.p - one.low) ** 2 + (other.high - other.p) ** 2),
  ]
}

const share = fc
  .tuple(fc.integer({ min: 1, max: 400 }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([shots, part]): Share => ({ shots, failures: Math.round(part * shots) }))
const strata = fc.array(fc.record({ one: share, other: share }), { minLength: 1, maxLength: 6 })

describe('the difference of two state-averaged survivals', () => {
  it('has Newcombe’s published interval: 56 of 70 against 48 of 80', () => {
    const { value, low, high } = differenceEstimate(differenceOf([{ one: survived(56, 70), other: survived(48, 80) }]))
    expect(value).toBeCloseTo(0.2, 12)
    expect([low!.toFixed(4), high!.toFixed(4)]).toEqual(['0.0524', '0.3339'])
  })
  it('has the interval of all shots together where every state is alike', () => {
    const [one, other] = [survived(290, 300), survived(270, 300)]
    const together = differenceOf([{ one: survived(1740, 1800), other: survived(1620, 1800) }])!.limits(Z95)
    differenceOf(six(one, other))!
      .limits(Z95)
      .forEach((limit, end) => void expect(limit).toBeCloseTo(together[end]!, 12))
  })
  it('agrees with the slow reference', () => {
    fc.assert(
      fc.property(strata, fc.double({ min: 0.1, max: 6, noNaN: true }), (all, z) => {
        const slow = limitsSlowly(all, z)
        differenceOf(all)!
          .limits(z)
          .forEach((limit, end) => void expect(limit).toBeCloseTo(slow[end]!, 8))
      }),
      { numRuns: 200 },
    )
  })
  it('weighs every state the same, however many of its shots were kept', () => {
    const few: Stratum = { one: survived(5, 10), other: survived(10, 10) }
    const many: Stratum = { one: survived(1000, 1000), other: survived(500, 1000) }
    expect(differenceOf([few, many])!.value).toBe(0)
  })
  it('is not known where a state has no kept shot, and is nothing observed then, never 0', () => {
    const nothing = differenceOf([
      ...six(survived(9, 10), survived(9, 10)),
      { one: survived(0, 0), other: survived(9, 10) },
    ])
    expect(nothing).toBeNull()
    expect(differenceEstimate(nothing)).toMatchObject({ value: null, low: null, high: null })
    expect(chanceOfHigher(nothing)).toBe(1)
    expect(differenceOf([])).toBeNull()
  })
  it('stays within −1 and 1', () => {
    const { low, high } = differenceEstimate(differenceOf(six(survived(0, 3), survived(3, 3))))
    expect(low).toBe(-1)
    expect(high!).toBeGreaterThan(-1)
  })
})

describe('the limits of a state-averaged failing share', () => {
  it('are Wilson’s for one state', () => {
    expect(stratifiedWilson([{ shots: 80, failures: 7 }], Z95)).toEqual(wilsonLimits(7, 80, Z95))
  })
  it('do not collapse where nothing failed', () => {
    const [low, high] = stratifiedWilson(Array(6).fill({ shots: 100, failures: 0 }), Z95)
    expect(low).toBe(0)
    expect(high).toBeCloseTo(wilsonLimits(0, 600, Z95)[1], 12)
  })
})

describe('the p-value of a higher survival', () => {
  it('is the level whose lower limit is 0', () => {
    const difference = differenceOf(six(survived(180, 300), survived(160, 300)))!
    expect(chanceOfHigher({ value: 0.1, limits: z => [0.1 - 0.05 * z, 1] })).toBeCloseTo(0.02275013, 7)
    expect(difference.limits(Z95)[0] > 0).toBe(chanceOfHigher(difference) < 0.025)
  })
  it('is a half or more where the survival is not higher', () => {
    expect(chanceOfHigher(differenceOf(six(survived(10, 30), survived(10, 30))))).toBe(0.5)
    expect(chanceOfHigher(differenceOf(six(survived(10, 30), survived(20, 30))))).toBe(0.5)
  })
})

describe('Holm’s procedure', () => {
  it('tests the smallest first, each at its own level, and stops at the first that fails', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005], 0.05)).toEqual([true, false, false, true])
    expect(holm([0.02, 0.012], 0.025)).toEqual([true, true])
    expect(holm([0.02, 0.013], 0.025)).toEqual([false, false])
    expect(holm([], 0.025)).toEqual([])
  })
})

/** Exact, one shot after the other. */
const drawn = (shots: number, share: number, random: () => number): Share => {
  let failures = 0
  for (let i = 0; i < shots; i++) if (random() < share) failures++
  return { shots, failures }
}

/** Six states that fail so often, by side. */
const TRUTHS: readonly (readonly [name: string, one: number[], other: number[]])[] = [
  ['a coin toss against 27 %', Array(6).fill(0.5), Array(6).fill(0.27)],
  ['equal, 1 %', Array(6).fill(0.01), Array(6).fill(0.01)],
  ['biased, X and Y lost', [0.5, 0.5, 0.45, 0.5, 0.1, 0.12], [0.27, 0.3, 0.02, 0.02, 0.4, 0.4]],
]

describe.each(TRUTHS)('by simulation, %s', (_, ones, others) => {
  it('the interval holds the truth in 95 %, and misses it as often on either side', () => {
    const seed = freshSeed()
    const random = uniforms(BigInt(seed))
    const truth = ones.reduce((sum, p, i) => sum + (others[i]! - p) / 6, 0)
    const [runs, shots] = [1_500, 100]
    let [below, above] = [0, 0]
    for (let run = 0; run < runs; run++) {
      const difference = differenceOf(
        ones.map((p, i) => ({ one: drawn(shots, p, random), other: drawn(shots, others[i]!, random) })),
      )!
      const [low, high] = difference.limits(Z95)
      if (truth < low) below++
      if (truth > high) above++
    }
    // 2.5 % each; five standard deviations of 1,500 runs are 2 %.
    expect(below / runs, `seed ${seed}`).toBeLessThan(0.05)
    expect(above / runs, `seed ${seed}`).toBeLessThan(0.05)
  })
})
