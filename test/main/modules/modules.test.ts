import { describe, expect, it } from 'vitest'
import type { DeviceState } from '../../../main/backends/backends'
import { AppError } from '../../../main/contract/model/errors'
import { ResolvedModule } from '../../../main/contract/modules/candidates'
import { LogicalQubit, LogicalQubitList, LogicalTopology } from '../../../main/contract/modules/logical-qubits'
import { createModules } from '../../../main/modules/modules'
import { type ModuleTasks, moduleTasks } from '../../../main/modules/tasks'
import { preservesFaultTolerance } from '../../../main/qec/proof/verdict'
import { direct, type Runner } from '../../../main/worker/runner'
import {
  CEPHEUS_TILES,
  type Device,
  latticeCouplings,
  NO_REAL_DEVICES,
  realDevice,
  syntheticDevice,
} from '../qec/devices'

const NOW = Date.parse('2026-11-20T12:00:00Z')

/** Three 3x3 chiplets in a row on a 9x3 lattice: c0 is good, c1 lacks its centre, c2 reads out worse; c3 is a line of three. */
function tripleDevice(): Device {
  const { profile, snapshot } = syntheticDevice(27, latticeCouplings(9, 3), {
    qubit: q => ({
      ...(q === 13 ? { out_of_service: 'dead' } : {}),
      ...(q % 9 > 5 ? { readout_fidelity: 0.97 } : {}),
    }),
  })
  const tile = (from: number) => [0, 9, 18].flatMap(row => [0, 1, 2].map(x => row + from + x))
  const chiplets = [
    { chiplet_id: 'line', qubits: [0, 1, 2] },
    { chiplet_id: 'c2', qubits: tile(6) },
    { chiplet_id: 'c1', qubits: tile(3) },
    { chiplet_id: 'c0', qubits: tile(0) },
  ]
  return { profile: { ...profile, chiplets }, snapshot }
}

function serve({ profile, snapshot }: Device, change: Partial<DeviceState> = {}, computing = direct(moduleTasks())) {
  let state: DeviceState = { profile, current: snapshot, snapshots: [snapshot], ...change }
  const backends = {
    device: (backend_id: string) => {
      if (backend_id.replace(/-mock$/, '') !== profile.device_id) throw new AppError('not_found', `no ${backend_id}`)
      return state
    },
  }
  const set = (next: Partial<DeviceState>) => {
    state = { ...state, ...next }
  }
  return { modules: createModules({ backends, now: () => NOW, computing }), set }
}

const profileFor = (chiplet: string) => ({
  workload: 'logical_qubit_513' as const,
  chiplet,
  code: '[[5,1,3]]' as const,
  ft_scheme: 'flag' as const,
  syndrome_strategy: 'flag_sequential' as const,
})

/** As a pool whose threads for one key are all taken: whatever that key asks for waits. */
function takenBy(owner: string): Runner<ModuleTasks> {
  const tasks = direct(moduleTasks())
  return {
    run: (name, input, options) =>
      options?.owner === owner ? new Promise<never>(() => undefined) : tasks.run(name, input, options),
  }
}

it('one key whose heavy work waits for a thread delays no other key that asks for the same modules', async () => {
  const { modules } = serve(tripleDevice(), {}, takenBy('heavy'))
  const calls = (owner: string) => [
    modules.list('synthetic', { owner }),
    modules.get('synthetic', 'c0.L0', { owner }),
    modules.select('synthetic', profileFor('c0'), { owner }),
    modules.schedule('synthetic', 'c0.L0', { owner }),
    modules.topology('synthetic', { owner }),
    modules.resolve('synthetic', 'c0.L0', { owner }),
  ]
  const waiting = calls('heavy').map(call => call.then(() => 'answered'))
  await Promise.all(calls('small'))
  expect(await Promise.race([...waiting, Promise.resolve('waits')])).toBe('waits')
})

