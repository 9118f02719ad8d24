import { describe, expect, it } from 'vitest'
import { breakEvenPlot, breakEvenTable, crossingWords } from '../../../../renderer/src/draw/studies/break-even-plot'
import { studyCsv } from '../../../../renderer/src/draw/studies/csv'
import { estimateOf, sampleStudy } from '../../samples/studies'

const study = sampleStudy()
const drawn = (chart: ReturnType<typeof breakEvenPlot>) => chart.traces.filter(({ showlegend }) => showlegend !== false)
const shapes = (chart: ReturnType<typeof breakEvenPlot>) => chart.layout!.shapes as Record<string, unknown>[]

describe('the break-even plot', () => {
  it('draws a line with its band for each kind and each qubit compared with', () => {
    const two = sampleStudy({}, ['all', 'idle'])
    expect(drawn(breakEvenPlot(two, ['best', 'median'], 'light'))).toHaveLength(4)
    expect(breakEvenPlot(two, ['best'], 'light').traces).toHaveLength(6)
  })

  it('tells best from median by dash and symbol, not by colour alone', () => {
    const [best, median] = drawn(breakEvenPlot(study, ['best', 'median'], 'dark')) as { line: object; marker: object }[]
    expect(best!.line).not.toEqual(median!.line)
    expect(best!.marker).toMatchObject({ symbol: 'circle' })
    expect(median!.marker).toMatchObject({ symbol: 'diamond' })
  })

  it('orders points by factor, however they came', () => {
    const mixed = { ...study, points: [...study.points].reverse() }
    const [line] = drawn(breakEvenPlot(mixed, ['best'], 'light'))
    expect(line!.x).toEqual(study.request.scales)
  })

  it('leaves out gains that are not known and never gives a logarithmic axis a 0', () => {
    const [first, second, ...rest] = study.points
    const none = { estimate: estimateOf(null), verdict: 'inconclusive' as const }
    const wide = { estimate: { ...estimateOf(2), low: 0 }, verdict: 'inconclusive' as const }
    const partial = {
      ...study,
      points: [{ ...first!, gain_best: none }, { ...second!, gain_best: wide }, ...rest],
    }
    const chart = breakEvenPlot(partial, ['best'], 'light')
    for (const trace of chart.traces) {
      expect(trace.x).toHaveLength(study.points.length - 1)
      for (const y of trace.y as number[]) expect(y).toBeGreaterThan(0)
    }
  })

  it('marks gain 1 and the crossing with its interval', () => {
    const marks = shapes(breakEvenPlot(study, ['best'], 'light'))
    expect(marks).toContainEqual(expect.objectContaining({ type: 'line', y0: 1, y1: 1 }))
    expect(marks).toContainEqual(expect.objectContaining({ type: 'rect', x0: 0.4 * 0.9, x1: 0.4 * 1.1 }))
    expect(marks).toContainEqual(expect.objectContaining({ type: 'line', x0: 0.4, x1: 0.4 }))
  })

  it('shades as far as the factors asked where an end of the interval lies beyond them', () => {
    const [best] = study.crossings
    const open = { ...study, crossings: [{ ...best!, factor: { ...best!.factor, low: null } }] }
    const marks = shapes(breakEvenPlot(open, ['best'], 'light'))
    expect(marks).toContainEqual(expect.objectContaining({ type: 'rect', x0: 0.05, x1: 0.4 * 1.1 }))
  })

  it('draws no crossing where there is none, and says so in words', () => {
    expect(shapes(breakEvenPlot(study, ['median'], 'light'))).toHaveLength(1)
    expect(study.crossings.map(crossingWords)).toEqual([
      'all errors must fall to 0.4 of what they are',
      'all errors: no crossing within the factors asked, against the median qubit',
    ])
    expect(crossingWords({ ...study.crossings[0]!, text: '' })).toContain('0.400 [0.360, 0.440]')
  })

  it('has a table with intervals and a CSV with a line for each figure', () => {
    const table = breakEvenTable(study)
    for (const row of table.rows) expect(row).toHaveLength(table.columns.length)
    const lines = studyCsv(study).trim().split('\r\n')
    expect(lines).toHaveLength(1 + study.points.length * 6 + study.crossings.length)
    for (const line of lines) expect(line.split(',')).toHaveLength(11)
    expect(lines.at(-1)).toContain('crossing_median,,,')
  })

  it('draws an empty map without a trace', () => {
    expect(breakEvenPlot({ ...study, points: [], crossings: [] }, ['best'], 'light').traces).toEqual([])
  })
})
