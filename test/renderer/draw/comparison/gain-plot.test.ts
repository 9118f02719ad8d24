import { describe, expect, it } from 'vitest'
import { gainPlot, gainTable, gainText } from '../../../../renderer/src/draw/comparison/gain-plot'
import { sampleComparison, sampleEstimate } from '../../samples/runs'

const comparison = sampleComparison()
const gain = (value: number | null, verdict: 'gain' | 'no_gain' | 'inconclusive') => ({
  estimate: sampleEstimate(value),
  verdict,
})

describe('the plot of the logical gain', () => {
  it('says each verdict in words beside its interval, and keeps 1 in sight', () => {
    const { traces, layout } = gainPlot({ ...comparison, gain_best: gain(40, 'gain') }, 'light')!
    expect(traces.map(trace => trace.text)).toEqual([['Gain'], ['No gain']])
    const [low, high] = (layout!.xaxis as { range: [number, number] }).range
    expect(low).toBeLessThan(Math.log10(0.45))
    expect(high).toBeGreaterThan(Math.log10(44))
    expect(layout!.shapes).toMatchObject([{ x0: 1, x1: 1 }])
  })

  it('leaves out a gain that has no figure, and is no plot where none has', () => {
    const one = { ...comparison, gain_best: gain(null, 'inconclusive') }
    expect(gainPlot(one, 'light')!.traces).toHaveLength(1)
    expect(gainPlot({ ...one, gain_median: gain(null, 'inconclusive') }, 'light')).toBeNull()
  })

  it('draws a bound as an open arrowhead towards where the gain lies, and says that it is one', () => {
    const bounded = { estimate: { ...sampleEstimate(null), high: 0.42 }, verdict: 'no_gain' as const }
    const [trace] = gainPlot({ ...comparison, gain_best: bounded }, 'light')!.traces
    expect(trace).toMatchObject({
      x: [0.42],
      text: ['No gain: < 0.42 ×, a bound'],
      marker: { symbol: 'triangle-left-open' },
    })
    expect(trace!.error_x).toBeUndefined()
    expect(gainText(bounded)).toBe('< 0.42 ×, no gain')
  })

  it('keeps the verdict in its table where there is no figure', () => {
    const { rows } = gainTable({ ...comparison, gain_best: gain(null, 'inconclusive') })
    expect(rows[0]!.at(-1)).toBe('Inconclusive')
    expect(gainText(gain(null, 'inconclusive'))).toBe('no figure, inconclusive')
    expect(gainText(gain(0.5, 'no_gain'))).toBe('0.5 × [0.45 ×, 0.55 ×], no gain')
  })
})