describe('the modules of a backend', () => {
  const { modules } = serve(tripleDevice())

  it('are ranked over all chiplets, those without a module last and with their reason', async () => {
    const list = await modules.list('synthetic')
    expect(LogicalQubitList.parse(list)).toEqual(list)
    expect(list.logical_qubits.map(({ chiplet, status, rank }) => [chiplet, status, rank])).toEqual([
      ['c0', 'ready', 1],
      ['c2', 'ready', 2],
      ['c1', 'disqualified', null],
      ['line', 'no_embedding', null],
    ])
    expect(list.logical_qubits[2]!.reason).toMatch(/Qubit 13 is out of service: dead/)
    expect(list.logical_qubits[3]!.reason).toMatch(/needs at least 7/)
  })

  it('are each what the list says of it, with the layouts that vetoes rule out', async () => {
    const list = await modules.list('synthetic')
    for (const qubit of list.logical_qubits) {
      const one = await modules.get('synthetic', qubit.logical_id)
      expect(LogicalQubit.parse(one)).toEqual(one)
      // A module goes by its chiplet's id too.
      expect(await modules.get('synthetic', qubit.chiplet)).toEqual(one)
      const { disqualified, calibration_id, calibrated_at, noise_model_version, ...rest } = one
      expect(rest).toEqual(qubit)
      expect(list).toMatchObject({ calibration_id, calibrated_at, noise_model_version })
      expect(disqualified!.length > 0).toBe(qubit.chiplet === 'c1')
    }
    const { disqualified } = await modules.get('synthetic', 'c1.L0')
    expect(disqualified![0]).toMatchObject({ score_is_bound: true, vetoes: [{ site: 'qubit:13' }] })
    expect(disqualified![0]!.reason).toBe(
      'It uses qubit 13, which is vetoed. Qubit 13 is out of service: dead. It would have to be put back in service.',
    )
  })

  it('are resolved by select with every field of the spec, the score being Δ_round', async () => {
    const module = await modules.select('synthetic', profileFor('c0'))
    expect(ResolvedModule.parse(module)).toEqual(module)
    expect(module.score).toBe(module.diagnostics.delta_round.total)
    expect(module.thresholds).toEqual(tripleDevice().profile.thresholds)
    expect(module.predicted_round_faults).toBe(module.score)
    const { cz_count, swap_count, reset_move_count } = module.schedule
    expect(module.schedule).toMatchObject({ swap_count: 16, measurement_cycles: 4, ft_preserved: true })
    expect(cz_count).toBe(24 + 3 * swap_count - reset_move_count!)
    expect(module.coherence_ratio).toBe(module.predicted_round_duration_ns / 150_000)
    expect(module.search).toMatchObject({ optimal: true, bound: module.score })
    expect(module.search.space).toMatch(/^Every home of A,/)
    const { data_qubits, syndrome_ancilla, flag_qubit, routing_qubits } = module
    const sites = [...Object.values(data_qubits), syndrome_ancilla, flag_qubit, ...routing_qubits]
    expect(new Set(sites)).toEqual(new Set([0, 1, 2, 9, 10, 11, 18, 19, 20]))
  })

  it('compare their candidates by gate and by stability too', async () => {
    const { candidates, coherence_ratio, diagnostics } = await modules.select('synthetic', profileFor('c0'))
    expect(candidates[0]).toMatchObject({ coherence_ratio, gate_passed: true })
    for (const { score, stability_30d } of candidates) expect(stability_30d!.mean).toBeCloseTo(score, 12)
    expect(candidates[0]!.stability_30d!.mean).toBeCloseTo(diagnostics.stability_30d.mean!, 12)
  })

  it('are found from what each snapshot says of the chiplet, as from all that it says', async () => {
    const { profile, snapshot } = tripleDevice()
    const before = { ...snapshot, calibration_id: 'before', calibrated_at: '2026-11-18T00:00:00Z' }
    const device = { profile, current: snapshot, snapshots: [before, snapshot] }
    const tasks = moduleTasks()
    let handed: DeviceState | null = null
    const resolveChiplet: typeof tasks.resolveChiplet = (input, ...rest) => {
      handed = input.device
      return tasks.resolveChiplet(input, ...rest)
    }
    const computing = direct({ ...tasks, resolveChiplet })
    const { modules } = serve({ profile, snapshot }, device, computing)
    const { qubits } = await modules.get(profile.device_id, 'c2.L0')
    const chiplet = { chiplet_id: 'c2', qubits }

    const partial = await modules.resolveUnder(device, chiplet)
    for (const { qubits: seen, edges } of [handed!.current, ...handed!.snapshots]) {
      expect(seen.map(({ index }) => index).sort((a, b) => a - b)).toEqual(qubits)
      expect(edges).toHaveLength(12)
    }
    expect(partial).toMatchObject(await direct(tasks).run('resolveChiplet', { device, chiplet }))
  })

  it('show steps that end where they began, each generator with four couplings and two flags', async () => {
    const { extractions, syndrome_ancilla, flag_qubit, data_qubits } = await modules.select(
      'synthetic',
      profileFor('c0'),
    )
    expect(extractions.map(({ generator }) => generator)).toEqual(['XZZXI', 'IXZZX', 'XIXZZ', 'ZXIXZ'])
    for (const { generator, steps } of extractions) {
      let at = syndrome_ancilla
      for (const { kind, from, to, data, pauli } of steps) {
        expect(from).toBe(at)
        if (kind === 'move') at = to
        if (kind === 'flag') expect(to).toBe(flag_qubit)
        if (kind === 'couple') {
          expect(to).toBe(data_qubits[data as keyof typeof data_qubits])
          expect(generator[Number(data![1])]).toBe(pauli)
        }
      }
      expect(at).toBe(syndrome_ancilla)
      expect(steps.filter(({ kind }) => kind === 'couple')).toHaveLength(4)
      expect(steps.filter(({ kind }) => kind === 'flag')).toHaveLength(2)
    }
  })

  it('give a run everything it starts from', async () => {
    const ready = await modules.resolve('synthetic-mock', 'c0.L0')
    expect(ready.module.backend_id).toBe('synthetic-mock')
    expect(ready.compiled.schedule_hash).toBe(ready.module.diagnostics.ft.schedule_hash)
    expect(preservesFaultTolerance(ready.compiled, 'adaptive')).toBe(true)
    expect(ready.noise.calibration_id).toBe(ready.snapshot.calibration_id)
    expect(ready.chiplet_qubits).toEqual([0, 1, 2, 9, 10, 11, 18, 19, 20])
  })

  it('lie in one overlay with roles, uses and the links between chiplets', async () => {
    const overlay = await modules.topology('synthetic')
    expect(LogicalTopology.parse(overlay)).toEqual(overlay)
    expect(overlay.chiplets.map(({ chiplet }) => chiplet)).toEqual(['line', 'c2', 'c1', 'c0'])
    const c0 = overlay.chiplets[3]!
    expect(c0.sites.filter(({ role }) => role === 'routing')).toHaveLength(2)
    const { schedule } = await modules.select('synthetic', profileFor('c0'))
    expect(c0.edges.reduce((sum, { uses }) => sum + uses, 0)).toBe(schedule.cz_count)
    expect(overlay.chiplets[2]!.sites.filter(({ vetoed }) => vetoed).map(({ qubit }) => qubit)).toEqual([13])
    expect(overlay.links).toContainEqual({ a: 2, b: 3, from: 'c0', to: 'c1' })
    expect(overlay.links).toHaveLength(6)
  })
})

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
  }, 60_000)

  it.each([
    ['ibm_nighthawk_2025-12-08', 'square lattice', 10, 78],
    ['iqm_emerald_2025-11-06', 'square lattice', 10, 78],
    ['ibm_torino_2025-02-26', 'heavy-hex', 60, 400],
  ])(
    '%s, a %s on one die, gives one fault-tolerant module',
    async (name, _, fewest, most) => {
      const { profile, snapshot } = realDevice(name)
      const [qubit] = (await serve({ profile, snapshot }).modules.list(profile.device_id)).logical_qubits
      const { schedule } = qubit!.module!
      expect(schedule.ft_preserved).toBe(true)
      expect(schedule.swap_count).toBeGreaterThanOrEqual(fewest)
      expect(schedule.cz_count).toBeLessThanOrEqual(most)
      expect(schedule.cz_count).toBe(24 + 3 * schedule.swap_count - schedule.reset_move_count!)
    },
    60_000,
  )
})
