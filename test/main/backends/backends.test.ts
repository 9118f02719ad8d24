import { describe, expect, it } from 'vitest'
import type { Backends } from '../../../main/backends/backends'
import { Backend, BackendSummary } from '../../../main/contract/backends/catalogue'
import type { ImportCalibration } from '../../../main/contract/calibration/import'
import { type CalibrationSnapshot, CalibrationSummary } from '../../../main/contract/calibration/snapshot'
import { closeStoresAfterEach, importOf, labOf, newer, type Opened, openBackends } from './opened'
import { pentadFile, profile, snapshot } from './samples'

closeStoresAfterEach()

describe('the catalogue', () => {
  it('lists each device live and as its free mock, as the contract has them', () => {
    const { backends } = openBackends()
    expect(backends.list().map(backend => BackendSummary.strict().parse(backend))).toMatchObject([
      { backend_id: 'dev-square', mode: 'live', simulated: true, online: true, token_price_per_shot: 0.5 },
      { backend_id: 'dev-square-mock', mode: 'mock', simulated: true, online: true, token_price_per_shot: 0 },
    ])
  })

  it('shows one with its map and calibration, as the contract has it', () => {
    const backend = Backend.strict().parse(openBackends().backends.get('dev-square-mock'))
    expect(backend).toMatchObject({
      num_qubits: 4,
      num_chiplets: 1,
      limits: { max_qubits: 3 },
      calibration: { current: true, qubits: 4 },
    })
    expect(backend.qubits).toEqual(profile().qubits)
  })

  it('holds a mock to what is simulated here, and what stands for a device to its qubits', () => {
    const held = { float64: 6, float32: 7 }
    const { backends } = openBackends({ max_simulated_qubits: 1_000, max_state_vector_qubits: held })
    const limits = (id: string) => backends.get(id).limits
    expect(limits('dev-square-mock')).toMatchObject({ max_qubits: 1_000, max_state_vector_qubits: held })
    expect(limits('dev-square')).toMatchObject({ max_qubits: 4, max_state_vector_qubits: held })
    const { backends: metered } = openBackends({
      lab: { ...labOf(), sequencerOf: () => null },
      max_state_vector_qubits: held,
    })
    expect(metered.get('dev-square').limits).not.toHaveProperty('max_state_vector_qubits')
  })

  it('names the native gates of which the device makes its CZs', () => {
    const edges = snapshot().edges.map((edge, at) => ({ ...edge, gate: at === 0 ? 'ecr' : 'sqrt_iswap' }))
    const { backends } = openBackends({ lab: labOf(profile(), [snapshot({ edges })]) })
    expect(backends.get('dev-square').native_gates).toEqual(['rz', 'sx', 'x', 'ecr', 'sqrt_iswap', 'measure', 'reset'])
    expect(backends.get('dev-square-mock').native_gates).toEqual(
      expect.arrayContaining(['h', 'cx', 'rz', 'ccx', 'measure']),
    )
    expect(openBackends().backends.get('dev-square').native_gates).toEqual(['rz', 'sx', 'x', 'cz', 'measure', 'reset'])
  })

  it('shows the thresholds and assumptions of its own profile', () => {
    const thresholds = { ...profile().thresholds, t2_us: 17 }
    const { backends } = openBackends({ lab: labOf({ ...profile(), thresholds, feedforward: false }) })
    const { assumed, stale_after_hours } = profile()
    expect(backends.get('dev-square')).toMatchObject({ thresholds, assumed, stale_after_hours, feedforward: false })
    expect(openBackends().backends.get('dev-square').feedforward).toBe(true)
  })

  it('says why a live backend is offline where nothing stands behind it', () => {
    const { backends } = openBackends({ lab: { ...labOf(), sequencerOf: () => null } })
    expect(backends.execution('dev-square')).toEqual({
      mode: 'live',
      simulated: false,
      online: false,
      offline_reason: expect.stringContaining('Test lab'),
    })
    expect(backends.execution('dev-square-mock')).toEqual({
      mode: 'mock',
      simulated: true,
      online: true,
      offline_reason: null,
    })
    expect(backends.get('dev-square').limits.max_qubits).toBe(4)
  })

  it('says the present reason why it is offline, whatever it said before', () => {
    let offline_reason: string | null = 'The cable is out.'
    const { backends } = openBackends({
      lab: { ...labOf(), sequencerOf: () => ({ simulated: false, offline_reason }) },
    })
    expect(backends.get('dev-square')).toMatchObject({ online: false, offline_reason: 'The cable is out.' })
    offline_reason = 'Another program holds the port.'
    expect(backends.get('dev-square')).toMatchObject({ online: false, offline_reason })
    offline_reason = null
    expect(backends.get('dev-square')).toMatchObject({ online: true, offline_reason: null })
  })

  it('asks for queue lengths', () => {
    const { backends } = openBackends()
    backends.showQueueLengths(id => id.length)
    expect(backends.get('dev-square').queue_length).toBe(10)
  })

  it.each(['dev-y', 'dev-square-mock-mock', '', '-mock', 'constructor', '__proto__'])('knows no backend %j', id => {
    const { backends } = openBackends()
    for (const call of [backends.get, backends.device, backends.execution, backends.calibrations])
      expect(() => call(id)).toThrow(expect.objectContaining({ code: 'not_found' }))
  })
})

