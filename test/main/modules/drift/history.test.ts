import { describe, expect, it, vi } from 'vitest'
import type { DeviceState } from '../../../../main/backends/backends'
import { Drift } from '../../../../main/contract/backends/drift'
import type { CalibrationSnapshot } from '../../../../main/contract/calibration/snapshot'
import { AppError } from '../../../../main/contract/model/errors'
import { createDrifts } from '../../../../main/modules/drift/history'
import type { Modules } from '../../../../main/modules/model/module'
import { createModules } from '../../../../main/modules/modules'
import { scoreRound } from '../../../../main/qec/noise/score'
import { noiseModel } from '../../../../main/qec/noise/transform'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { type Figures, latticeCouplings, syntheticDevice } from '../../qec/devices'

const DAY = 86_400_000
const START = Date.parse('2026-10-01T00:00:00Z')
const COUPLINGS = latticeCouplings(3, 3)
const { profile } = syntheticDevice(9, COUPLINGS)

/** The figures on the n-th day. */
function on(day: number, figures: Figures = {}): CalibrationSnapshot {
  const { snapshot } = syntheticDevice(9, COUPLINGS, figures)
  return { ...snapshot, calibration_id: `day-${day}`, calibrated_at: new Date(START + day * DAY).toISOString() }
}
/** A sits in the middle and F beside it: where the other three read out poorly, F must be at `flag`. */
const poorBut = (flag: number): Figures => ({
  qubit: q => ([1, 3, 5, 7].includes(q) && q !== flag ? { readout_fidelity: 0.8 } : {}),
})

/** F belongs at 5, then at 3, then the middle is dead, then all is well but slower. */
const HISTORY = [
  on(0, poorBut(5)),
  on(1, poorBut(3)),
  on(2, { qubit: q => (q === 4 ? { out_of_service: 'warm' } : {}) }),
  on(3, { edge: () => ({ duration_ns: 80 }) }),
]

function serve(snapshots: readonly CalibrationSnapshot[] = HISTORY) {
  let state: DeviceState = { profile, current: snapshots.at(-1)!, snapshots }
  const imported_at = '2026-11-01T00:00:00.000Z'
  const backends = {
    device: (backend_id: string) => {
      if (backend_id !== 'synthetic') throw new AppError('not_found', `no ${backend_id}`)
      return state
    },
    calibrations: () => state.snapshots.map(({ calibration_id }) => ({ calibration_id, imported_at })) as never,
  }
  const modules = createModules({ backends, now: () => START })
  let asked = 0
  const counted: Pick<Modules, 'resolveUnder'> = {
    resolveUnder: (device, chiplet) => {
      asked++
      return modules.resolveUnder(device, chiplet)
    },
  }
  const set = (next: readonly CalibrationSnapshot[]) => {
    state = { profile, current: next.at(-1)!, snapshots: next }
  }
  return { drifts: createDrifts({ backends, modules: counted }), modules, set, asked: () => asked }
}

