import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valuesOf, varianceFactors } from '../../../../main/jobs/estimation/expectation-values'
import { type MomentsInput, parityMoments } from '../../../../main/jobs/estimation/moments'
import { quasiProbabilities } from '../../../../main/jobs/estimation/quasi-probabilities'
import { type Confusion, isIllConditioned, measuredShare } from '../../../../main/jobs/estimation/readout'

const BITS = 3
const OBSERVABLES = 2

const confusion = (up: number, down: number, variance = 0): Confusion => ({
  p1_given_0: up,
  p0_given_1: down,
  variances: [variance, variance],
})
const term = fc.record({
  bits: fc.subarray([0, 1, 2], { minLength: 1 }),
  coefficients: fc.array(fc.tuple(fc.nat(OBSERVABLES - 1), fc.double({ min: -2, max: 2, noNaN: true })), {
    minLength: 1,
    maxLength: 2,
  }),
})
const shotsDrawn = fc.array(fc.nat(2 ** BITS - 1), { minLength: 2, maxLength: 40 })
const confusions = fc.constantFrom(null, [confusion(0.1, 0.2), confusion(0, 0.05), confusion(0.02, 0)])

function inputOf(drawn: readonly number[], rest: Pick<MomentsInput, 'terms' | 'confusions'>): MomentsInput {
  const tally = new Map<number, number>()
  for (const outcome of drawn) tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
  return {
    ...rest,
    outcomes: { rows: Uint8Array.from(tally.keys()), width: 1, counts: Float64Array.from(tally.values()) },
    bits: BITS,
    observables: OBSERVABLES,
  }
}

/** A shot's values, straight from the definition: (z - a) / b on each bit. */
function valuesOfShot(outcome: number, { terms, confusions: given }: MomentsInput): number[] {
  const values = [0, 0]
  for (const { bits, coefficients } of terms) {
    const product = bits
      .map(bit => {
        const z = 1 - 2 * ((outcome >> bit) & 1)
        if (!given) return z
        const { p1_given_0: up, p0_given_1: down } = given[bit]!
        return (z - (down - up)) / (1 - up - down)
      })
      .reduce((a, b) => a * b, 1)
    for (const [o, coefficient] of coefficients) values[o]! += coefficient * product
  }
  return values
}

describe('moments of a group', () => {
  it('are those of its single shots, covariances and fourth moments included', () => {
    fc.assert(
      fc.property(shotsDrawn, fc.array(term, { minLength: 1, maxLength: 4 }), confusions, (drawn, terms, given) => {
        const input = inputOf(drawn, { terms, confusions: given })
        const shots = drawn.map(outcome => valuesOfShot(outcome, input))
        const mean = (of: (shot: number[]) => number) => shots.reduce((sum, shot) => sum + of(shot), 0) / shots.length
        const means = [0, 1].map(o => mean(shot => shot[o]!))
        const found = parityMoments(input)
        for (const o of [0, 1]) {
          expect(found.means[o]).toBeCloseTo(means[o]!, 8)
          expect(found.fourth[o]).toBeCloseTo(
            mean(shot => (shot[o]! - means[o]!) ** 4),
            5,
          )
          for (const shot of shots) expect(Math.abs(shot[o]!)).toBeLessThanOrEqual(found.ranges[o]! + 1e-9)
          for (const p of [0, 1]) {
            const covariance = mean(shot => (shot[o]! - means[o]!) * (shot[p]! - means[p]!))
            expect(found.covariance[o * 2 + p]).toBeCloseTo(covariance, 7)
          }
        }
      }),
    )
  })

  it('change with each confusion as their differences say', () => {
    fc.assert(
      fc.property(shotsDrawn, fc.array(term, { minLength: 1, maxLength: 4 }), (drawn, terms) => {
        const at = [confusion(0.1, 0.2), confusion(0.03, 0.05), confusion(0.02, 0.04)]
        const { slopes } = parityMoments(inputOf(drawn, { terms, confusions: at }))
        const step = 1e-6
        for (let bit = 0; bit < BITS; bit++)
          for (const share of ['p1_given_0', 'p0_given_1'] as const) {
            const moved = (by: number) => at.map((one, i) => (i === bit ? { ...one, [share]: one[share] + by } : one))
            const meansAt = (by: number) => parityMoments(inputOf(drawn, { terms, confusions: moved(by) })).means
            const [above, below] = [meansAt(step), meansAt(-step)]
            for (const o of [0, 1]) {
              const slope = (above[o]! - below[o]!) / (2 * step)
              expect(slopes[(o * BITS + bit) * 2 + (share === 'p1_given_0' ? 0 : 1)]).toBeCloseTo(slope, 4)
            }
          }
      }),
      { numRuns: 20 },
    )
  })

  it('with the readout inverted are those of the true bits, where counts are what the confusion makes of them', () => {
    // 6 true outcomes 0 of 10, read with P(1|0) = 0.1 and P(0|1) = 0.2: a share 0.6 · 0.1 + 0.4 · 0.8 of ones.
    const counts = Float64Array.of(6_200, 3_800)
    const input: MomentsInput = {
      outcomes: { rows: Uint8Array.of(0, 1), width: 1, counts },
      bits: 1,
      observables: 1,
      terms: [{ bits: [0], coefficients: [[0, 1]] }],
      confusions: [confusion(0.1, 0.2)],
    }
    expect(parityMoments(input).means[0]).toBeCloseTo(0.2, 12)
    const estimateOf = (given: MomentsInput, confusions: Confusion[]) =>
      valuesOf({
        constants: [0],
        confusions,
        groups: [{ moments: parityMoments(given), confusion_of: confusions.map((_, at) => at) }],
      })
    const raw = estimateOf({ ...input, confusions: null }, [])
    expect(varianceFactors(raw, estimateOf(input, [confusion(0.1, 0.2)]))[0]).toBeCloseTo(1 / 0.7 ** 2, 9)
    const measured = { ...confusion(0.1, 0.2), variances: [1e-4, 1e-4] as const }
    const [value, before] = [estimateOf(input, [measured]).values[0]!, raw.values[0]!]
    const factor = varianceFactors(raw, estimateOf(input, [measured]))[0]!
    expect(factor).toBeGreaterThan(1 / 0.7 ** 2 + 0.1)
    expect(factor).toBeCloseTo((value.standard_error / before.standard_error) ** 2, 12)
    expect(isIllConditioned(confusion(0.25, 0.25))).toBe(false)
    expect(isIllConditioned(confusion(0.25, 0.26))).toBe(true)
  })
})

