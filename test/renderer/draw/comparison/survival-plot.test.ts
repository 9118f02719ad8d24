import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decayCurve, survivalAfter } from '../../../../renderer/src/draw/comparison/decay-curve'
import {
  acceptancePlot,
  errorPerRoundPlot,
  residualPlot,
  residualTable,
  withRunName,
} from '../../../../renderer/src/draw/comparison/diagnostic-plots'
import { seriesOf } from '../../../../renderer/src/draw/comparison/series'
import {
  errorBars,
  survivalOf,
  survivalPlot,
  survivalTable,
} from '../../../../renderer/src/draw/comparison/survival-plot'
import { sampleComparison, sampleEstimate } from '../../samples/runs'

const comparison = sampleComparison()
const traceNamed = (name: string, traces: readonly Record<string, unknown>[]) =>
  traces.find(trace => trace.name === name)!

const fitWith = (spam: number, error_by_basis?: number[]) => ({
  ...comparison.encoded.fit!,
  spam: sampleEstimate(spam),
  ...(error_by_basis && { error_by_basis }),
})

describe('the survival plot', () => {
  it('shows encoded, best and median, each with points, curve and band', () => {
    expect(seriesOf(comparison).map(series => series.name)).toEqual([
      'Encoded',
      'Best physical (qubit 0)',
      'Median physical (qubit 1)',
    ])
    const { traces } = survivalPlot(comparison, 'light')
    expect(traces).toHaveLength(12)
    expect(traces.filter(trace => trace.fill === 'tonexty')).toHaveLength(3)
  })

  it('mirrors the interval of the error into that of survival', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        const error = { ...sampleEstimate(low), low, value: low, high }
        expect(survivalOf({ error })).toMatchObject({ low: 1 - high, value: 1 - low, high: 1 - low })
      }),
    )
  })

  it('draws bars as distances that lead back to the ends of the interval', () => {
    const figure = { value: 0.3, low: 0.25, high: 0.4, confidence: 0.95, method: 'x' }
    const bars = errorBars([figure], '#000000')
    expect(0.3 + bars.array[0]!).toBeCloseTo(0.4, 12)
    expect(0.3 - bars.arrayminus[0]!).toBeCloseTo(0.25, 12)
  })

  it('leaves out points at which nothing was accepted instead of drawing 0', () => {
    const empty = { ...comparison.encoded.pooled[3]!, accepted: 0, failures: 0, error: sampleEstimate(null) }
    const thinned = {
      ...comparison,
      encoded: { ...comparison.encoded, pooled: [...comparison.encoded.pooled.slice(0, 3), empty] },
    }
    expect(traceNamed('Encoded', survivalPlot(thinned, 'dark').traces).x).toEqual([1, 2, 4])
    expect(survivalTable(thinned).rows[3]).toContain('—')
  })

  it('starts the curve at the SPAM value and keeps the band around it', () => {
    const curve = decayCurve(sampleEstimate(0.05), fitWith(0.9), 8)!
    expect(curve.survival[0]).toBeCloseTo(0.95, 12)
    curve.survival.forEach((survival, i) => {
      expect(curve.low[i]).toBeLessThanOrEqual(survival)
      expect(curve.high[i]).toBeGreaterThanOrEqual(survival)
    })
    expect(survivalAfter(2, 0.05278640450004207, 1)).toBeCloseTo(0.9, 12)
    expect(decayCurve(sampleEstimate(null), null, 8)).toBeNull()
  })

  it('draws the mean of the decays where bases decay differently', () => {
    const curve = decayCurve(sampleEstimate(0.2), fitWith(1, [0.02, 0.29, 0.29]), 4)!
    const expected = [0.02, 0.29, 0.29].map(error => survivalAfter(4, error, 1)).reduce((a, b) => a + b) / 3
    expect(curve.survival.at(-1)).toBeCloseTo(expected, 12)
    expect(curve.survival.at(-1)).toBeGreaterThan(survivalAfter(4, 0.2, 1) + 0.05)
  })

  it('starts each basis at its own SPAM value', () => {
    const fit = { ...fitWith(0.9, [0.02, 0.05, 0.11]), spam_by_basis: [0.98, 0.9, 0.82] }
    const curve = decayCurve(sampleEstimate(0.06), fit, 8)!
    const at = (rounds: number) =>
      [0, 1, 2].reduce((sum, b) => sum + survivalAfter(rounds, fit.error_by_basis![b]!, fit.spam_by_basis[b]!), 0) / 3
    expect(curve.survival[0]).toBeCloseTo(0.95, 12)
    for (const [i, rounds] of curve.rounds.entries()) expect(curve.survival[i]).toBeCloseTo(at(rounds), 12)
    const flat = { ...fit, error_by_basis: [0, 0, 0] }
    expect(decayCurve({ ...sampleEstimate(0), high: 0.01 }, flat, 8)!.low.at(-1)).toBeCloseTo(
      fit.spam_by_basis.reduce((sum, spam) => sum + survivalAfter(8, 0.01, spam), 0) / 3,
      12,
    )
  })

  it('leaves a series without an estimate out of the error plot', () => {
    const fit = { ...comparison.encoded.fit!, error_per_round: { ...sampleEstimate(null), low: 0, high: 0.5 } }
    const { traces } = errorPerRoundPlot({ ...comparison, encoded: { ...comparison.encoded, fit } }, 'light')
    expect(traces).toHaveLength(2)
  })

  it('marks what a fit leaves over with its basis, and names it in the table', () => {
    const residuals = (['X', 'Z'] as const).flatMap(basis => [1, 2].map(rounds => ({ rounds, basis, residual: 0.5 })))
    const fit = { ...comparison.encoded.fit!, residuals }
    const marked = { ...comparison, encoded: { ...comparison.encoded, fit } }
    const [encoded, best] = residualPlot(marked, 'light')!.traces
    expect(encoded).toMatchObject({ customdata: [1, 2, 1, 2], text: ['X', 'X', 'Z', 'Z'] })
    for (const [i, x] of (encoded!.x as number[]).entries()) expect(Math.abs(x - [1, 2, 1, 2][i]!)).toBeLessThan(0.3)
    // A fit of an earlier version has all bases together.
    expect(best!.text).toEqual(['', '', '', ''])
    const { rows } = residualTable(marked)
    expect(rows.slice(0, 5).map(row => row.slice(1, 3))).toEqual([
      ['X', 1],
      ['X', 2],
      ['Z', 1],
      ['Z', 2],
      ['all', 1],
    ])
  })

  it('leaves room for residuals and looks into none below a standard error', () => {
    const rangeWith = (residual: number) => {
      const fit = { ...comparison.encoded.fit!, residuals: [{ rounds: 1, basis: 'X' as const, residual }] }
      const only = { ...comparison, best: null, median: null, encoded: { ...comparison.encoded, fit } }
      return (residualPlot(only, 'light')!.layout!.yaxis as { range: number[] }).range
    }
    expect(rangeWith(1e-16)).toEqual([-1.1, 1.1])
    expect(rangeWith(-4)).toEqual([-4.4, 4.4])
  })

  it('writes rates of every size by their first digits: a decade below a hundredth of a percent is not 0 %', () =>
    expect(errorPerRoundPlot(comparison, 'light').layout).toMatchObject({ xaxis: { tickformat: '.2~p' } }))

  it('works without baselines and without a fit', () => {
    const bare = { ...comparison, best: null, median: null, encoded: { ...comparison.encoded, fit: null } }
    expect(survivalPlot(bare, 'light').traces).toHaveLength(1)
    expect(errorPerRoundPlot(bare, 'light').traces).toHaveLength(0)
    expect(residualPlot(bare, 'light')).toBeNull()
  })

  it('draws a fitted error of 0 as its upper limit, since a logarithmic axis has no 0', () => {
    const fit = { ...comparison.encoded.fit!, error_per_round: { ...sampleEstimate(0), high: 0.001 } }
    const { traces } = errorPerRoundPlot({ ...comparison, encoded: { ...comparison.encoded, fit } }, 'light')
    expect(traces[0]).toMatchObject({ x: [0.001], text: ['below 0.1 %'] })
    expect(traces[0]).not.toHaveProperty('error_x')
    expect(traces[1]).toMatchObject({ x: [0.03] })
  })

  it('says on every chart, and so in its exports, which run it shows', () => {
    const about = { run_id: '0b1e6f0e-2f5f' }
    const { xaxis } = withRunName(survivalPlot(comparison, 'light'), about).layout as {
      xaxis: { title: { text: string } }
    }
    expect(xaxis.title.text).toBe('Rounds R<br>run 0b1e6f0e')
  })

  it('puts measured and predicted acceptance side by side, without prediction where there is none', () => {
    expect(acceptancePlot(comparison, 'light').traces).toHaveLength(2)
    const unpredicted = { ...comparison, acceptance: comparison.acceptance.map(each => ({ ...each, predicted: null })) }
    expect(acceptancePlot(unpredicted, 'light').traces.map(trace => trace.name)).toEqual(['Measured'])
  })
})