describe('the current snapshot', () => {
  const older = snapshot({ calibrated_at: '2026-10-01T00:00:00Z' })
  const currentOf = ({ backends }: ReturnType<typeof openBackends>) =>
    backends.device('dev-square').current.calibrated_at
  const said = (text: string) => ({ change: { text: expect.stringMatching(text) } })
  const take = (backends: Backends, figures: CalibrationSnapshot, change: Partial<ImportCalibration> = {}) =>
    backends.importCalibration('dev-square', { ...importOf(pentadFile(figures)), ...change })
  const DO = { dry_run: false }

  it('is replaced by newer figures, which the import says with both dates', () => {
    const { backends } = openBackends()
    expect(take(backends, newer)).toMatchObject({
      change: {
        current: { calibrated_at: newer.calibrated_at, current: true },
        previous: { calibrated_at: '2026-11-20T08:00:00Z', current: false },
        text: expect.stringMatching(
          /^cal-\S+ \(figures of 2026-11-21 08:00 UTC\) becomes the current snapshot in the place of cal-\S+ \(figures of 2026-11-20 08:00 UTC\)\.$/,
        ),
      },
    })
  })

  it('stays where older figures come, unless they are to replace it', () => {
    const opened = openBackends()
    const reply = take(opened.backends, older)
    expect(reply).toMatchObject(said('stays the current snapshot: the import is older than its figures of 2026-11-20'))
    expect(reply.change.previous).toBeNull()
    expect(currentOf(opened)).toBe('2026-11-20T08:00:00Z')
    const forced = openBackends()
    expect(take(forced.backends, older, { make_current: 'always' }).calibration.current).toBe(true)
    expect(currentOf(forced)).toBe(older.calibrated_at)
    expect(forced.backends.get('dev-square-mock').calibrated_at).toBe(older.calibrated_at)
    expect(forced.backends.calibrations('dev-square').map(({ current }) => current)).toEqual([false, true])
  })

  it('stays where newer figures are for the history only, also after a restart', () => {
    const opened = openBackends()
    expect(take(opened.backends, newer, { make_current: 'never' })).toMatchObject({
      calibration: { current: false },
      ...said('stays the current snapshot: the import is for the history only'),
    })
    expect(currentOf(opened)).toBe('2026-11-20T08:00:00Z')
    expect(currentOf(openBackends({ store: opened.store }))).toBe('2026-11-20T08:00:00Z')
    expect(opened.backends.revertTo('dev-square')).toBeNull()
  })

  it('is shown beforehand by a dry run, which changes nothing', () => {
    const opened = openBackends()
    const reply = take(opened.backends, newer, { dry_run: true })
    expect(reply).toMatchObject(said('becomes the current snapshot'))
    expect(reply.change.previous).not.toBeNull()
    expect(currentOf(opened)).toBe('2026-11-20T08:00:00Z')
    expect(opened.backends.revertTo('dev-square')).toBeNull()
  })

  it('goes back step by step, over a restart, and reports each step', () => {
    const reported: unknown[] = []
    const onSnapshot: Opened['onSnapshot'] = ({ cause, before, after }) =>
      reported.push([cause, before.calibrated_at, after.calibrated_at])
    const first = openBackends({ onSnapshot })
    take(first.backends, newer)
    take(first.backends, older, { make_current: 'always' })
    const again = openBackends({ store: first.store, onSnapshot })
    const back = () => again.backends.revertCurrent('dev-square-mock', DO)
    expect(again.backends.revertCurrent('dev-square', { dry_run: true }).change.current.calibrated_at).toBe(
      newer.calibrated_at,
    )
    expect(back().change).toMatchObject({
      current: { current: true },
      previous: { calibrated_at: older.calibrated_at },
    })
    expect(currentOf(again)).toBe(newer.calibrated_at)
    back()
    expect(currentOf(again)).toBe('2026-11-20T08:00:00Z')
    expect(back).toThrow(expect.objectContaining({ code: 'conflict' }))
    expect(currentOf(openBackends({ store: first.store }))).toBe('2026-11-20T08:00:00Z')
    expect(reported).toEqual([
      ['imported', '2026-11-20T08:00:00Z', newer.calibrated_at],
      ['imported', newer.calibrated_at, older.calibrated_at],
      ['reverted', older.calibrated_at, newer.calibrated_at],
      ['reverted', newer.calibrated_at, '2026-11-20T08:00:00Z'],
    ])
  })

  it('is chosen from the history, and chosen again changes nothing', () => {
    const reported: unknown[] = []
    const opened = openBackends({ onSnapshot: ({ cause }) => reported.push(cause) })
    const { calibration_id } = take(opened.backends, newer, { make_current: 'never' }).calibration
    const choose = () => opened.backends.makeCurrent('dev-square', calibration_id, DO).change
    expect(choose()).toMatchObject({ previous: { calibrated_at: '2026-11-20T08:00:00Z' } })
    expect(choose()).toMatchObject({ previous: null, text: expect.stringContaining('it is that already') })
    expect(currentOf(opened)).toBe(newer.calibrated_at)
    expect(opened.backends.calibration('dev-square', 'current').calibration_id).toBe(calibration_id)
    expect(reported).toEqual(['imported', 'chosen'])
    expect(() => opened.backends.makeCurrent('dev-square', 'cal-none', DO)).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    )
  })

  it('stays the chosen one where the profile comes with newer figures, which is said', () => {
    const first = openBackends()
    take(first.backends, older, { make_current: 'always' })
    const notices: string[] = []
    const again = openBackends({ store: first.store, notice: message => notices.push(message) })
    expect(currentOf(again)).toBe(older.calibrated_at)
    expect(notices).toEqual([expect.stringMatching(/^dev-square comes with cal-\S+, which is newer than cal-/)])
  })

  it('falls back to what was current before where the chosen one no longer fits the profile', () => {
    const first = openBackends()
    take(first.backends, newer)
    const fewer = profile({ couplings: profile().couplings.slice(1) })
    const figures = snapshot({ edges: snapshot().edges.slice(1) })
    expect(currentOf(openBackends({ store: first.store, lab: labOf(fewer, [figures]) }))).toBe('2026-11-20T08:00:00Z')
  })
})

