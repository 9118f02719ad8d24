import { describe, expect, it } from 'vitest'
import { ImportReply } from '../../../main/contract/backends/catalogue'
import { closeStoresAfterEach, importOf, labOf, newer, openBackends } from './opened'
import { pentadFile, profile, rigetti, snapshot } from './samples'

closeStoresAfterEach()

describe('importing a calibration', () => {
  it('reports what was current before and after, and nothing where nothing was stored', () => {
    const reported: unknown[] = []
    const { backends } = openBackends({
      onSnapshot: news => reported.push([news.device.device_id, news.before, news.after]),
    })
    const before = backends.device('dev-square').current
    backends.importCalibration('dev-square', { ...importOf(pentadFile(newer)), dry_run: true })
    expect(() => backends.importCalibration('dev-square', importOf(pentadFile(snapshot())))).toThrow(/already has/)
    expect(reported).toEqual([])
    backends.importCalibration('dev-square-mock', importOf(pentadFile(newer)))
    const after = backends.device('dev-square').current
    backends.importCalibration('dev-square', importOf(pentadFile(snapshot({ calibrated_at: '2026-10-01T00:00:00Z' }))))
    expect(reported).toEqual([
      ['dev-square', before, after],
      ['dev-square', after, after],
    ])
    expect(backends.idsOf('dev-square')).toEqual(['dev-square', 'dev-square-mock'])
    expect(backends.idsOf('dev-round')).toEqual([])
  })

  it('enters figures into the current one, which then is the current one', () => {
    const qubits = snapshot().qubits.map(qubit => ({ ...qubit, t2_us: null }))
    const { backends } = openBackends({ lab: labOf(profile(), [snapshot({ qubits, t2_kind: null })]) })
    const figures = { format: 'pentad-figures/1', t2_kind: 'echo', basis: 'here', qubits: [{ label: 'Q1', t2_us: 12 }] }
    const reply = backends.importCalibration(
      'dev-square',
      importOf({ name: 'f.json', content: JSON.stringify(figures) }),
    )
    expect(reply).toMatchObject({ stored: true, calibration: { current: true, median: { t2_us: 12 } } })
    expect(backends.device('dev-square').current.qubits.map(({ t2_us }) => t2_us)).toEqual([null, 12, null, null])
  })

  it('makes it the current one of both backends when it is the newest', () => {
    const { backends } = openBackends()
    const reply = ImportReply.strict().parse(backends.importCalibration('dev-square-mock', importOf(pentadFile(newer))))
    expect(reply).toMatchObject({
      stored: true,
      calibration: { current: true, imported_at: '2026-11-21T12:00:00.000Z' },
    })
    expect(backends.device('dev-square').current).toEqual(
      backends.calibration('dev-square', reply.calibration.calibration_id),
    )
    expect(backends.device('dev-square').snapshots.map(({ calibrated_at }) => calibrated_at)).toEqual([
      '2026-11-20T08:00:00Z',
      '2026-11-21T08:00:00Z',
    ])
    expect(backends.calibrations('dev-square').map(({ current }) => current)).toEqual([true, false])
  })

  it('puts an older one into the history', () => {
    const { backends } = openBackends()
    const older = snapshot({ calibrated_at: '2026-10-01T00:00:00Z' })
    expect(backends.importCalibration('dev-square', importOf(pentadFile(older))).calibration.current).toBe(false)
    expect(backends.device('dev-square').current.calibrated_at).toBe('2026-11-20T08:00:00Z')
  })

  it('dates an undated one by its import', () => {
    const { backends } = openBackends()
    const undated = snapshot({ calibrated_at: null, vendor: 'undated' })
    expect(backends.importCalibration('dev-square', importOf(pentadFile(undated))).calibration.current).toBe(true)
    expect(backends.calibration('dev-square', 'current').vendor).toBe('undated')
  })

  it('outlives a restart', () => {
    const { backends, store } = openBackends()
    backends.importCalibration('dev-square', importOf(pentadFile(newer)))
    const again = openBackends({ store }).backends
    expect(again.calibrations('dev-square')).toEqual(backends.calibrations('dev-square'))
    expect(again.device('dev-square')).toEqual(backends.device('dev-square'))
  })

  it('refuses figures that are there already, bundled or imported, naming them', () => {
    const { backends } = openBackends()
    const [bundled] = backends.calibrations('dev-square')
    expect(() => backends.importCalibration('dev-square', importOf(pentadFile()))).toThrow(
      expect.objectContaining({ code: 'conflict', details: { calibration_id: bundled!.calibration_id } }),
    )
    backends.importCalibration('dev-square', importOf(pentadFile(newer)))
    expect(() => backends.importCalibration('dev-square-mock', importOf(pentadFile(newer)))).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    )
    expect(backends.calibrations('dev-square')).toHaveLength(2)
  })

  it('only checks when asked to, and says what it would find', () => {
    const { backends } = openBackends()
    const reply = backends.importCalibration('dev-square', { ...importOf(pentadFile(newer)), dry_run: true })
    expect(reply).toMatchObject({ stored: false, calibration: { current: false } })
    const known = backends.importCalibration('dev-square', { ...importOf(pentadFile()), dry_run: true })
    expect(known.notes[0]).toContain('already stored as cal-20261120T080000Z-')
    expect(backends.calibrations('dev-square')).toHaveLength(1)
  })

  it.each([
    ['another device', rigetti()],
    ['a broken file', { name: 'f.json', content: '{' }],
    ['a date in the future', pentadFile(snapshot({ calibrated_at: '2026-11-23T00:00:00Z' }))],
    [
      'a qubit too many',
      pentadFile(snapshot({ qubits: [...snapshot().qubits, { ...snapshot().qubits[0]!, index: 9, label: 'Q9' }] })),
    ],
  ])('refuses %s and stores nothing', (_, file) => {
    const { backends, store } = openBackends()
    expect(() => backends.importCalibration('dev-square', importOf(file))).toThrow(
      expect.objectContaining({ code: 'invalid_file' }),
    )
    expect(store.db.prepare('SELECT count(*) FROM calibrations').pluck().get()).toBe(0)
    expect(backends.calibrations('dev-square')).toHaveLength(1)
  })

  it('says when the figures are of a differently named machine, and which parts are dead', () => {
    const dead = { ...newer.qubits[0]!, out_of_service: 'broken' }
    const other = snapshot({ ...newer, source_device: 'another', qubits: [dead, ...newer.qubits.slice(1)] })
    const { notes } = openBackends().backends.importCalibration('dev-square', importOf(pentadFile(other)))
    expect(notes).toEqual(['published for another; earlier figures here are of square', 'out of service: Q0'])
  })

  it('leaves out stored figures that no longer fit an edited profile, and says so', () => {
    const { backends, store } = openBackends()
    backends.importCalibration('dev-square', importOf(pentadFile(newer)))
    const fewer = profile({ couplings: profile().couplings.slice(1) })
    const figures = snapshot({ edges: snapshot().edges.slice(1) })
    const notices: string[] = []
    const again = openBackends({
      store,
      lab: labOf(fewer, [figures]),
      notice: message => notices.push(message),
    }).backends
    expect(again.calibrations('dev-square')).toHaveLength(1)
    expect(notices).toEqual([expect.stringContaining('left out of the history of dev-square')])
  })

  it('counts figures once that a profile has come to bundle', () => {
    const { backends, store } = openBackends()
    backends.importCalibration('dev-square', importOf(pentadFile(newer)))
    expect(
      openBackends({ store, lab: labOf(profile(), [snapshot(), newer]) }).backends.calibrations('dev-square'),
    ).toHaveLength(2)
  })
})
