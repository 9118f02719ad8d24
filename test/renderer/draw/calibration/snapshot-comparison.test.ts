import { describe, expect, it } from 'vitest'
import {
  comparedRows,
  comparisonCsv,
  figureChangeText,
} from '../../../../main/contract/calibration/snapshot-comparison'
import {
  COMPARED_COLUMNS,
  changesById,
  comparedByDefault,
  partIdOf,
} from '../../../../renderer/src/draw/calibration/snapshot-comparison'
import { profile, snapshot } from '../../../main/backends/samples'

const device = profile()
const before = snapshot()
const changed = (changes: object, at = 0) => ({
  ...before,
  qubits: before.qubits.map((qubit, index) => (index === at ? { ...qubit, ...changes } : qubit)),
})

describe('two snapshots compared', () => {
  it('put the largest change for the worse first, of lifetimes and of errors', () => {
    const after = {
      ...changed({
        t1_us: before.qubits[0]!.t1_us! / 3,
        readout_fidelity: 1 - (1 - before.qubits[0]!.readout_fidelity!) / 2,
      }),
      edges: before.edges.map((edge, at) => (at === 1 ? { ...edge, fidelity: 1 - (1 - edge.fidelity!) * 2 } : edge)),
    }
    const rows = comparedRows(device, before, after)
    expect(rows.slice(0, 2).map(({ figure, worse }) => [figure, worse])).toEqual([
      ['t1', expect.closeTo(3)],
      ['cz', expect.closeTo(2)],
    ])
    const better = rows.find(row => partIdOf(row) === 'q0' && row.figure === 'readout')!
    expect(better.worse).toBeCloseTo(0.5)
    expect(rows.slice(0, 2).map(figureChangeText)).toEqual(['× 3.00 worse', '× 2.00 worse'])
    expect(figureChangeText(better)).toBe('× 2.00 better')
    const change = COMPARED_COLUMNS.find(({ key }) => key === 'worse')!
    expect([453.3, 10, 1 / 12.34].map(ratio => change.write(ratio))).toEqual(['× 453', '× 10.0', '÷ 12.3'])
    expect(changesById(rows, 't1').get('q0')).toBeCloseTo(3)
    expect(changesById(rows, 'readout').get('q0')).toBeCloseTo(0.5)
  })

  it('are the other way round the inverse', () => {
    const after = changed({ t1_us: 7, fidelity_1q: 0.99 })
    const there = comparedRows(device, before, after)
    const back = new Map(comparedRows(device, after, before).map(row => [`${partIdOf(row)} ${row.figure}`, row.worse]))
    for (const row of there)
      expect(back.get(`${partIdOf(row)} ${row.figure}`)).toEqual(
        row.worse === null ? null : expect.closeTo(1 / row.worse),
      )
  })

  it('say what has a figure in one of them only, and leave out what neither has', () => {
    const rows = comparedRows(device, changed({ t1_us: null, reset_fidelity: null }), {
      ...changed({ out_of_service: 'dead' }, 1),
    })
    const of = (id: string, figure: string) => rows.find(row => partIdOf(row) === id && row.figure === figure)
    expect(figureChangeText(of('q0', 't1')!)).toBe('no figure before')
    expect(figureChangeText(of('q1', 't1')!)).toBe('no figure any more')
    expect(rows.every(row => row.before !== null || row.after !== null)).toBe(true)
    expect(rows.findIndex(({ worse }) => worse === null)).toBeGreaterThan(
      rows.findLastIndex(({ worse }) => worse !== null),
    )
  })

  it('leave as CSV with units and both ids, and no formula in it', () => {
    const labelled = { ...device, qubits: device.qubits.map(qubit => ({ ...qubit, label: `=${qubit.label}` })) }
    const lines = comparisonCsv(comparedRows(labelled, before, before), '=cal-1', 'cal-2').split('\r\n')
    expect(lines[0]).toBe('part,figure,unit,before (=cal-1),after (cal-2),"ratio, above 1 is worse"')
    expect(lines.some(line => /(^|,)=/.test(line))).toBe(false)
    expect(lines.filter(line => line.includes('us,')).length).toBeGreaterThan(0)
  })
})

describe('what is compared before anything is chosen', () => {
  const day = (of: number) => `2026-11-0${of}T08:00:00Z`
  const stored = (id: string, calibrated: number | null, current = false) => ({
    calibration_id: id,
    calibrated_at: calibrated === null ? null : day(calibrated),
    imported_at: day(9),
    current,
  })

  it('is the current snapshot after the one imported before it', () => {
    const both = [stored('new', 2, true), stored('old', 1)]
    expect(comparedByDefault(both)).toEqual({ before: 'old', after: 'new' })
  })

  it('goes with the time of the figures where an older snapshot was made the current one', () => {
    expect(comparedByDefault([stored('new', 2), stored('old', 1, true)])).toEqual({ before: 'old', after: 'new' })
    const older = [stored('imported later, measured earlier', 1, true), stored('first', 2)]
    expect(comparedByDefault(older)).toEqual({ before: 'imported later, measured earlier', after: 'first' })
  })

  it('takes figures without a date for as old as their import', () => {
    const undated = [stored('undated', null, true), stored('dated', 3)]
    expect(comparedByDefault(undated)).toEqual({ before: 'dated', after: 'undated' })
  })

  it('is nothing where there is one snapshot only', () => {
    expect(comparedByDefault([stored('one', 1, true)])).toBeNull()
  })
})
