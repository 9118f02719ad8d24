import { describe, expect, it } from 'vitest'
import type { FigureRecord } from '../../../../renderer/src/draw/comparison/headline'
import {
  errorPerRoundTable,
  gainTable,
  RUN_FIGURES,
  residualTable,
} from '../../../../renderer/src/draw/comparison/run-figures'
import { panelsOf } from '../../../../renderer/src/draw/figures/model'
import { gainText } from '../../../../renderer/src/draw/runs/run-text'
import { sampleComparison, sampleEstimate, sampleRecord } from '../../samples/runs'

const comparison = sampleComparison()
const record = (part: object): FigureRecord => ({ ...sampleRecord(), comparison: { ...comparison, ...part } })
const panelOf = (file: string, of: FigureRecord) => {
  const figure = RUN_FIGURES.find(each => each.file === file)!.figure(of, 'light', 86)
  return figure && panelsOf(figure)[0]!
}
const gain = (value: number | null, verdict: 'gain' | 'no_gain' | 'inconclusive') => ({
  estimate: sampleEstimate(value),
  verdict,
})

it('leaves under a name that the headline figure never has', () =>
  expect(RUN_FIGURES.map(({ file }) => file).filter(file => ['error', 'survival', 'predicted'].includes(file))).toEqual(
    [],
  ))

describe('the figure of the logical gain', () => {
  it('says each verdict in words beside its interval, and keeps 1 in sight', () => {
    const { y, x, rules } = panelOf('gain', record({ gain_best: gain(40, 'gain') }))!
    expect(y.names).toEqual(['Best (qubit 0): gain', 'Median (qubit 1): loss'])
    expect(x.range[0]).toBeLessThan(0.45)
    expect(x.range[1]).toBeGreaterThan(44)
    expect(rules).toEqual([{ along: 'y', at: 1 }])
  })

  it('leaves out a gain that has no figure, and is none where none has', () => {
    const one = { gain_best: gain(null, 'inconclusive') }
    expect(panelOf('gain', record(one))!.series).toHaveLength(1)
    expect(panelOf('gain', record({ ...one, gain_median: gain(null, 'inconclusive') }))).toBeNull()
  })

  it('draws a bound as one, towards where the gain lies', () => {
    const bounded = { estimate: { ...sampleEstimate(null), high: 0.42 }, verdict: 'no_gain' as const }
    expect(panelOf('gain', record({ gain_best: bounded }))!.series[0]!.points).toMatchObject([
      { x: 0.42, bound: 'below', low: null, tip: '< 0.42 ×' },
    ])
    expect(gainText(bounded)).toBe('< 0.42 ×, loss')
  })

  it('keeps the verdict in its table where there is no figure', () => {
    const { rows } = gainTable({ ...comparison, gain_best: gain(null, 'inconclusive') })
    expect(rows[0]!.at(-1)).toBe('Inconclusive')
    expect(gainText(gain(null, 'inconclusive'))).toBe('no figure, inconclusive')
    expect(gainText(gain(0.5, 'no_gain'))).toBe('0.500 [0.450, 0.550] ×, loss')
  })
})

describe('the figure of errors per round', () => {
  const encodedWith = (error_per_round: object) => ({
    encoded: { ...comparison.encoded, fit: { ...comparison.encoded.fit!, error_per_round } },
  })

  it('leaves out a series without an estimate', () => {
    const unknown = encodedWith({ ...sampleEstimate(null), low: null, high: null })
    expect(panelOf('error-per-round', record(unknown))!.series).toHaveLength(2)
  })

  it('draws a fitted error of 0 as its upper limit, since a logarithmic axis has no 0', () => {
    const zero = encodedWith({ ...sampleEstimate(0), high: 0.001 })
    expect(panelOf('error-per-round', record(zero))!.series[0]!.points).toMatchObject([{ x: 0.001, bound: 'below' }])
  })

  it('has the predicted error under the measured one, in the table too', () => {
    const error = { measured: sampleEstimate(0.09), predicted: sampleEstimate(0.085) }
    expect(panelOf('error-per-round', record({ error }))!.y.names!.slice(0, 2)).toEqual([
      'Encoded',
      'Encoded, predicted',
    ])
    const { rows } = errorPerRoundTable({ ...comparison, error })
    expect(rows[1]!.slice(0, 2)).toEqual(['Encoded, predicted', '8.50 [7.65, 9.35] %'])
  })

  it('distinguishes residuals of a basis from those of all together', () => {
    const residuals = [{ rounds: 2, basis: 'Z' as const, residual: 0.5 }]
    const marked = { ...comparison, encoded: { ...comparison.encoded, fit: { ...comparison.encoded.fit!, residuals } } }
    expect(
      residualTable(marked)
        .rows.slice(0, 2)
        .map(row => row.slice(1, 3)),
    ).toEqual([
      ['Z', 2],
      ['all', 1],
    ])
  })
})
