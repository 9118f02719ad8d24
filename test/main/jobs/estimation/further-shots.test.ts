import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valuesOf } from '../../../../main/jobs/estimation/expectation-values'
import { furtherShots, MAX_ALLOCATIONS } from '../../../../main/jobs/estimation/further-shots'
import { parityMoments } from '../../../../main/jobs/estimation/moments'
import { joinedOutcomes, measuredOutcomes } from '../../../../main/jobs/tasks/measured-outcomes'

describe('further shots for a target error', () => {
  const tally = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }))
  const momentsOf = (counts: readonly number[]) =>
    parityMoments({
      outcomes: { rows: Uint8Array.of(0, 1), width: 1, counts: Float64Array.from(counts) },
      bits: 1,
      observables: 1,
      confusions: null,
      terms: [{ bits: [0], coefficients: [[0, 1]] }],
    })
  const seen = fc.record({
    groups: fc.array(tally.map(momentsOf), { minLength: 1, maxLength: 5 }),
    rounds: fc.integer({ min: 1, max: MAX_ALLOCATIONS }),
    target: fc.double({ min: 0.01, max: 0.5, noNaN: true }),
    readout: fc.tuple(fc.double({ min: 0, max: 0.01, noNaN: true })),
    left: fc.nat(5_000),
    finishing: fc.double({ min: 0.1, max: 1, noNaN: true }),
  })

  it('are never more than are left, are some unless there is a reason, and would do with the variances seen', () => {
    fc.assert(
      fc.property(seen, given => {
        const { groups, target, readout, left, finishing } = given
        const next = furtherShots(given)
        const { values } = valuesOf({
          constants: [0],
          confusions: [],
          groups: groups.map(moments => ({ moments, confusion_of: [] })),
        })
        const error = Math.hypot(values[0]!.standard_error, Math.sqrt(readout[0]))
        if (next === 'reached') expect(error).toBeLessThanOrEqual(target * (1 + 1e-9))
        else if (next === 'readout') expect(readout[0]).toBeGreaterThanOrEqual(target ** 2)
        else if (next === 'shots') expect(left).toBe(0)
        else if (next === 'rounds') expect(given.rounds).toBe(MAX_ALLOCATIONS)
        else {
          const all = next.reduce((sum, each) => sum + each, 0)
          expect(all).toBeGreaterThan(0)
          expect(all).toBeLessThanOrEqual(left)
          const then = groups.map(({ shots }, at) => shots + next[at]! * finishing)
          const variance = groups.reduce((sum, each, at) => sum + each.covariance[0]! / (then[at]! - 1), readout[0])
          if (all < left) expect(variance).toBeLessThanOrEqual(target ** 2 * (1 + 1e-9))
        }
      }),
    )
  })
})

it.each([1, 17])('the outcomes of several rounds of %i bits are those of all their shots', bits => {
  const shots = fc.array(fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }), { minLength: 1, maxLength: 20 })
  const formOf = (drawn: readonly bigint[]) => {
    const counts = new Map<string, number>()
    for (const one of drawn) {
      const text = one.toString(2).padStart(bits, '0')
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    return { counts }
  }
  const clbits = Array.from({ length: bits }, (_, bit) => bit)
  const tallied = ({ rows, width, counts }: ReturnType<typeof measuredOutcomes>) => {
    const tally: Record<string, number> = {}
    for (const [at, count] of counts.entries()) {
      const key = rows.subarray(at * width, (at + 1) * width).join()
      tally[key] = (tally[key] ?? 0) + count
    }
    return tally
  }
  fc.assert(
    fc.property(fc.array(shots, { minLength: 1, maxLength: 4 }), rounds => {
      const joined = tallied(joinedOutcomes(rounds.map(formOf), clbits))
      expect(joined).toEqual(tallied(measuredOutcomes(formOf(rounds.flat()), clbits)))
    }),
    { numRuns: 30 },
  )
})
