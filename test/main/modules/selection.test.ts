/** What a chiplet is selected to be under one calibration and the next, and on published devices. */
import { describe, expect, it } from 'vitest'
import { createModules } from '../../../main/modules/modules'
import { CEPHEUS_TILES, latticeCouplings, NO_REAL_DEVICES, realDevice, syntheticDevice } from '../qec/devices'
import { NOW, profileFor, serve, tripleDevice } from './served-modules'

describe('what cannot be resolved', () => {
  const { modules } = serve(tripleDevice())

  it('is an error that carries the reason and the vetoes', async () => {
    await expect(modules.select('synthetic', profileFor('c1'))).rejects.toMatchObject({
      code: 'disqualified',
      details: { chiplet: 'c1', vetoes: [{ site: 'qubit:13' }], decisive: [{ site: 'qubit:13' }] },
    })
    await expect(modules.resolve('synthetic', 'line.L0')).rejects.toMatchObject({ code: 'no_embedding' })
  })

  it.each([
    ['an unknown chiplet', () => modules.select('synthetic', profileFor('c9'))],
    ['a module id given as a chiplet', () => modules.select('synthetic', profileFor('c0.L0.L0'))],
    ['an unknown module', () => modules.get('synthetic', 'c9.L0')],
    ['a chiplet id given as a module', () => modules.get('synthetic', 'c0.L1')],
    ['an unknown backend', () => modules.list('other')],
  ])('%s is not found', async (_, ask) => {
    await expect(ask()).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the current calibration', () => {
  it('decides at each call: another snapshot, another answer; the first again, the first answer again', async () => {
    const device = tripleDevice()
    const { modules, set } = serve(device)
    const before = await modules.select('synthetic', profileFor('c0'))
    const worse = {
      ...device.snapshot,
      calibration_id: 'synthetic-2',
      qubits: device.snapshot.qubits.map(qubit =>
        qubit.index === before.syndrome_ancilla ? { ...qubit, readout_fidelity: 0.8 } : qubit,
      ),
    }
    set({ current: worse, snapshots: [device.snapshot, worse] })
    const after = await modules.select('synthetic', profileFor('c0'))
    expect(after.calibration_id).toBe('synthetic-2')
    expect(after.syndrome_ancilla).not.toBe(before.syndrome_ancilla)
    expect(after.diagnostics.stability_30d.snapshots).toBe(2)
    set({ current: device.snapshot, snapshots: [device.snapshot] })
    expect(await modules.select('synthetic', profileFor('c0'))).toEqual(before)
  })

  it('is said to be stale by the clock of the moment, not of the first call', async () => {
    const device = tripleDevice()
    let now = NOW
    const backends = {
      device: () => ({ profile: device.profile, current: device.snapshot, snapshots: [device.snapshot] }),
    }
    const modules = createModules({ backends, now: () => now })
    const codes = async () => (await modules.select('synthetic', profileFor('c0'))).warnings.map(({ code }) => code)
    expect(await codes()).not.toContain('stale_calibration')
    now += 100 * 3_600_000
    expect(await codes()).toContain('stale_calibration')
  })
})

describe('a module that fails the gate', () => {
  it('is still ranked, with the exact warning', async () => {
    const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3), { qubit: () => ({ t2_us: 30 }) })
    const { modules } = serve({ profile, snapshot })
    const [qubit] = (await modules.list('synthetic')).logical_qubits
    expect(qubit).toMatchObject({ status: 'gate_failed', rank: 1, module: { gate: { limit: 0.2, passed: false } } })
    expect(qubit!.module!.warnings.map(({ code }) => code)).toContain('round_duration_exceeds_gate')
  })
})

describe.skipIf(NO_REAL_DEVICES)('on real calibrations', () => {
  it('Cepheus cut into twelve tiles gives seven ranked modules and five with a reason', async () => {
    const { profile, snapshot } = realDevice('rigetti_cepheus_1_108q_2026-04-16', CEPHEUS_TILES)
    const { logical_qubits } = await serve({ profile, snapshot }).modules.list(profile.device_id)
    const scores = logical_qubits.flatMap(({ module }) => module?.score ?? [])
    expect(logical_qubits).toHaveLength(12)
    expect(scores).toHaveLength(7)
    expect(scores).toEqual([...scores].sort((a, b) => a - b))
    expect(logical_qubits.slice(7).every(({ reason, module }) => reason !== null && module === null)).toBe(true)
  })

  it.each([
    ['ibm_nighthawk_2025-12-08', 'square lattice', 10, 78],
    ['iqm_emerald_2025-11-06', 'square lattice', 10, 78],
    ['ibm_torino_2025-02-26', 'heavy-hex', 60, 400],
  ])('%s, a %s on one die, gives one fault-tolerant module', async (name, _, fewest, most) => {
    const { profile, snapshot } = realDevice(name)
    const [qubit] = (await serve({ profile, snapshot }).modules.list(profile.device_id)).logical_qubits
    const { schedule } = qubit!.module!
    expect(schedule.ft_preserved).toBe(true)
    expect(schedule.swap_count).toBeGreaterThanOrEqual(fewest)
    expect(schedule.cz_count).toBeLessThanOrEqual(most)
    expect(schedule.cz_count).toBe(24 + 3 * schedule.swap_count - schedule.reset_move_count!)
  })
})
