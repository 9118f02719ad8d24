import { describe, expect, it } from 'vitest'
import { MAX_OVERLAYS, overlayPlot, overlayTable } from '../../../../renderer/src/draw/comparison/overlay-plot'
import { sampleComparison } from '../../samples/runs'

const overlaid = ['first', 'second'].map(name => ({ name, comparison: sampleComparison() }))
const points = (chart: ReturnType<typeof overlayPlot>) => chart.traces.filter(trace => trace.mode === 'markers')

describe('an overlay of runs', () => {
  it('names every series by its run, and gives each its own colour, symbol and size', () => {
    const traces = points(overlayPlot(overlaid, 'light'))
    expect(traces.map(trace => trace.name)).toEqual([
      'first, encoded',
      'first, best physical',
      'second, encoded',
      'second, best physical',
    ])
    const markers = traces.map(trace => trace.marker as { color: string; symbol: string; size: number })
    expect(markers[0]!.color).toBe(markers[1]!.color)
    expect(markers[0]!.color).not.toBe(markers[2]!.color)
    expect(new Set(markers.map(({ symbol }) => symbol)).size).toBe(4)
    expect(markers[2]!.size).toBeLessThan(markers[0]!.size)
  })

  it('leaves the physical qubits out where both are of the same run', () =>
    expect(points(overlayPlot(overlaid, 'dark', false))).toHaveLength(2))

  it('tells as many apart as it says', () => {
    const many = Array.from({ length: MAX_OVERLAYS }, (_, at) => ({ ...overlaid[0]!, name: String(at) }))
    const looks = points(overlayPlot(many, 'light', false)).map(trace => JSON.stringify(trace.marker))
    expect(new Set(looks).size).toBe(MAX_OVERLAYS)
  })

  it('has every point in its table, with the run it is of', () => {
    const { columns, rows } = overlayTable(overlaid)
    expect(columns[0]).toBe('Run')
    expect(rows).toHaveLength(24)
    for (const row of rows) expect(row).toHaveLength(columns.length)
  })
})