describe('values', () => {
  const group = (drawn: number[], given: MomentsInput['confusions'] = null) => ({
    moments: parityMoments(
      inputOf(drawn, {
        terms: [
          {
            bits: [0],
            coefficients: [
              [0, 1],
              [1, 2],
            ],
          },
        ],
        confusions: given,
      }),
    ),
    confusion_of: given ? [0, 1, 2] : [],
  })

  it('add up over groups; observables of the same shots are correlated, by the sample covariance', () => {
    const { values, covariance } = valuesOf({
      constants: [1, 0],
      groups: [group([0, 0, 0, 1]), group([1, 0])],
      confusions: [],
    })
    expect(values.map(({ value }) => value)).toEqual([1.5, 1])
    // Sample variances 1 and 2 over 4 and 2 shots.
    expect(covariance).toEqual([
      [1 / 4 + 2 / 2, 2 * (1 / 4 + 2 / 2)],
      [2 * (1 / 4 + 2 / 2), 4 * (1 / 4 + 2 / 2)],
    ])
    expect(values[0]!.standard_error).toBeCloseTo(Math.sqrt(1.25))
  })

  it('of shots that were all alike have no standard error and an interval all the same', () => {
    const { values } = valuesOf({ constants: [0, 0], groups: [group(Array(100).fill(0))], confusions: [] })
    expect(values[0]).toMatchObject({ value: 1, standard_error: 0 })
    const { low } = values[0]!.interval
    // Of 100 alike, the share of the other outcome is below 3.7 % with 97.5 % (Clopper and Pearson).
    expect((1 - low) / 2).toBeGreaterThan(0.025)
    expect((1 - low) / 2).toBeLessThan(0.05)
  })

  it('carry the error of the confusion, which all groups share', () => {
    const sure = [confusion(0.1, 0.1), confusion(0, 0), confusion(0, 0)]
    const unsure = [confusion(0.1, 0.1, 1e-4), ...sure.slice(1)]
    const groups = [group([0, 0, 0, 1], sure), group([0, 0, 0, 1], sure)]
    const without = valuesOf({ constants: [0, 0], groups, confusions: sure })
    const within = valuesOf({ constants: [0, 0], groups, confusions: unsure })
    const slope = groups[0]!.moments.slopes
    const shared = ((2 * slope[0]!) ** 2 + (2 * slope[1]!) ** 2) * 1e-4
    expect(within.covariance[0]![0]! - without.covariance[0]![0]!).toBeCloseTo(shared, 10)
  })
})

describe('quasi-probabilities', () => {
  it('undo the confusion, add up to 1, may be negative, and have the variances of many draws', () => {
    const readouts = [confusion(0.1, 0.2), confusion(0.05, 0)]
    // True: both 0. Read: products of (0.9, 0.1) and (0.95, 0.05).
    const exact = Float64Array.of(0.855, 0.095, 0.045, 0.005).map(share => share * 1e6)
    const { values } = quasiProbabilities(exact, readouts)
    expect([...values].map(value => Math.round(value * 1e9) / 1e9 + 0)).toEqual([1, 0, 0, 0])
    const few = quasiProbabilities(Float64Array.of(90, 2, 8, 0), readouts)
    expect(Math.min(...few.values)).toBeLessThan(0)
    expect(few.values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12)
  })

  it('agree with the means of parities, variances and the error of the confusion included', () => {
    const readouts = [confusion(0.1, 0.2, 1e-5), confusion(0.05, 0.01, 2e-5)]
    const counts = Float64Array.of(70, 15, 10, 5)
    const quasi = quasiProbabilities(counts, readouts)
    // P(00) = (1 + <Z0> + <Z1> + <Z0 Z1>) / 4.
    const terms = [[0], [1], [0, 1]].map(bits => ({ bits, coefficients: [[0, 1 / 4] as const] }))
    const outcomes = { rows: Uint8Array.of(0, 1, 2, 3), width: 1, counts }
    const moments = parityMoments({ outcomes, bits: 2, observables: 1, terms, confusions: readouts })
    const { values, covariance } = valuesOf({
      constants: [1 / 4],
      groups: [{ moments, confusion_of: [0, 1] }],
      confusions: readouts,
    })
    expect(quasi.values[0]).toBeCloseTo(values[0]!.value, 12)
    expect(quasi.variances[0]).toBeCloseTo(covariance[0]![0]!, 12)
  })

  it('take no readout for certain, however few shots showed no error', () => {
    expect(measuredShare(0, 100)).toMatchObject({ share: 0 })
    expect(measuredShare(0, 100).variance).toBeGreaterThan(0)
  })
})
