import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Estimate } from '../../../../main/contract/model/primitives'
import { decayAt } from '../../../../renderer/src/draw/comparison/decay-curve'
import { errorPerRoundPlot, errorPerRoundTable } from '../../../../renderer/src/draw/comparison/diagnostic-plots'
import {
  predictedDecayPlot,
  predictedDecayTable,
  predictedErrorOf,
  predictedErrorTable,
  predictedErrorText,
} from '../../../../renderer/src/draw/comparison/predicted-error'
import { sampleComparison, sampleEstimate } from '../../samples/runs'

const comparisonWith = (predicted: Estimate | null) => ({
  ...sampleComparison(),
  error: { measured: sampleEstimate(0.09), predicted },
})
const comparison = comparisonWith(sampleEstimate(0.085))

describe('the predicted logical error', () => {
  it.each([
    ['the record is of before predictions', sampleComparison()],
    ['nothing was predicted', comparisonWith(null)],
    ['nothing could be predicted', comparisonWith(sampleEstimate(null))],
  ])('is not drawn where %s', (_, without) => {
    expect(predictedErrorOf(without)).toBeNull()
    expect(predictedDecayPlot(without, 'light')).toBeNull()
    expect(predictedDecayTable(without).rows).toEqual([])
    expect(errorPerRoundPlot(without, 'light').traces.map(({ y }) => y)).not.toContainEqual(['Encoded, predicted'])
  })

  it('is a curve with a band and a name in the legend, beside the measured points with their bars', () => {
    const { traces } = predictedDecayPlot(comparison, 'light')!
    const shown = traces.filter(({ name, showlegend }) => name !== undefined && showlegend !== false)
    expect(shown.map(({ name }) => name)).toEqual(['Predicted from the calibration', 'Measured'])
    expect(shown[1]).toMatchObject({ mode: 'markers', x: [1, 2, 4, 8] })
    expect(shown[1]).toHaveProperty('error_y')
    expect(traces.filter(({ fill }) => fill === 'tonexty')).toHaveLength(1)
  })

  it('decays as the fit does, about the predicted mean of its bases', () => {
    const bases = { ...comparison.encoded.fit!, error_by_basis: [0.03, 0.09, 0.15] }
    const twice = { ...comparisonWith(sampleEstimate(0.18)), encoded: { ...comparison.encoded, fit: bases } }
    const { traces } = predictedDecayPlot(twice, 'light')!
    const line = traces.find(({ name }) => name === 'Predicted from the calibration')! as { x: number[]; y: number[] }
    const scaled = { ...bases, error_by_basis: [0.06, 0.18, 0.3] }
    decayAt(sampleEstimate(0.18), scaled, line.x)!.survival.forEach((survival, at) => {
      expect(line.y[at]).toBeCloseTo(survival, 12)
    })
  })

  it('stands in the plot and the table of errors under what was measured', () => {
    const rows = errorPerRoundPlot(comparison, 'light').traces.map(({ y }) => (y as string[])[0])
    expect(rows.slice(0, 2)).toEqual(['Encoded', 'Encoded, predicted'])
    expect(errorPerRoundTable(comparison).rows[1]!.slice(0, 2)).toEqual(['Encoded, predicted', '8.5 %'])
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
