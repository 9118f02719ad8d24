import { expect, it } from 'vitest'
import {
  acceptancePlot,
  errorPerRoundPlot,
  withRunName,
} from '../../../../renderer/src/draw/comparison/diagnostic-plots'
import { sampleComparison } from '../../samples/runs'

const run = { run_id: '0b1e6f0e-2f5f-4c43-9d5a-0a7f5e1d2c3b' }

it.each([
  ['error per round', errorPerRoundPlot],
  ['acceptance', acceptancePlot],
])(
  'the plot of %s names its run on a line of its own under the axis title, and keeps the rest of the axis',
  (_, plot) => {
    const chart = plot(sampleComparison(), 'light')
    const axisOf = ({ layout }: typeof chart) => layout!.xaxis as { title: { text: string } }
    const { title, ...rest } = axisOf(withRunName(chart, run))
    expect(title.text).toBe(`${axisOf(chart).title.text}<br>run 0b1e6f0e`)
    expect(axisOf(chart)).toMatchObject(rest)
  },
)

it('a plot without an axis title names its run all the same', () => {
  expect(withRunName({ traces: [] }, run).layout).toEqual({ xaxis: { title: { text: '<br>run 0b1e6f0e' } } })
})
