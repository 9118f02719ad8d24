import { describe, expect, it } from 'vitest'
import type { DeviceState } from '../../../main/backends/backends'
import { ResolvedModule } from '../../../main/contract/modules/candidates'
import { LogicalQubit, LogicalQubitList, LogicalTopology } from '../../../main/contract/modules/logical-qubits'
import { withNoise } from '../../../main/modules/model/module'
import { type ModuleTasks, moduleTasks } from '../../../main/modules/tasks'
import { preservesFaultTolerance } from '../../../main/qec/proof/verdict'
import { direct, type Runner } from '../../../main/worker/runner'
import { profileFor, serve, tripleDevice } from './served-modules'

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
    expect(withNoise(ready).noise.calibration_id).toBe(ready.snapshot.calibration_id)
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
