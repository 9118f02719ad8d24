/** Google's Willow from its published files to a run (skipped where ../shared/calibration is not there). */
import { describe, expect, it } from 'vitest'
import { deriveDevice } from '../../../main/backends/devices/derive-device'
import { GENERIC_ASSUMPTIONS, GENERIC_THRESHOLDS } from '../../../main/backends/devices/recipe'
import { importSnapshot } from '../../../main/backends/importers/import-snapshot'
import { createModules } from '../../../main/modules/modules'
import { rawFiles, SNAPSHOTS, WILLOW } from '../backends/published'
import { completed, request } from './laboratory'
import { labs } from './open-labs'

const lab = labs()

/** Sixteen qubits in the middle of the die as a chiplet, with T2 entered for all qubits of the device or for none. */
function willow(t2_us: number | null) {
  const files = rawFiles(WILLOW)
  const published = importSnapshot(files)
  const qubits = published.snapshot.qubits.map(({ label }) => ({ label, t2_us }))
  const figures = { format: 'pentad-figures/1', t2_kind: 'echo', basis: 'for a test', qubits }
  const entered = { name: 'figures.json', content: JSON.stringify(figures) }
  const imported = t2_us === null ? published : importSnapshot([...files, entered])
  const settings = {
    device_id: 'lab',
    name: 'Willow',
    description: '',
    topology: 'square lattice',
    chiplets: { columns: 4, rows: 4 },
    chiplet_prefix: 'w',
    grid_columns: null,
    assumed: GENERIC_ASSUMPTIONS,
    reset_method: 'not published',
    thresholds: GENERIC_THRESHOLDS,
    stale_after_hours: 168,
    token_price_per_shot: 0,
  }
  const { profile, snapshots } = deriveDevice(settings, [{ ...imported, files: WILLOW }])
  const device = { profile, current: snapshots[0]!, snapshots }
  return createModules({ backends: { device: () => device }, now: () => Date.parse('2026-11-21T00:00:00Z') })
}

const SELECTION = {
  workload: 'logical_qubit_513',
  code: '[[5,1,3]]',
  ft_scheme: 'flag',
  syndrome_strategy: 'flag_sequential',
} as const

describe.skipIf(SNAPSHOTS.length === 0)('Willow', () => {
  it('is selected with an unknown gate, refused without the override, and run with it under a bound that is named', async () => {
    const modules = willow(null)
    const { logical_qubits } = await modules.list('lab-mock')
    const best = logical_qubits.find(({ rank }) => rank === 1)!
    expect(best.status).toBe('gate_unknown')
    const module = await modules.select('lab-mock', { ...SELECTION, chiplet: best.chiplet })
    expect(module.gate).toMatchObject({ verdict: 'unknown', passed: false, ratio_is_bound: true })
    expect(module.schedule.ft_preserved).toBe(true)
    const { runs } = lab({ modules })
    const place = { backend_id: 'lab-mock', logical_id: best.logical_id }
    const refused = await runs.submit(place, request()).catch(error => error)
    expect(refused).toMatchObject({ code: 'gate_unknown', details: { warnings: [{ code: 't2_unknown' }] } })
    const asked = request({ override: true, shots: 30, rounds: [1], states: ['0'], preparation: 'projective' })
    const record = await completed(runs, await runs.submit(place, asked))
    expect(record).toMatchObject({ gate: { verdict: 'unknown', passed: false }, simulated: true })
    expect(record.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(['t2_unknown', 'cycle_error']))
  })

  it('has a verdict once its T2 is entered', async () => {
    const verdict = async (t2_us: number) => {
      const { logical_qubits } = await willow(t2_us).list('lab-mock')
      return logical_qubits.find(({ rank }) => rank === 1)!.module!
    }
    expect((await verdict(60)).gate).toMatchObject({ verdict: 'passed', passed: true, ratio_is_bound: false })
    const short = await verdict(12)
    expect(short.gate).toMatchObject({ verdict: 'failed', ratio_is_bound: false })
    expect(short.warnings.map(({ code }) => code)).not.toContain('t2_unknown')
  })
})
