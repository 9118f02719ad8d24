/**
 * A published device as one chiplet: a module with a proved schedule, or a true reason why there is none. The search is cut
 * short, for a whole die takes up to a minute; what it has found by then is scored and proved like any other round.
 */
import { expect, it } from 'vitest'
import { deriveDevice } from '../../../main/backends/devices/derive-device'
import { GENERIC_ASSUMPTIONS, GENERIC_THRESHOLDS, type Settings } from '../../../main/backends/devices/recipe'
import { importSnapshot } from '../../../main/backends/importers/import-snapshot'
import { makesCz } from '../../../main/contract/calibration/compound-cz'
import { newMemory, resolveChiplet } from '../../../main/modules/resolution/resolve'
import { scoreRound } from '../../../main/qec/noise/score'
import { noiseModel } from '../../../main/qec/noise/transform'
import { preservesFaultTolerance } from '../../../main/qec/proof/verdict'
import { rawFiles, SNAPSHOTS } from '../backends/published'
import { noCheckpoint } from '../qec/devices'

const SETTINGS: Settings = {
  device_id: 'x',
  name: 'x',
  description: 'for tests',
  topology: 'as published',
  chiplets: 'single',
  chiplet_prefix: 'x',
  grid_columns: null,
  assumed: GENERIC_ASSUMPTIONS,
  reset_method: 'not published',
  thresholds: GENERIC_THRESHOLDS,
  stale_after_hours: 168,
  token_price_per_shot: 0,
}

const SOON = { branches: 400, steps: 20_000, steps_in_all: 60_000, extractions: 2_000, candidates: 2 }

/** Shared, as in the service: a verdict depends on the circuit alone. */
const memory = { ...newMemory(), limits: SOON }

export function resolutionOf(name: string) {
  const { profile, snapshots } = deriveDevice(SETTINGS, [{ ...importSnapshot(rawFiles(name)), files: name }])
  const state = { profile, current: snapshots[0]!, snapshots: [snapshots[0]!] }
  return { state, found: resolveChiplet(state, { chiplet: profile.chiplets[0]!, memory, checkpoint: noCheckpoint }) }
}

/** Too few sites, or heavy-hex fragments of seven: no ancilla finds six neighbours. */
export const WITHOUT = ['ibm_manila_2024-05-27', 'ibm_lagos_2021-07-26', 'ibm_lagos_2024-05-27']

/** Those that have a module. */
export const WITH_MODULE = SNAPSHOTS.filter(name => !WITHOUT.includes(name))

export function moduleCases(names: readonly string[]): void {
  it.each([...names])('%s gives a module with a proved schedule', name => {
    const { state, found } = resolutionOf(name)
    if (!found.found) throw new Error(found.reason)
    const { compiled, module } = found
    expect(preservesFaultTolerance(compiled, 'adaptive')).toBe(true)
    const chosen = module.candidates.find(({ ft_preserved }) => ft_preserved)!
    const noise = noiseModel(state.profile, state.current)
    expect(scoreRound(compiled, noise).total).toBeCloseTo(chosen.score, 9)

    const gates = new Set(state.current.edges.map(({ gate }) => gate).filter(makesCz))
    const codes = module.warnings.map(({ code }) => code)
    if (!gates.has('cz')) {
      expect(codes).toContain('compound_cz')
      expect(module.schedule.native_two_qubit_count).toBeGreaterThanOrEqual(module.schedule.cz_count)
    }
    if (gates.size === 1 && gates.has('cz'))
      expect(module.schedule.native_two_qubit_count).toBe(module.schedule.cz_count)
    expect(codes.includes('cycle_error')).toBe(name.startsWith('google'))
    expect(codes.includes('t2_unknown')).toBe(name.startsWith('google'))
    if (name.startsWith('google')) expect(module.gate.verdict).toBe(name.includes('willow') ? 'unknown' : 'failed')
  })
}
