import { describe, expect, it } from 'vitest'
import type { CalibrationSnapshot } from '../../../../../main/contract/calibration/snapshot'
import { scoreRound } from '../../../../../main/qec/noise/score'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { compileRound } from '../../../../../main/qec/schedule/compile'
import { selectModule } from '../../../../../main/qec/search/enumerate/select'
import {
  pastFigures,
  recentSnapshots,
  roundStability,
  stabilityOf,
} from '../../../../../main/qec/search/explain/stability'
import { ShapeCache } from '../../../../../main/qec/search/model/compiled-shapes'
import { latticeCouplings, noCheckpoint, syntheticDevice } from '../../devices'

const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
const { best, candidates, outcome } = selectModule(
  { sites: [0, 1, 2, 3, 4, 5, 6, 7, 8], edges: latticeCouplings(3, 3) },
  {
    noise: noiseModel(profile, snapshot),
    selecting: {
      isFaultTolerant: () => true,
      shapes: new ShapeCache(),
    },
    checkpoint: noCheckpoint,
  },
)
const round = best!

/** The snapshot on a day of November, its readout worse by `loss`. */
const on = (day: number, loss = 0): CalibrationSnapshot => ({
  ...snapshot,
  calibration_id: `day-${day}`,
  calibrated_at: `2026-11-${String(day).padStart(2, '0')}T06:00:00Z`,
  qubits: snapshot.qubits.map(qubit => ({ ...qubit, readout_fidelity: 0.99 - loss })),
})

const undated: CalibrationSnapshot = { ...snapshot, calibration_id: 'undated', calibrated_at: null }
const october = { ...on(1), calibration_id: 'october', calibrated_at: '2026-10-20T06:00:00Z' }

describe('the recent snapshots', () => {
  const names = (list: readonly CalibrationSnapshot[]) => list.map(({ calibration_id }) => calibration_id)

  it('are those of the 30 days that end with the current one, which is counted once', () => {
    const current = on(20)
    expect(names(recentSnapshots([october, on(1), on(10), current, on(21)], current))).toEqual([
      'day-1',
      'day-10',
      'day-20',
    ])
  })

  it('reach back exactly 30 days', () => {
    const start = { ...on(1), calibration_id: 'start', calibrated_at: '2026-10-21T06:00:00Z' }
    const before = { ...start, calibration_id: 'before', calibrated_at: '2026-10-21T05:59:59Z' }
    expect(names(recentSnapshots([before, start], on(20)))).toEqual(['start', 'day-20'])
  })

  it('are the current one alone when it has no date, and never an undated one otherwise', () => {
    expect(names(recentSnapshots([on(1), on(10)], undated))).toEqual(['undated'])
    expect(names(recentSnapshots([undated], on(20)))).toEqual(['day-20'])
  })
})

describe('30-day stability', () => {
  it('is Δ_round of the same layout under each snapshot: eight measurements lose what readout loses', () => {
    const { mean, spread, worst, slope_per_day, snapshots, unusable } = stabilityOf(round, profile, [
      on(1),
      on(11, 0.01),
      on(21, 0.02),
    ])
    const now = scoreRound(round, noiseModel(profile, snapshot)).total
    expect([snapshots, unusable]).toEqual([3, 0])
    expect(mean).toBeCloseTo(now + 0.08, 10)
    expect(worst).toBeCloseTo(now + 0.16, 10)
    expect(spread).toBeCloseTo(0.08, 10)
    expect(slope_per_day).toBeCloseTo(0.008, 10)
  })

  it('times the round anew, so slower gates show', () => {
    const slow = { ...on(2), qubits: snapshot.qubits.map(qubit => ({ ...qubit, readout_length_ns: 5_000 })) }
    expect(stabilityOf(round, profile, [slow]).mean).toBeGreaterThan(
      scoreRound(round, noiseModel(profile, snapshot)).total,
    )
  })

  it('has neither spread nor slope from one snapshot, and no slope from two of one moment', () => {
    expect(stabilityOf(round, profile, [on(1)])).toMatchObject({ snapshots: 1, spread: null, slope_per_day: null })
    const equal = { ...on(1, 0.01), calibration_id: 'equal' }
    expect(stabilityOf(round, profile, [on(1), equal]).slope_per_day).toBeNull()
  })

  it('counts a snapshot that vetoes a part of the layout apart and averages it into nothing', () => {
    const dead = {
      ...on(5),
      qubits: snapshot.qubits.map(qubit => (qubit.index === round.layout.flag ? { ...qubit, t1_us: null } : qubit)),
    }
    const cut = { ...on(6), edges: snapshot.edges.map(edge => ({ ...edge, fidelity: null })) }
    expect(stabilityOf(round, profile, [dead, cut, on(7)])).toMatchObject({ snapshots: 1, unusable: 2 })
    expect(stabilityOf(round, profile, [dead])).toMatchObject({ snapshots: 0, mean: null, worst: null })
  })

  it('is the same for a round of the search, of which nothing is compiled', () => {
    const dead = { ...on(5), qubits: snapshot.qubits.filter(({ index }) => index !== round.layout.data[0]) }
    const cut = { ...on(6), edges: snapshot.edges.filter(({ a }) => a !== round.layout.ancilla) }
    const slow = { ...on(7), qubits: snapshot.qubits.map(qubit => ({ ...qubit, gate_1q_length_ns: 90 })) }
    const recent = [on(1), on(2, 0.01), dead, cut, slow]
    const past = pastFigures(profile, profile.chiplets[0]!, recent)
    for (const candidate of candidates) {
      const compiled = stabilityOf(compileRound(candidate.plan, noiseModel(profile, snapshot)), profile, recent)
      const { snapshots, unusable, ...figures } = roundStability(candidate.round, outcome.figures.sites, past)
      expect([snapshots, unusable]).toEqual([compiled.snapshots, compiled.unusable])
      for (const figure of ['mean', 'spread', 'worst', 'slope_per_day'] as const)
        expect(figures[figure]).toBeCloseTo(compiled[figure]!, 10)
    }
  })
})
