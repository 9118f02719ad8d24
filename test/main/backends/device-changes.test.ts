import { describe, expect, it } from 'vitest'
import { createBackends } from '../../../main/backends/backends'
import { AddDevice, AddedDevice } from '../../../main/contract/calibration/add-device'
import { CSV_TEMPLATE } from '../../../main/contract/calibration/csv-template'
import { closeStoresAfterEach, importOf, labOf, newer, openBackends } from './opened'
import { pentadFile, snapshot } from './samples'

closeStoresAfterEach()

const request = (changes: object = {}) =>
  AddDevice.parse({ device_id: 'dev-own', files: [...CSV_TEMPLATE], ...changes })

type Opened = ReturnType<typeof openBackends>
const again = ({ store }: Opened, notices: string[] = []) =>
  createBackends({
    store,
    lab: labOf(),
    now: () => 0,
    max_simulated_qubits: 3,
    notice: message => notices.push(message),
  })

describe('a device that is added while the workstation runs', () => {
  it('is read whole and listed, with what is assumed and missing, before it is kept', () => {
    const { backends } = openBackends()
    const reply = AddedDevice.parse(backends.changes.add(request({ dry_run: true })))
    expect(reply.stored).toBe(false)
    expect(reply.report.figures.find(({ figure }) => figure === 'Readout error')).toMatchObject({
      known: 9,
      all: 9,
      least: expect.closeTo(0.007),
      median: expect.closeTo(0.01),
      most: expect.closeTo(0.013),
    })
    expect(reply.report.assumed).toContain('Reset length of 9 qubits: that of measuring and flipping.')
    expect(reply.report.assumed).toContain('Feed-forward latency: 500 ns.')
    expect(reply.report.missing).toEqual([])
    expect(() => backends.get('dev-own')).toThrow('no backend')
  })

  it('reports what files leave out and what that costs', () => {
    const { backends } = openBackends()
    const content = 'qubit,t1_us,error_1q,readout_error\nA,50,0.001,\nB,,0.001,1%\nC,50,0.001,1%'
    const files = [
      { name: 'q.csv', content },
      { name: 'c.csv', content: 'a,b,error\nA,B,' },
    ]
    expect(backends.changes.add(request({ files, dry_run: true })).report.missing).toEqual([
      'The date of the figures: they count as taken when they are added.',
      'T1 of B: a layout that uses one is disqualified.',
      'T2 of every qubit: its limit 2·T1 stands in, and whether a round is short enough stays unknown.',
      'The readout error of A: a layout that uses one is disqualified.',
      'The two-qubit error of 1 coupling: a layout that uses one is disqualified.',
      'Couplings of C: they are in no layout.',
    ])
  })

  it('is there at once and after the next start, until it is deleted, and comes back with its history', () => {
    const opened = openBackends()
    const { backends } = opened
    expect(backends.changes.add(request()).stored).toBe(true)
    expect(backends.get('dev-own-mock')).toMatchObject({ num_qubits: 9, added: true, online: true })
    expect(backends.get('dev-own')).toMatchObject({ mode: 'live' })
    expect(backends.get('dev-square')).toMatchObject({ added: false })
    expect(
      again(opened)
        .list()
        .map(({ backend_id }) => backend_id),
    ).toContain('dev-own')
    const figures = { ...backends.calibration('dev-own', 'current'), calibrated_at: '2026-11-21T08:00:00Z' }
    backends.importCalibration('dev-own', importOf(pentadFile(figures)))

    expect(backends.changes.delete('dev-own').deleted_at).toBe('2026-11-21T12:00:00.000Z')
    expect(() => backends.get('dev-own')).toThrow('no backend dev-own')
    expect(
      again(opened)
        .list()
        .map(({ backend_id }) => backend_id),
    ).not.toContain('dev-own')
    expect(backends.changes.restore('dev-own')).toEqual({ device_id: 'dev-own', deleted_at: null })
    expect(backends.calibrations('dev-own')).toHaveLength(2)
    expect(backends.changes.restore('dev-own').deleted_at).toBeNull()
  })

  it('takes the place of a deleted one of its id, whose history goes', () => {
    const { backends } = openBackends()
    backends.changes.add(request())
    const figures = { ...backends.calibration('dev-own', 'current'), calibrated_at: '2026-11-21T08:00:00Z' }
    backends.importCalibration('dev-own', importOf(pentadFile(figures)))
    backends.changes.delete('dev-own')
    backends.changes.add(request({ name: 'Second' }))
    expect(backends.get('dev-own')).toMatchObject({ name: 'Second' })
    expect(backends.calibrations('dev-own')).toHaveLength(1)
  })

  it('is refused where its id is taken, and nothing is kept of files that are', () => {
    const { backends } = openBackends()
    expect(() => backends.changes.add(request({ device_id: 'dev-square' }))).toThrow(/is a device dev-square already/)
    expect(() => backends.changes.add(request({ device_id: 'x-mock' }))).toThrow(/kept for the free counterpart/)
    expect(() => backends.changes.add(request({ files: [CSV_TEMPLATE[0]] }))).toThrow(/no table of couplings/)
    expect(() => backends.changes.add(request({ chiplets: { columns: 3, rows: 3 } }))).not.toThrow()
    expect(() => backends.changes.add(request({ device_id: 'y', grid_columns: 3 }))).toThrow(
      /labels that are no numbers/,
    )
    expect(backends.list()).toHaveLength(4)
  })

  it('is left out where the lab comes to have its id', () => {
    const opened = openBackends()
    opened.backends.changes.add(request())
    opened.store.db
      .prepare(
        "UPDATE added_devices SET device_id = 'dev-square', profile = json_set(profile, '$.device_id', 'dev-square')",
      )
      .run()
    const notices: string[] = []
    expect(again(opened, notices).list()).toHaveLength(2)
    expect(notices).toEqual([expect.stringContaining('added in the window is left out')])
  })
})

