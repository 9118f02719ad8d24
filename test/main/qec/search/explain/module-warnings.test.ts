import { describe, expect, it } from 'vitest'
import { utc } from '../../../../../main/contract/model/iso-time'
import type { Layout } from '../../../../../main/qec/model/round'
import { coherenceRatio } from '../../../../../main/qec/noise/score'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { compileRound } from '../../../../../main/qec/schedule/compile'
import { swapCost } from '../../../../../main/qec/schedule/route'
import { isFeasible } from '../../../../../main/qec/search/explain/feasibility-gate'
import { moduleWarnings, staleWarning } from '../../../../../main/qec/search/explain/module-warnings'
import { type Figures, latticeCouplings, syntheticDevice } from '../../devices'
import { planRound } from '../../fixtures/planned-rounds'

const LAYOUT: Layout = { ancilla: 4, flag: 3, routing: [1, 7], data: [0, 2, 6, 5, 8] }
const GRAPH = { sites: [0, 1, 2, 3, 4, 5, 6, 7, 8], edges: latticeCouplings(3, 3) }
const PLAN = planRound(GRAPH, LAYOUT, swapCost)!

function warningsOf(figures: Figures = {}) {
  const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3), figures)
  const noise = noiseModel(profile, snapshot)
  const round = compileRound(PLAN, noise)
  const warnings = moduleWarnings(round, { noise, profile, snapshot })
  const message = (code: string) => warnings.find(warning => warning.code === code)?.message
  return { round, noise, message }
}

const duration = warningsOf().round.duration_ns

describe('the feasibility gate', () => {
  it('passes a ratio of exactly 0.20 and fails the next number above it', () => {
    expect(isFeasible(0.2)).toBe(true)
    expect(isFeasible(0.2 + Number.EPSILON)).toBe(false)
  })

  it('gives no warning when the round lasts exactly a fifth of the shortest T2', () => {
    const { round, noise, message } = warningsOf({ qubit: () => ({ t2_us: (duration * 5) / 1_000 }) })
    expect(coherenceRatio(round, noise)).toBe(0.2)
    expect(message('round_duration_exceeds_gate')).toBeUndefined()
  })

  it('states both durations, the ratio and the gate, and where the short T2 is', () => {
    const message = warningsOf({ qubit: q => (q === 7 ? { t2_us: 20 } : {}) }).message('round_duration_exceeds_gate')!
    expect(message).toContain(`${duration / 1_000} µs`)
    expect(message).toContain('20 µs (qubit 7)')
    expect(message).toContain((duration / 20_000).toFixed(4))
    expect(message).toContain('gate of 0.20')
  })

  it('never prints a ratio that looks as if it had passed', () => {
    const t2_us = ((duration * 5) / 1_000) * (1 - 1e-9)
    const message = warningsOf({ qubit: () => ({ t2_us }) }).message('round_duration_exceeds_gate')!
    expect(message).toMatch(/ratio 0\.2000000/)
  })
})

describe('the other warnings', () => {
  it('name the qubits of the module whose T2 exceeds 2·T1', () => {
    expect(warningsOf().message('unphysical_t2')).toBeUndefined()
    expect(warningsOf({ qubit: () => ({ t1_us: 75 }) }).message('unphysical_t2')).toBeUndefined()
    const message = warningsOf({ qubit: q => (q === 2 ? { t1_us: 50 } : {}) }).message('unphysical_t2')
    expect(message).toContain('qubit 2 (T1 50 µs, T2 150 µs)')
  })

  it('name each assumed figure with its value, its parts and its basis', () => {
    expect(warningsOf().message('assumed_value')).toBeUndefined()
    const message = warningsOf({
      qubit: q => ({ reset_fidelity: null, ...(q === 1 ? { readout_length_ns: null } : {}) }),
    }).message('assumed_value')!
    expect(message).toContain('reset fidelity 0.99 for all 9 qubits')
    expect(message).toContain('readout length 1000 ns for qubit 1')
    expect(message).toContain('round numbers for tests')
  })

  it('say that a device without feedforward needs the window decoder, and nothing of one that has it', () => {
    const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3))
    const noise = noiseModel(profile, snapshot)
    const codes = (feedforward?: boolean) =>
      moduleWarnings(compileRound(PLAN, noise), {
        noise,
        profile: feedforward === undefined ? profile : { ...profile, feedforward },
        snapshot,
      }).map(({ code }) => code)
    expect(codes(false)).toContain('no_feedforward_window_decoder')
    expect(codes(true)).not.toContain('no_feedforward_window_decoder')
    expect(codes()).not.toContain('no_feedforward_window_decoder')
  })

  it('always say that the destructive readout does not check itself', () => {
    expect(warningsOf().message('readout_not_self_checking')).toMatch(/not CSS/)
  })
})

describe('the words of warnings', () => {
  it('name no field, where figures are assumed and the device has no feed-forward', () => {
    const lacking = { gate_1q_length_ns: null, readout_length_ns: null, reset_length_ns: null, reset_fidelity: null }
    const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3), {
      qubit: () => ({ ...lacking, t2_us: 20, t1_us: 5 }),
      edge: () => ({ duration_ns: null }),
    })
    const noise = noiseModel(profile, snapshot)
    const warnings = moduleWarnings(compileRound(PLAN, noise), {
      noise,
      profile: { ...profile, feedforward: false, assumed: { ...profile.assumed, basis: 'of a test' } },
      snapshot,
    })
    expect(warnings.length).toBeGreaterThan(3)
    for (const { message } of warnings) expect(message).not.toMatch(/[a-z0-9]_[a-z0-9]/)
  })
})

describe('a stale calibration', () => {
  const { profile, snapshot } = syntheticDevice(1, [])
  const taken = Date.parse(snapshot.calibrated_at!)
  const hour = 3_600_000

  it('is one older than the profile allows', () => {
    expect(staleWarning(profile, snapshot, taken + 48 * hour)).toBeNull()
    const warning = staleWarning(profile, snapshot, taken + 49 * hour)!
    expect(warning.code).toBe('stale_calibration')
    expect(warning.message).toBe(
      `Calibration ${snapshot.calibration_id} of ${utc(snapshot.calibrated_at)} is stale: it is more than 2 days old.`,
    )
  })

  it.each([
    [168, '7 days'],
    [36, '36 hours'],
    [24, '24 hours'],
    [1, '1 hour'],
    [1.5, '1.5 hours'],
  ])('of a profile with %s hours is named so that it is read at once', (stale_after_hours, age) => {
    const warning = staleWarning({ ...profile, stale_after_hours }, snapshot, taken + 1_000 * hour)!
    expect(warning.message).toContain(`more than ${age} old`)
  })

  it('is also one that does not say when it was taken', () => {
    expect(staleWarning(profile, { ...snapshot, calibrated_at: null }, taken)!.message).toMatch(/does not say/)
  })
})
