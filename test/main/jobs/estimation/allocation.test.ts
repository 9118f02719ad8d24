/** How the shots of a job are shared among pilots, confusion and groups. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  budgetOf,
  confusionShots,
  leastShots,
  overheadOf,
  pilotVariances,
  shareShots,
  shotsForTarget,
  worstShots,
} from '../../../../main/jobs/estimation/allocation'
import { type MomentsInput, parityMoments } from '../../../../main/jobs/estimation/moments'

/** Of a bit that is 0 as often as 1. */
const pilotWith = (terms: MomentsInput['terms'], observables: number) =>
  parityMoments({
    outcomes: { rows: Uint8Array.of(0, 1), width: 1, counts: Float64Array.of(500, 500) },
    bits: 1,
    observables,
    terms,
    confusions: null,
  })

describe('shots', () => {
  it('are shared by deviation, two at least, none lost', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 1, maxLength: 20 }),
        fc.nat({ max: 5_000 }),
        (deviations, more) => {
          const shots = 2 * deviations.length + more
          const shared = shareShots(
            deviations.map(each => Float64Array.of(each ** 2)),
            shots,
          )
          expect(shared.reduce((sum, each) => sum + each, 0)).toBe(shots)
          expect(Math.min(...shared)).toBeGreaterThanOrEqual(2)
        },
      ),
    )
    expect(shareShots([Float64Array.of(9), Float64Array.of(1)], 404)).toEqual([302, 102])
  })

  it('never come to more than the budget, whatever is asked for', () => {
    fc.assert(
      fc.property(
        fc.nat(2_000),
        fc.integer({ min: 1, max: 100 }),
        fc.boolean(),
        fc.boolean(),
        (more, groups, has_target, measures_confusion) => {
          const asked = { groups, has_target, measures_confusion }
          const shots = leastShots(asked) + more
          const { confusion: dark, pilot, values } = budgetOf({ shots, ...asked })
          expect(2 * dark + pilot * groups + values).toBe(shots)
          expect(values).toBeGreaterThanOrEqual(2 * groups)
          expect(dark >= 100).toBe(measures_confusion)
          if (has_target) expect(pilot).toBeGreaterThanOrEqual(10)
        },
      ),
    )
  })

  it('of pilots are in proportion to what a target error takes, however many may be taken', () => {
    const asked = { groups: 2, has_target: true, measures_confusion: true }
    const pilotOf = (worst_shots: number) => budgetOf({ shots: 100_000, ...asked, worst_shots }).pilot
    expect(pilotOf(40)).toBe(10)
    expect(pilotOf(3_000)).toBe(131)
    expect(pilotOf(1e9)).toBe(1_000)
    expect(overheadOf({ shots: 100_000, ...asked, worst_shots: 3_000 })).toEqual({ least: 462, most: 20_262 })
    const two = [1, -2].map((coefficient, bit) => ({
      terms: [{ bits: [bit], coefficients: [[0, coefficient]] as const }],
    }))
    // Deviations 1 and 2: (1 + 2)² / 0.1², and two shots of each group.
    expect(worstShots({ groups: two, constants: [0] }, 0.1)).toBe(904)
  })

  it('for the confusion are those with which all together are fewest', () => {
    const terms = [{ bits: [0], coefficients: [[0, 1]] as const }]
    const pilot = pilotWith(terms, 1)
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e-2, noNaN: true }), readout => {
        const target = 0.01
        const confusion = confusionShots([pilot], { target, shots: 100, readout: [readout] })
        const allWith = (own: number) => 2 * own + shotsForTarget([pilot], target, [(readout * 100) / own])
        const all = allWith(confusion)
        for (const other of [0.5, 0.8, 1.25, 2]) {
          const changed = Math.ceil(confusion * other)
          if (changed !== confusion && (readout * 100) / changed < target ** 2)
            expect(allWith(changed)).toBeGreaterThanOrEqual(all - 2)
        }
      }),
    )
  })

  it('for a target error are what the worst observable needs', () => {
    const pilot = pilotWith(
      [
        {
          bits: [0],
          coefficients: [
            [0, 1],
            [1, 3],
          ],
        },
      ],
      2,
    )
    expect(pilotVariances(pilot)[1]).toBeCloseTo(9, 1)
    const needed = shotsForTarget([pilot], 0.03)
    expect(needed).toBeGreaterThan(10_000)
    expect(needed).toBeLessThan(10_200)
  })
})