describe('what was made with a device or a snapshot', () => {
  const run = ({ store }: Opened, backend_id: string, calibration_id: string) =>
    store.db
      .prepare(`INSERT INTO runs (run_id, backend_id, logical_id, chiplet, status, simulated, request, calibration_id, warnings, plan, created_at)
        VALUES ('run-7', ?, 'l', 'c', 'ABORTED', 1, '{}', ?, '[]', ?, 0)`)
      .run(backend_id, calibration_id, 'a'.repeat(64))

  it('keeps the device, by name', () => {
    const opened = openBackends()
    opened.backends.changes.add(request())
    run(opened, 'dev-own-mock', 'cal-x')
    expect(() => opened.backends.changes.delete('dev-own')).toThrow(
      expect.objectContaining({ code: 'conflict', message: expect.stringContaining('run run-7 was made with it') }),
    )
    expect(() => opened.backends.changes.delete('dev-square')).toThrow(/belongs to the lab/)
    expect(() => opened.backends.changes.delete('dev-none')).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  it('keeps the snapshot, as being current does; others go and come back', () => {
    const opened = openBackends()
    const { backends } = opened
    const [kept, gone] = ['2026-09-01T00:00:00Z', '2026-10-01T00:00:00Z'].map(calibrated_at => {
      const file = pentadFile(snapshot({ calibrated_at }))
      return backends.importCalibration('dev-square', importOf(file)).calibration.calibration_id
    }) as [string, string]
    const { calibration_id: current } = backends.importCalibration(
      'dev-square',
      importOf(pentadFile(newer)),
    ).calibration
    run(opened, 'dev-square', kept)
    const { changes } = backends
    expect(() => changes.deleteCalibration('dev-square', kept)).toThrow(/run run-7 was made with it/)
    expect(() => changes.deleteCalibration('dev-square', current)).toThrow(/is the current snapshot/)
    expect(() => changes.deleteCalibration('dev-square', 'cal-none')).toThrow(/has no calibration/)
    const bundled = backends
      .calibrations('dev-square')
      .find(({ calibrated_at }) => calibrated_at === '2026-11-20T08:00:00Z')!
    expect(bundled.imported).toBe(false)
    expect(() => changes.deleteCalibration('dev-square', bundled.calibration_id)).toThrow(/came with the device/)
    const imported = backends.calibrations('dev-square').filter(each => each.imported)
    expect(imported.map(({ calibration_id }) => calibration_id).sort()).toEqual([kept, gone, current].sort())

    changes.deleteCalibration('dev-square', gone)
    expect(backends.calibrations('dev-square')).toHaveLength(3)
    expect(again(opened).calibrations('dev-square')).toHaveLength(3)
    expect(() => changes.deleteCalibration('dev-square', gone)).toThrow(/has no calibration/)
    expect(changes.restoreCalibration('dev-square', gone)).toEqual({ calibration_id: gone, deleted_at: null })
    expect(backends.calibrations('dev-square')).toHaveLength(4)
    changes.deleteCalibration('dev-square', gone)
    backends.importCalibration('dev-square', importOf(pentadFile(snapshot({ calibrated_at: '2026-10-01T00:00:00Z' }))))
    expect(backends.calibrations('dev-square')).toHaveLength(4)
    expect(() => changes.restoreCalibration('dev-square', 'cal-none')).toThrow(/has no calibration/)
  })
})
