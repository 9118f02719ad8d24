import { describe, expect, it } from 'vitest'
import type { DeviceState } from '../../../main/backends/backends'
import { createModules } from '../../../main/modules/modules'
import { rememberedVerdict, resolveChiplet } from '../../../main/modules/resolve'
import { enumerateFaults } from '../../../main/qec/faults'
import type { FaultReport } from '../../../main/qec/model'
import { sitesOf } from '../../../main/qec/score'
import { planRun } from '../../../main/runs/plan'
import { finish, latticeCouplings, syntheticDevice } from '../qec/devices'

/** Place of a qubit in its 3x3 tile of a 6x3 lattice. */
const placeOf = (q: number) => 3 * Math.floor(q / 6) + (q % 3)

/**
 * Two 3x3 chiplets of equal fidelities, so that both choose the same roles. The second one's gates take other times, so
 * its sites wait at other places; nothing decays, so that the times do not move the choice.
 */
function twins(): DeviceState {
  const right = (q: number) => q % 6 > 2
  const { profile, snapshot } = syntheticDevice(18, latticeCouplings(6, 3), {
    qubit: q => ({
      t1_us: 1e20,
      t2_us: 1e20,
      fidelity_1q: 0.999 - 1e-5 * placeOf(q) ** 2,
      ...(right(q) ? { gate_1q_length_ns: 20 + placeOf(q), readout_length_ns: 700 + 10 * q } : {}),
    }),
    edge: (a, b) => ({
      fidelity: 0.995 - 1e-4 * Math.sqrt(1 + placeOf(a) + 3 * placeOf(b)),
      ...(right(a) && right(b) ? { duration_ns: 60 + placeOf(a) + placeOf(b) } : {}),
    }),
  })
  const tile = (from: number) => [0, 6, 12].flatMap(row => [0, 1, 2].map(x => row + from + x))
  const chiplets = [
    { chiplet_id: 'left', qubits: tile(0) },
    { chiplet_id: 'right', qubits: tile(3) },
  ]
  return { profile: { ...profile, chiplets }, current: snapshot, snapshots: [snapshot] }
}

const faultsIn = ({ tables }: FaultReport) => tables.tables.flat(2).flatMap(({ faults }) => faults)

describe('a remembered verdict', () => {
  it('is shared by equal schedules, while faults and tables stay those of each chiplet', async () => {
    const device = twins()
    const modules = createModules({ backends: { device: () => device }, now: Date.now })
    const ready = []
    for (const chiplet of ['left', 'right']) ready.push(await modules.resolve('synthetic', chiplet))
    const [left, right] = ready as [(typeof ready)[number], (typeof ready)[number]]
    expect(left.compiled.schedule_hash).toBe(right.compiled.schedule_hash)
    expect(left.compiled.flagged.flatMap(({ idles }) => idles.map(({ before }) => before))).not.toEqual(
      right.compiled.flagged.flatMap(({ idles }) => idles.map(({ before }) => before)),
    )
    for (const one of [left, right]) {
      expect(one.faults).toEqual(enumerateFaults(one.compiled, 'adaptive'))
      const own = new Set(sitesOf(one.compiled.layout))
      expect(faultsIn(one.faults).length).toBeGreaterThan(100)
      expect(faultsIn(one.faults).flatMap(({ sites }) => sites.filter(site => !own.has(site)))).toEqual([])
      expect(planRun(one).tables).toEqual(planRun({ ...one, faults: enumerateFaults(one.compiled, 'adaptive') }).tables)
    }
    expect(left.faults.tables).not.toEqual(right.faults.tables)
  })

  it('follows a new calibration of the same chiplet with its own idle windows', async () => {
    const device = twins()
    let state = device
    const modules = createModules({ backends: { device: () => state }, now: Date.now })
    const before = await modules.resolve('synthetic', 'left')
    const qubits = device.current.qubits.map(qubit => ({ ...qubit, gate_1q_length_ns: 20 + qubit.index }))
    const current = { ...device.current, calibration_id: 'synthetic-2', qubits }
    state = { ...device, current, snapshots: [device.current, current] }
    const after = await modules.resolve('synthetic', 'left')
    expect(after.compiled.duration_ns).not.toBe(before.compiled.duration_ns)
    expect(after.faults).toEqual(enumerateFaults(after.compiled, 'adaptive'))
    expect(after.module.calibration_id).toBe('synthetic-2')
  })

  it('answers at once when it is asked again, and enumerates for another hash', () => {
    const verdict = rememberedVerdict()
    const device = twins()
    const [left] = device.profile.chiplets
    const found = finish(resolveChiplet(device, left!, verdict))
    if (!found.found) throw new Error(found.reason)
    expect(verdict(found.compiled)).toBe(true)
    expect(verdict({ ...found.compiled, schedule_hash: 'another' })).not.toBe(true)
  })
})
