import { describe, expect, it } from 'vitest'
import type { DeviceState } from '../../../../main/backends/backends'
import { withNoise } from '../../../../main/modules/model/module'
import { createModules } from '../../../../main/modules/modules'
import { newMemory, resolveChiplet } from '../../../../main/modules/resolution/resolve'
import type { FaultReport } from '../../../../main/qec/model/fault'
import type { CompiledRound } from '../../../../main/qec/model/round'
import { calibratedRates } from '../../../../main/qec/noise/rates'
import { sitesOf } from '../../../../main/qec/noise/score'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { decoderTables } from '../../../../main/qec/proof/flag-table'
import { planKey } from '../../../../main/qec/search/enumerate/round-plan'
import { createRunPlan } from '../../../../main/runs/planning/plan-run'
import { latticeCouplings, noCheckpoint, syntheticDevice } from '../../qec/devices'

/** Place of a qubit in its 3x3 tile of a 6x3 lattice. */
const placeOf = (q: number) => 3 * Math.floor(q / 6) + (q % 3)

/**
 * Two 3x3 chiplets of equal fidelities, so that both choose the same roles. Everything takes longer on the second one, so its
 * sites wait longer; nothing decays, so that the times do not move the choice.
 */
function alikeTiles(): DeviceState {
  const slow = (q: number) => (q % 6 > 2 ? 1.25 : 1)
  const { profile, snapshot } = syntheticDevice(18, latticeCouplings(6, 3), {
    qubit: q => ({
      t1_us: 1e20,
      t2_us: 1e20,
      fidelity_1q: 0.999 - 1e-5 * placeOf(q) ** 2,
      gate_1q_length_ns: slow(q) * (20 + placeOf(q)),
      readout_length_ns: slow(q) * (700 + 10 * placeOf(q)),
      reset_length_ns: slow(q) * 400,
    }),
    edge: (a, b) => ({
      fidelity: 0.995 - 1e-4 * Math.sqrt(1 + placeOf(a) + 3 * placeOf(b)),
      duration_ns: slow(a) * (60 + placeOf(a) + placeOf(b)),
    }),
  })
  const tile = (from: number) => [0, 6, 12].flatMap(row => [0, 1, 2].map(x => row + from + x))
  const chiplets = [
    { chiplet_id: 'left', qubits: tile(0) },
    { chiplet_id: 'right', qubits: tile(3) },
  ]
  return { profile: { ...profile, chiplets }, current: snapshot, snapshots: [snapshot] }
}

const faultsOf = ({ compiled }: { compiled: CompiledRound }) => enumerateFaults(compiled, { protocol: 'adaptive' })
const faultsIn = ({ tables }: FaultReport) => tables.tables.flat(2).flatMap(({ faults }) => faults)

describe('a remembered verdict', () => {
  it('is shared by equal schedules, while faults and tables stay those of each chiplet', async () => {
    const device = alikeTiles()
    const modules = createModules({ backends: { device: () => device }, now: Date.now })
    const ready = []
    for (const chiplet of ['left', 'right']) ready.push(await modules.resolve('synthetic', chiplet))
    const [left, right] = ready as [(typeof ready)[number], (typeof ready)[number]]
    expect(left.compiled.schedule_hash).toBe(right.compiled.schedule_hash)
    const waits = ({ compiled }: typeof left) =>
      compiled.flagged.flatMap(({ idles }) => idles.map(idle => idle.duration_ns))
    expect(waits(left)).not.toEqual(waits(right))
    for (const one of [left, right]) {
      const faults = faultsOf(one)
      const own = new Set(sitesOf(one.compiled.layout))
      expect(faultsIn(faults).length).toBeGreaterThan(100)
      expect(faultsIn(faults).flatMap(({ sites }) => sites.filter(site => !own.has(site)))).toEqual([])
      const noisy = withNoise(one)
      expect(createRunPlan(noisy).tables).toEqual(decoderTables(faults, one.compiled, calibratedRates(noisy.noise)))
    }
    expect(faultsOf(left).tables).not.toEqual(faultsOf(right).tables)
  })

  it('follows a new calibration of the same chiplet with its own idle windows', async () => {
    const device = alikeTiles()
    let state = device
    const modules = createModules({ backends: { device: () => state }, now: Date.now })
    const before = await modules.resolve('synthetic', 'left')
    const qubits = device.current.qubits.map(qubit => ({ ...qubit, gate_1q_length_ns: 20 + qubit.index }))
    const current = { ...device.current, calibration_id: 'synthetic-2', qubits }
    state = { ...device, current, snapshots: [device.current, current] }
    const after = withNoise(await modules.resolve('synthetic', 'left'))
    expect(after.compiled.duration_ns).not.toBe(before.compiled.duration_ns)
    expect(createRunPlan(after).tables).toEqual(
      decoderTables(faultsOf(after), after.compiled, calibratedRates(after.noise)),
    )
    expect(after.module.calibration_id).toBe('synthetic-2')
  })

  it('answers at once when it is asked again, and enumerates for another circuit', () => {
    const memory = newMemory()
    const device = alikeTiles()
    const [left] = device.profile.chiplets
    const found = resolveChiplet(device, { chiplet: left!, memory, checkpoint: noCheckpoint })
    if (!found.found) throw new Error(found.reason)
    const never = () => {
      throw new Error('asked for a circuit whose verdict is known')
    }
    expect(memory.checks.adaptive(planKey(found.compiled.plan), never)).toBe(true)
    const unflagged = found.compiled.flagged.map(segment => ({
      ...segment,
      ops: segment.ops.filter(({ purpose }) => purpose !== 'flag'),
    }))
    expect(memory.checks.adaptive('another', () => ({ ...found.compiled, flagged: unflagged }))).toBe(false)
  })
})
