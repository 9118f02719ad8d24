/** Google's Willow (published files; skipped where ../shared/calibration is not there): one edge by hand, and T2 entered. */
import { describe, expect, it } from 'vitest'
import { deriveDevice } from '../../../../main/backends/devices/derive-device'
import { GENERIC_ASSUMPTIONS, GENERIC_THRESHOLDS, type Settings } from '../../../../main/backends/devices/recipe'
import { importSnapshot } from '../../../../main/backends/importers/import-snapshot'
import { noiseModel } from '../../../../main/qec/noise/transform'
import { rawFiles, SNAPSHOTS, WILLOW } from '../published'

const SETTINGS: Settings = {
  device_id: 'willow',
  name: 'Willow',
  description: 'for tests',
  topology: 'square lattice',
  chiplets: 'single',
  chiplet_prefix: 'w',
  grid_columns: null,
  assumed: GENERIC_ASSUMPTIONS,
  reset_method: 'not published',
  thresholds: GENERIC_THRESHOLDS,
  stale_after_hours: 168,
  token_price_per_shot: 0,
}

const device = () => {
  const { profile, snapshots } = deriveDevice(SETTINGS, [{ ...importSnapshot(rawFiles(WILLOW)), files: WILLOW }])
  const snapshot = snapshots[0]!
  const index = new Map(snapshot.qubits.map(qubit => [qubit.label, qubit.index]))
  return { profile, snapshot, at: (label: string) => index.get(label)! }
}

describe.skipIf(SNAPSHOTS.length === 0)('Willow', () => {
  it('is read by name, with its CZs, and without a T2', () => {
    const { snapshot } = importSnapshot(rawFiles(WILLOW))
    expect(snapshot).toMatchObject({ source_device: 'google_willow_pink', calibrated_at: '2024-08-16T00:00:00Z' })
    expect(new Set(snapshot.edges.map(({ gate }) => gate))).toEqual(new Set(['cz']))
    expect(snapshot.qubits.every(({ t2_us }) => t2_us === null)).toBe(true)
    expect(snapshot.t2_kind).toBeNull()
    expect(snapshot.notes.join(' ')).toContain('per XEB cycle')
  })

  it('has the error of one edge as reckoned by hand from the raw figures', () => {
    const { profile, snapshot, at } = device()
    const [a, b] = [at('0_6'), at('0_7')]
    // Pauli errors of the raw file: the CZ cycle of 0_6 and 0_7, and their one-qubit gates.
    const [cycle, e_a, e_b] = [0.00325743339669049, 0.001117660880557536, 0.0007041440201674409]
    const edge = snapshot.edges.find(one => one.a === Math.min(a, b) && one.b === Math.max(a, b))!
    expect(edge).toMatchObject({ gate: 'cz', fidelity_of: 'cycle', duration_ns: 42 })
    expect(1 - edge.fidelity!).toBeCloseTo(0.8 * cycle, 15)
    const noise = noiseModel(profile, snapshot)
    expect(1 - noise.fidelityCz(a, b)).toBeCloseTo(0.8 * (cycle - e_a - e_b), 15)
    expect(1 - noise.fidelitySingle(a)).toBeCloseTo((2 / 3) * e_a, 15)
    expect(1 - noise.fidelityReadout(a)).toBeCloseTo((0.003791929824561384 + 0.00821894736842103) / 2, 15)
    expect(noise.cz(a, b)).toBe(42)
  })

  it('takes T2 from a figures file beside it, for all qubits or for some', () => {
    const { snapshot } = importSnapshot(rawFiles(WILLOW))
    const qubits = snapshot.qubits.map(({ label, t1_us }) => ({ label, t2_us: t1_us! / 2 }))
    const figures = { format: 'pentad-figures/1', t2_kind: 'echo', basis: 'Made up for a test.', qubits }
    const entered = importSnapshot([
      ...rawFiles(WILLOW),
      { name: 't2.json', content: JSON.stringify(figures) },
    ]).snapshot
    expect(entered.qubits.map(({ t2_us }) => t2_us)).toEqual(snapshot.qubits.map(({ t1_us }) => t1_us! / 2))
    expect(entered.t2_kind).toBe('echo')
    expect(entered.calibration_id).not.toBe(snapshot.calibration_id)
    expect(entered.notes.at(-1)).toBe('entered from t2.json, not published: T2 of 105 qubits. Made up for a test.')
  })
})
