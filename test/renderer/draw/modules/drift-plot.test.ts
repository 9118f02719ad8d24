import { describe, expect, it } from 'vitest'
import {
  DRIFT_TERMS,
  driftMoveText,
  driftPlot,
  driftTable,
  gainWords,
  signedFaults,
  snapshotLabel,
  tickText,
} from '../../../../renderer/src/draw/modules/drift-plot'
import { sampleDrift } from '../../samples/drift'

const drift = sampleDrift()
const chart = driftPlot(drift, 'light')
const trace = (name: string) => chart.traces.find(each => each.name === name)!

describe('the plot of drift', () => {
  it('stacks the terms to Δ_round, snapshot by snapshot', () => {
    const stacks = chart.traces.filter(({ type }) => type === 'bar')
    expect(stacks).toHaveLength(DRIFT_TERMS.length)
    drift.points.forEach((point, at) => {
      const sum = stacks.reduce((total, { y }) => total + ((y as (number | null)[])[at] ?? 0), 0)
      expect(sum).toBeCloseTo(point.terms?.total ?? 0, 12)
    })
  })

  it('shows what the current layout would cost, with a gap where it cannot be', () => {
    expect(trace('current layout under that snapshot').y).toEqual(drift.points.map(each => each.current_layout_score))
  })

  it('marks moved layouts and snapshots without one', () => {
    const marks = chart.layout!.annotations as { x: string; text: string }[]
    expect(marks.map(({ x, text }) => [x, text])).toEqual([
      [snapshotLabel(drift.points[1]!), '▼ moved'],
      [snapshotLabel(drift.points[2]!), '✕'],
    ])
  })

  it('distinguishes two snapshots of one day', () => {
    const [first] = drift.points
    expect(snapshotLabel(first!)).not.toBe(snapshotLabel({ ...first!, calibration_id: 'other' }))
    expect(snapshotLabel({ ...first!, calibrated_at: null })).toBe('cal-1')
  })

  it('writes short ids under the bars, whole ones where they fit', () => {
    const [first] = drift.points
    expect(tickText({ ...first!, calibration_id: 'cal-20260416T150203Z-0e43ddbb79' })).toMatch(/<br>…0e43ddbb79$/)
    expect(tickText({ ...first!, calibrated_at: null })).toBe('cal-1')
    expect((chart.layout!.xaxis as { tickvals: string[] }).tickvals).toEqual(drift.points.map(snapshotLabel))
  })

  it('has a table of the same snapshots, a dash where there is no figure', () => {
    const table = driftTable(drift)
    for (const row of table.rows) expect(row).toHaveLength(table.columns.length)
    expect(table.rows.map(row => row.at(-1))).toEqual(['as before', 'moved', 'none', 'as before'])
    expect(table.rows[2]![3]).toBe('—')
  })
})

describe('a change', () => {
  it('names the roles that moved, those that went away too', () => {
    expect(drift.changes.map(driftMoveText)).toEqual(['D2 6 → 8, D4 8 → none', '—', '—'])
  })

  it('says what moving was worth, or that it had to', () => {
    expect(drift.changes.map(gainWords)).toEqual([
      '+0.04 faults a round',
      'had to move: the layout before cannot stay',
      '—',
    ])
    expect([signedFaults(0.1), signedFaults(-0.1), signedFaults(null)]).toEqual(['+0.1', '−0.1', '—'])
  })
})
