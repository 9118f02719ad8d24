import { describe, expect, it } from 'vitest'
import { liveSurvivalFigure, liveSurvivalTable } from '../../../../renderer/src/draw/comparison/live-survival'
import { panelsOf } from '../../../../renderer/src/draw/figures/model'

const COUNTS = [
  { of: 'physical', rounds: 4, shots: 100, accepted: 100, failures: 10 },
  { of: 'encoded', rounds: 2, shots: 200, accepted: 50, failures: 5 },
  { of: 'encoded', rounds: 0, shots: 100, accepted: 0, failures: 0 },
] as const

const panel = () => panelsOf(liveSurvivalFigure(COUNTS, { most: 8, simulated: true, scheme: 'light', width: 86 }))[0]!

describe('survival so far', () => {
  it('is of the kept shots, with an interval around it', () => {
    const { columns, rows } = liveSurvivalTable(COUNTS)
    expect(rows.every(row => row.length === columns.length)).toBe(true)
    expect(rows.map(row => [row[1], row[5]])).toEqual([
      [0, '—'],
      [2, '90.0 %'],
      [4, '90.0 %'],
    ])
    // Without accepted shots there is no point.
    const points = panel().series.map(series => series.points)
    expect(points.map(some => some.map(({ y }) => y))).toEqual([[0.9], [0.9]])
    for (const [{ y, low, high }] of points as [(typeof points)[0][0]][]) {
      expect(high).toBeGreaterThan(y)
      expect(y - low!).toBeGreaterThan(high! - y)
    }
  })

  it('has the axis of the whole run from its first point', () => expect(panel().x.range[1]).toBeCloseTo(8.4))
})