describe('a summary', () => {
  it('counts what is dead, couplings of dead qubits too, and takes medians of the rest', () => {
    const [a, b, c, d] = snapshot().qubits
    const qubits = [
      { ...a!, t1_us: 1, out_of_service: 'broken' },
      { ...b!, t1_us: 10 },
      { ...c!, t1_us: 30 },
      { ...d!, t1_us: null },
    ]
    const edges = snapshot().edges.map((edge, at) => ({
      ...edge,
      fidelity: 0.9 + at / 100,
      out_of_service: at === 0 ? 'broken' : null,
    }))
    const [summary] = openBackends({ lab: labOf(profile(), [snapshot({ qubits, edges })]) }).backends.calibrations(
      'dev-square',
    )
    expect(CalibrationSummary.strict().parse(summary)).toMatchObject({
      qubits: 4,
      qubits_out_of_service: 1,
      edges: 4,
      edges_out_of_service: 2,
      median: { t1_us: 20, t2_us: 40, cz_fidelity: expect.closeTo(0.925, 12) },
    })
  })

  it('has no medians where there are no figures', () => {
    const qubits = snapshot().qubits.map(qubit => ({ ...qubit, t2_us: null }))
    const [summary] = openBackends({ lab: labOf(profile(), [snapshot({ qubits })]) }).backends.calibrations(
      'dev-square',
    )
    expect(summary!.median.t2_us).toBeNull()
  })
})
