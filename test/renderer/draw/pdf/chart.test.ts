import { describe, expect, it } from 'vitest'
import {
  acceptancePlot,
  errorPerRoundPlot,
  residualPlot,
} from '../../../../renderer/src/draw/comparison/diagnostic-plots'
import { gainPlot } from '../../../../renderer/src/draw/comparison/gain-plot'
import { survivalPlot } from '../../../../renderer/src/draw/comparison/survival-plot'
import { chartOperators } from '../../../../renderer/src/draw/pdf/chart'
import { sampleComparison, sampleEstimate } from '../../samples/runs'

const BOX = { x: 50, y: 100, width: 400, height: 250 }
const comparison = sampleComparison()
const drawn = (chart: Parameters<typeof chartOperators>[0]) => chartOperators(chart, BOX).join('\n')
const ellipses = (operators: string) => operators.match(/ c( f| S)$/gm)?.length ?? 0

describe('a chart on paper', () => {
  it('draws a band, a curve and the points of each series', () => {
    const operators = drawn(survivalPlot(comparison, 'light'))
    expect(operators.match(/\/Band gs/g)).toHaveLength(3)
    // Four encoded points and one in the legend.
    expect(ellipses(operators)).toBe(5)
  })

  it('lays a point where its value is', () => {
    const chart = {
      traces: [{ x: [5], y: [0.5], mode: 'markers', marker: { color: '#000000', symbol: 'circle', size: 10 } }],
      layout: { xaxis: { range: [0, 10] }, yaxis: { range: [0, 1] } },
    }
    const [, x, y] = /\n0 0 0 rg ([\d.]+) ([\d.]+) m [^\n]* c f/.exec(drawn(chart))!.map(Number) as [
      number,
      number,
      number,
    ]
    const [, left, bottom, width, height] = /q ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re W n/
      .exec(drawn(chart))!
      .map(Number) as [number, number, number, number, number]
    expect(x - 3.4).toBeCloseTo(left + width / 2, 1)
    expect(y).toBeCloseTo(bottom + height / 2, 1)
  })

  it('draws every chart of a run without a number that is none', () => {
    const charts = [survivalPlot, gainPlot, errorPerRoundPlot, residualPlot, acceptancePlot].map(plot =>
      plot(comparison, 'light'),
    )
    for (const chart of charts) expect(drawn(chart!)).not.toMatch(/NaN|Infinity|undefined|e[-+]\d/)
  })

  it('draws an interval that reaches 0 on a logarithmic axis to its edge', () => {
    const gain = { estimate: { ...sampleEstimate(0.5), low: 0, high: 2 }, verdict: 'inconclusive' as const }
    const operators = drawn(gainPlot({ ...comparison, gain_best: gain }, 'light')!)
    expect(operators).not.toMatch(/NaN|Infinity/)
  })

  it('draws axes where there is nothing to draw', () => expect(drawn({ traces: [] })).toContain(' re W n'))
})
