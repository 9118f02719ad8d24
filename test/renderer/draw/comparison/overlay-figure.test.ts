import { describe, expect, it } from 'vitest'
import { MAX_OVERLAYS, overlayFigure, overlayTable } from '../../../../renderer/src/draw/comparison/overlay-figure'
import { panelsOf } from '../../../../renderer/src/draw/figures/model'
import { sampleComparison } from '../../samples/runs'

const overlaid = ['first', 'second'].map(name => ({ name, comparison: sampleComparison() }))
const seriesIn = (of: typeof overlaid, physical = true) =>
  panelsOf(overlayFigure(of, { quantity: 'survival', scheme: 'light', width: 178, simulated: true, physical }))[0]!
    .series

describe('an overlay of runs', () => {
  it('names every series by its run, in one colour a run and one mark a series', () => {
    const series = seriesIn(overlaid)
    expect(series.map(({ name }) => name)).toEqual([
      'first, encoded',
      'first, best physical',
      'second, encoded',
      'second, best physical',
    ])
    const looks = series.map(({ look }) => look)
    expect(looks[0]!.colour).toBe(looks[1]!.colour)
    expect(looks[0]!.colour).not.toBe(looks[2]!.colour)
    expect(new Set(looks.map(({ mark }) => mark)).size).toBe(4)
  })

  it('leaves the physical qubits out where both are of the same run', () =>
    expect(seriesIn(overlaid, false)).toHaveLength(2))

  it('distinguishes as many as it says', () => {
    const many = Array.from({ length: MAX_OVERLAYS }, (_, at) => ({ ...overlaid[0]!, name: String(at) }))
    expect(new Set(seriesIn(many, false).map(({ look }) => look.mark)).size).toBe(MAX_OVERLAYS)
  })

  it('has every point in its table, with the run it is of', () => {
    const { columns, rows } = overlayTable(overlaid)
    expect(columns[0]).toBe('Run')
    expect(rows).toHaveLength(24)
    for (const row of rows) expect(row).toHaveLength(columns.length)
  })
})
