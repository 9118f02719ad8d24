import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Estimate } from '../../../../main/contract/model/primitives'
import { decayAt } from '../../../../renderer/src/draw/comparison/decay-curve'
import type { HeadlineView } from '../../../../renderer/src/draw/comparison/headline'
import {
  predictedDecayFigure,
  predictedDecayTable,
  predictedErrorOf,
  predictedErrorTable,
  predictedErrorText,
} from '../../../../renderer/src/draw/comparison/predicted-error'
import { panelsOf } from '../../../../renderer/src/draw/figures/model'
import { sampleComparison, sampleEstimate, sampleRecord } from '../../samples/runs'

const comparisonWith = (predicted: Estimate | null) => ({
  ...sampleComparison(),
  error: { measured: sampleEstimate(0.09), predicted },
})
const comparison = comparisonWith(sampleEstimate(0.085))
const VIEW: HeadlineView = { quantity: 'survival', axis: 'rounds', width: 86, scheme: 'light' }
const figureOf = (of: typeof comparison | ReturnType<typeof sampleComparison>) =>
  predictedDecayFigure({ ...sampleRecord(), comparison: of }, VIEW)

describe('the predicted logical error', () => {
  it.each([
    ['the record is of before predictions', sampleComparison()],
    ['nothing was predicted', comparisonWith(null)],
    ['nothing could be predicted', comparisonWith(sampleEstimate(null))],
  ])('is not drawn where %s', (_, without) => {
    expect(predictedErrorOf(without)).toBeNull()
    expect(figureOf(without)).toBeNull()
    expect(predictedDecayTable(without).rows).toEqual([])
  })

  it('is a line with a band and a name in the legend, beside the measured points with their bars', () => {
    const figure = figureOf(comparison)!
    expect(figure.legend.map(({ name, line, marks }) => [name, line, marks])).toEqual([
      ['Measured', false, true],
      ['Predicted from the calibration', true, false],
    ])
    const [measured, predicted] = panelsOf(figure)[0]!.series
    expect(measured!.points.map(({ x }) => x)).toEqual([1, 2, 4, 8])
    expect(measured!.curve).toBeNull()
    expect(predicted!.points).toEqual([])
    expect(predicted!.curve!.low).toHaveLength(predicted!.curve!.x.length)
  })

  it('decays as the fit does, about the predicted mean of its bases', () => {
    const bases = { ...comparison.encoded.fit!, error_by_basis: [0.03, 0.09, 0.15] }
    const twice = { ...comparisonWith(sampleEstimate(0.18)), encoded: { ...comparison.encoded, fit: bases } }
    const line = panelsOf(figureOf(twice)!)[0]!.series[1]!.curve!
    const scaled = { ...bases, error_by_basis: [0.06, 0.18, 0.3] }
    decayAt(sampleEstimate(0.18), scaled, line.x)!.survival.forEach((survival, at) => {
      expect(line.y[at]).toBeCloseTo(survival, 12)
    })
  })

  it('says nothing of R = 0 where the fit that gives its A does not hold there', () => {
    const { encoded } = comparison
    const pooled = [{ ...encoded.pooled[0]!, rounds: 0 }, ...encoded.pooled]
    const shown = {
      ...comparison,
      encoded: { ...encoded, pooled, fit: { ...encoded.fit!, zero_rounds: 'shown' as const } },
    }
    const cells = predictedDecayTable(shown).rows.map(row => row.slice(-3))
    expect(cells[0]).toEqual(['—', '—', '—'])
    expect(cells[1]).not.toContain('—')
    expect(panelsOf(figureOf(shown)!)[0]!.series[1]!.curve!.x[0]).toBe(1)
  })

  it('is said to lie inside, below or above the measured interval, with a z', () => {
    const words = (value: number) =>
      predictedErrorText({ measured: sampleEstimate(0.09), predicted: sampleEstimate(value, 0.01) })
    expect(words(0.085)).toMatch(/lies inside .* no more than chance\.$/)
    expect(words(0.06)).toMatch(/lies below .* more than chance\.$/)
    expect(words(0.12)).toMatch(/lies above .*: more than chance\.$/)
    const unmeasured = { measured: sampleEstimate(null), predicted: sampleEstimate(0.09) }
    expect(predictedErrorText(unmeasured)).toMatch(/cannot be judged/)
  })

  it('has a z of the sign of the difference, the larger the farther it is', () => {
    const z = (measured: number, predicted: number) => {
      const rows = predictedErrorTable({
        measured: { ...sampleEstimate(measured), low: 0, high: 0.5 },
        predicted: sampleEstimate(predicted, 0),
      }).rows
      return Number(
        String(rows.at(-1)![1])
          .replace('−', '-')
          .replace(/ × 10.*/, 'e-9'),
      )
    }
    const error = fc.double({ min: 0.01, max: 0.45, noNaN: true })
    fc.assert(
      fc.property(error, error, (a, b) => {
        if (Math.abs(a - b) < 1e-3) return
        expect(Math.sign(z(a, b))).toBe(Math.sign(a - b))
        expect(Math.abs(z(a, b))).toBeGreaterThanOrEqual(Math.abs(z((a + b) / 2, b)))
      }),
    )
  })
})