describe('the drift of a chiplet', () => {
  it('says of every snapshot what the chiplet resolves to under it alone', async () => {
    const { drifts } = serve()
    const drift = await drifts.of('synthetic', 'c0.L0', { query: { limit: 30 } })
    expect(Drift.parse(drift)).toEqual(drift)
    expect(drift.points.map(({ calibration_id, status }) => [calibration_id, status])).toEqual([
      ['day-0', 'ready'],
      ['day-1', 'ready'],
      ['day-2', 'disqualified'],
      ['day-3', 'ready'],
    ])
    for (const [at, snapshot] of HISTORY.entries()) {
      const alone = serve([snapshot])
      const [point, one] = [drift.points[at]!, (await alone.modules.list('synthetic')).logical_qubits[0]!]
      expect(point.vetoes).toEqual(one.vetoes)
      if (one.module === null) {
        expect(point).toMatchObject({ reason: one.reason, layout: null, terms: null, gate_passed: null })
        continue
      }
      const { delta_round } = one.module.diagnostics
      const { data_qubits, syndrome_ancilla, flag_qubit, routing_qubits } = one.module
      expect(point.layout).toEqual({ data_qubits, syndrome_ancilla, flag_qubit, routing_qubits })
      expect(point.terms).toEqual({
        total: one.module.score,
        two_qubit: delta_round.gate.two_qubit,
        single_qubit: delta_round.gate.single_qubit,
        measurement: delta_round.measurement,
        idle: delta_round.idle,
        reset: delta_round.reset,
      })
      expect(point.coherence_ratio).toBe(one.module.coherence_ratio)
    }
  })

  it('scores the layout of today under every snapshot, and not where a part of it is vetoed', async () => {
    const { drifts, modules } = serve()
    const { points } = await drifts.of('synthetic', 'c0', { query: { limit: 30 } })
    const { compiled } = await modules.resolve('synthetic', 'c0.L0')
    for (const [at, { current_layout_score }] of points.entries()) {
      const noise = noiseModel(profile, HISTORY[at]!)
      if (at === 2) expect(current_layout_score).toBeNull()
      else expect(current_layout_score).toBe(scoreRound(compileRound(compiled.plan, noise), noise).total)
    }
    expect(points[3]!.current_layout_score).toBe(points[3]!.terms!.total)
  })

  it('reports which roles moved, by how much each term changed and what moving is worth', async () => {
    const { drifts, modules } = serve()
    const { points, changes } = await drifts.of('synthetic', 'c0.L0', { query: { limit: 30 } })
    expect(changes.map(({ from, to }) => `${from} ${to}`)).toEqual(['day-0 day-1', 'day-1 day-2', 'day-2 day-3'])
    const [moved, gone, back] = changes
    expect(moved!.layout_changed).toBe(true)
    const [before, after] = [points[0]!.layout!, points[1]!.layout!]
    for (const { role, from, to } of moved!.moved) {
      const where = { ancilla: 'syndrome_ancilla', flag: 'flag_qubit' } as const
      if (role === 'routing') continue
      const site = (layout: typeof before) =>
        role === 'ancilla' || role === 'flag'
          ? layout[where[role]]
          : layout.data_qubits[role as keyof typeof layout.data_qubits]
      expect([from, to]).toEqual([site(before), site(after)])
      expect(from).not.toBe(to)
    }
    for (const term of ['total', 'two_qubit', 'measurement', 'idle', 'reset', 'single_qubit'] as const)
      expect(moved!.difference![term]).toBeCloseTo(points[1]!.terms![term] - points[0]!.terms![term], 12)

    const first = await serve([HISTORY[0]!]).modules.resolve('synthetic', 'c0')
    const noise = noiseModel(profile, HISTORY[1]!)
    const staying = scoreRound(compileRound(first.compiled.plan, noise), noise).total
    expect(moved!.gain_by_moving).toBeCloseTo(staying - points[1]!.terms!.total, 12)
    expect(moved!.gain_by_moving).toBeGreaterThan(0)
    expect(moved!.text).toMatch(/^The layout moves: .* Staying would have Δ_round .*: moving gains /)

    expect(gone).toMatchObject({ layout_changed: true, difference: null, gain_by_moving: null })
    expect(gone!.text).toMatch(/^The layout is gone\. .*Qubit 4 is out of service: warm/)
    expect(gone!.moved.every(({ to }) => to === null)).toBe(true)
    expect(gone!.moved).toHaveLength(9)
    expect(back).toMatchObject({ layout_changed: true, difference: null, gain_by_moving: null })
    expect(back!.text).toMatch(/^There is a layout again/)
    expect((await modules.get('synthetic', 'c0.L0')).status).toBe('ready')
  })

  it('says that a layout stays, and by which term its score changed', async () => {
    const { drifts } = serve([on(0), on(1, { qubit: () => ({ readout_fidelity: 0.98 }) })])
    const { changes } = await drifts.of('synthetic', 'c0.L0', { query: { limit: 30 } })
    expect(changes[0]).toMatchObject({ layout_changed: false, moved: [], gain_by_moving: 0 })
    expect(changes[0]!.text).toMatch(/^The layout stays\. Δ_round rises from .* mostly by measurements \(\+/)
  })

  it('says why a layout cannot stay', async () => {
    const large = syntheticDevice(16, latticeCouplings(4, 4))
    const modules = (snapshots: readonly CalibrationSnapshot[]) => {
      const backends = {
        device: () => ({ profile: large.profile, current: snapshots.at(-1)!, snapshots }),
        calibrations: () => [],
      }
      return { backends, modules: createModules({ backends, now: () => START }) }
    }
    const { module } = await modules([large.snapshot]).modules.resolve('synthetic', 'c0')
    const home = module.syndrome_ancilla
    const dead = syntheticDevice(16, latticeCouplings(4, 4), {
      qubit: q => (q === home ? { out_of_service: 'warm' } : {}),
    })
    const later = { ...dead.snapshot, calibration_id: 'later', calibrated_at: '2026-11-21T00:00:00Z' }
    const { changes } = await createDrifts(modules([large.snapshot, later])).of('synthetic', 'c0.L0', {
      query: { limit: 2 },
    })
    expect(changes[0]).toMatchObject({ layout_changed: true, gain_by_moving: null })
    expect(changes[0]!.text).toMatch(
      new RegExp(
        `The old layout cannot be used under the new calibration\\. Qubit ${home} is out of service: warm\\.$`,
      ),
    )
  })

  it('shows the newest snapshots that are asked for, and asks for each once', async () => {
    const { drifts, set, asked } = serve(HISTORY.slice(0, 3))
    await drifts.of('synthetic', 'c0.L0', { query: { limit: 30 } })
    expect(asked()).toBe(3)
    set(HISTORY)
    const { points, changes } = await drifts.of('synthetic', 'c0.L0', { query: { limit: 2 } })
    expect(points.map(({ calibration_id }) => calibration_id)).toEqual(['day-2', 'day-3'])
    expect(changes).toHaveLength(1)
    await drifts.of('synthetic', 'c0.L0', { query: { limit: 30 } })
    expect(asked()).toBe(4)
  })

  it('is abandoned when no caller waits for it any more', async () => {
    const { drifts, modules, asked } = serve()
    const leaving = new AbortController()
    vi.spyOn(modules, 'resolveUnder').mockImplementation(() => {
      leaving.abort(new Error('left'))
      return new Promise(() => undefined)
    })
    const drift = drifts.of('synthetic', 'c0.L0', { query: { limit: 30 }, context: { signal: leaving.signal } })
    await expect(drift).rejects.toThrow('left')
    expect(asked()).toBe(1)
  })

  it('is not found for a chiplet or backend that does not exist', async () => {
    const { drifts } = serve()
    for (const [backend, logical] of [
      ['synthetic', 'c9.L0'],
      ['synthetic', 'c0.L1'],
      ['other', 'c0.L0'],
    ] as const)
      await expect(drifts.of(backend, logical, { query: { limit: 1 } })).rejects.toMatchObject({ code: 'not_found' })
  })
})
