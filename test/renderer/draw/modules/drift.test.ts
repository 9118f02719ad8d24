import { describe, expect, it } from 'vitest'
import { FIGURE_TERMS, INKS } from '../../../../renderer/src/draw/charts/colours'
import { composed } from '../../../../renderer/src/draw/figures/compose'
import { figureCsv } from '../../../../renderer/src/draw/figures/data'
import type { Shape } from '../../../../renderer/src/draw/figures/drawing'
import { panelsOf } from '../../../../renderer/src/draw/figures/model'
import { driftFigure, snapshotNames } from '../../../../renderer/src/draw/modules/drift-figure'
import {
  DRIFT_TERMS,
  driftMoveText,
  driftTable,
  gainWords,
  signedFaults,
} from '../../../../renderer/src/draw/modules/drift-text'
import { sampleDrift } from '../../samples/drift'
import { lightnessOf } from '../greyscale'

const drift = sampleDrift()
const figure = driftFigure(drift, { scheme: 'light', width: 86, simulated: true })
const [panel] = panelsOf(figure)
const series = (name: string) => panel!.series.find(each => each.name === name)!

const within = (shapes: readonly Shape[]): Shape[] =>
  shapes.flatMap(shape => (shape.kind === 'clip' ? within(shape.shapes) : [shape]))

describe('the figure of drift', () => {
  it('stacks the terms to Δ_round, snapshot by snapshot, each on those before it', () => {
    const bars = panel!.series.flatMap(each => each.bars?.of ?? [])
    drift.points.forEach(({ terms }, at) => {
      const stack = bars.filter(({ x }) => x === at)
      expect(stack).toHaveLength(terms === null ? 0 : DRIFT_TERMS.length)
      let height = 0
      for (const { y, base } of stack) {
        expect(base).toBeCloseTo(height, 12)
        height += y
      }
      expect(height).toBeCloseTo(terms?.total ?? 0, 12)
      expect(height).toBeLessThan(panel!.y.range[1])
    })
  })

  it('shows what the current layout would cost, and nothing where it cannot be', () => {
    expect(series('current layout under that snapshot').points.map(({ x, y }) => [x, y])).toEqual(
      drift.points.flatMap(({ current_layout_score: y }, x) => (y === null ? [] : [[x, y]])),
    )
  })

  it('marks moved layouts and snapshots without a module, and says why there is none', () => {
    expect(series('layout moved').points.map(({ x, y }) => [x, y])).toEqual([[1, drift.points[1]!.terms!.total]])
    expect(series('no module').points.map(({ x, tip }) => [x, tip])).toEqual([[2, 'cal-3, Vetoes leave no layout.']])
    expect(figure.legend.map(({ name }) => name)).toEqual(panel!.series.map(({ name }) => name))
  })

  it('names snapshots by their day, by the time too where two are of one day, and by their id without a time', () => {
    const point = (calibration_id: string, calibrated_at: string | null) => ({ calibration_id, calibrated_at })
    expect(
      snapshotNames([
        point('cal-20260416T150203Z-0e43ddbb79', null),
        point('a', '2026-04-16T15:02:03Z'),
        point('b', '2026-04-16T09:30:00Z'),
        point('c', '2026-04-17T09:30:00Z'),
      ]),
    ).toEqual(['…0e43ddbb79', '2026-04-16 15:02', '2026-04-16 09:30', '2026-04-17'])
  })

  it('leaves as data with each term by itself and the id of its snapshot', () => {
    const rows = figureCsv(figure).split('\r\n')
    expect(rows.filter(row => row.includes(',bar,'))).toHaveLength(3 * DRIFT_TERMS.length)
    const idle = `Δ_round by calibration snapshot,idle,bar,1,${drift.points[1]!.terms!.idle},,,,cal-2,,`
    expect(rows.filter(row => row.startsWith(idle))).toHaveLength(1)
  })

  it('says that it is simulated where it is', () => {
    const measured = driftFigure(drift, { scheme: 'dark', width: 178, simulated: false })
    expect([figure.stamp, measured.stamp]).toEqual(['SIMULATED', null])
    expect([figure.alt, measured.alt].map(alt => alt.startsWith('Simulated.'))).toEqual([true, false])
  })

  it('has an empty axis where no snapshot has a module', () => {
    const none = { ...drift, points: [drift.points[2]!], changes: [] }
    const [empty] = panelsOf(driftFigure(none, { scheme: 'light', width: 86, simulated: true }))
    expect(empty!.series.map(({ name }) => name)).toContain('no module')
    expect(empty!.y.range[1]).toBeGreaterThan(0)
  })

  it('draws terms that differ in greyscale, outlined in ink', () => {
    const lightness = Object.values(FIGURE_TERMS)
      .map(lightnessOf)
      .toSorted((a, b) => a - b)
    for (const [at, one] of lightness.slice(1).entries()) expect(one - lightness[at]!).toBeGreaterThan(12)
    const outlines = within(composed(figure, 'light').shapes).flatMap(shape =>
      shape.kind === 'area' && shape.tip?.includes('faults a round under') && shape.places.length === 4 && shape.stroke
        ? [shape.stroke.colour]
        : [],
    )
    expect(outlines).toHaveLength(3 * DRIFT_TERMS.length + 3)
    expect(new Set(outlines)).toEqual(new Set([INKS.light.ink]))
  })
})

describe('the table of drift', () => {
  it('has the same snapshots, a dash where there is no figure', () => {
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
      'had to move: the previous layout is no longer possible',
      '—',
    ])
    expect([signedFaults(0.1), signedFaults(-0.1), signedFaults(null)]).toEqual(['+0.1', '−0.1', '—'])
  })
})
