import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concave, type Knot, MeanProfile } from '../../../../main/qec/statistics/profile-likelihood'

/** A parabola with its peak at `peak`, over [0, 1]. */
const parabola = (peak: number, bend: number, knots: number): Knot[] =>
  Array.from({ length: knots }, (_, i) => {
    const at = i / (knots - 1)
    return { at, likelihood: -bend * (at - peak) ** 2 }
  })

/** Straight from knot to knot. */
function between(profile: readonly Knot[], at: number): number {
  const right = Math.max(
    1,
    profile.findIndex(knot => knot.at >= at - 1e-12),
  )
  const [from, to] = [profile[right - 1]!, profile[right]!]
  return from.likelihood + ((at - from.at) / (to.at - from.at)) * (to.likelihood - from.likelihood)
}

const knots = fc
  .array(fc.record({ step: fc.integer({ min: 1, max: 20 }), likelihood: fc.integer({ min: -50, max: 0 }) }), {
    minLength: 2,
    maxLength: 8,
  })
  .map(steps => {
    let at = 0
    return steps.map(({ step, likelihood }) => {
      at += step / 10
      return { at, likelihood }
    })
  })

describe('the least concave curve above knots', () => {
  it('is above all of them, bends down only and starts and ends where they do', () => {
    fc.assert(
      fc.property(knots, profile => {
        const hull = concave(profile)
        expect([hull[0], hull.at(-1)]).toEqual([profile[0], profile.at(-1)])
        for (const { at, likelihood } of profile) expect(between(hull, at)).toBeGreaterThanOrEqual(likelihood - 1e-9)
        const slopes = hull.slice(1).map((to, i) => (to.likelihood - hull[i]!.likelihood) / (to.at - hull[i]!.at))
        expect(slopes).toEqual([...slopes].sort((a, b) => b - a))
      }),
    )
  })
})

describe('the profile of a mean', () => {
  it('is what trying all ways to make up the mean finds', () => {
    const profiles = [parabola(0.2, 30, 21), parabola(0.7, 3, 21), parabola(0.4, 100, 21)]
    const profile = new MeanProfile(profiles)
    for (const mean of [0.05, 0.2, 0.43, 0.433, 0.7, 0.95]) {
      let best = Number.NEGATIVE_INFINITY
      for (let one = 0; one <= 200; one++)
        for (let two = 0; two <= 200; two++) {
          const three = 3 * mean - (one + two) / 200
          if (three < 0 || three > 1) continue
          const sum = between(profiles[0]!, one / 200) + between(profiles[1]!, two / 200) + between(profiles[2]!, three)
          best = Math.max(best, sum)
        }
      expect(profile.at(mean)).toBeGreaterThanOrEqual(best - 1e-9)
      expect(profile.at(mean)).toBeCloseTo(best, 1)
      const parts = profile.parts(mean)
      expect(parts.reduce((sum, part) => sum + part, 0) / 3).toBeCloseTo(mean, 12)
      expect(parts.reduce((sum, part, b) => sum + between(profiles[b]!, part), 0)).toBeCloseTo(profile.at(mean), 9)
    }
  })

  it('is one basis itself where there is no other', () => {
    const one = parabola(0.3, 8, 33)
    const profile = new MeanProfile([one])
    for (const { at, likelihood } of one) expect(profile.at(at)).toBeCloseTo(likelihood, 12)
  })

  it('ends where it has dropped so far, or where a basis ends', () => {
    const profile = new MeanProfile([parabola(0.5, 50, 401), parabola(0.5, 50, 401)])
    // Both move alike: ln L is −2 · 50 (mean − ½)².
    const [low, high] = profile.width(2)
    expect(low).toBeCloseTo(0.5 - Math.sqrt(0.02), 3)
    expect(high).toBeCloseTo(0.5 + Math.sqrt(0.02), 3)
    expect(profile.width(1000)).toEqual([0, 1])
  })
})
