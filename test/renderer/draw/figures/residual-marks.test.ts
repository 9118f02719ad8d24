import { expect, it } from 'vitest'
import { headlineFigure } from '../../../../renderer/src/draw/comparison/headline'
import { composed } from '../../../../renderer/src/draw/figures/compose'
import type { Shape } from '../../../../renderer/src/draw/figures/drawing'
import { sampleComparison, sampleRecord } from '../../samples/runs'

/** The horizontal places of each mark of a residual; of a circle, those of its left and right ends. */
const marksOf = (shapes: readonly Shape[]): number[][] =>
  shapes.flatMap(shape => {
    if (!('tip' in shape) || !shape.tip?.includes('standard errors')) return []
    return [
      shape.kind === 'circle' ? [shape.at[0] - shape.radius, shape.at[0] + shape.radius] : shape.places.map(([x]) => x),
    ]
  })

it.each([[[0, 1]], [[0, 1, 2, 4]], [[0, 2, 8, 32]]])('cuts off no residual of any series at R = %j', rounds => {
  const residuals = rounds.map(each => ({ rounds: each, basis: 'X' as const, residual: 0.1 }))
  const sample = sampleComparison()
  const fit = { ...sample.encoded.fit!, residuals }
  const pooled = rounds.map(each => ({ ...sample.encoded.pooled[0]!, rounds: each }))
  const comparison = {
    ...sample,
    encoded: { ...sample.encoded, fit, pooled },
    best: { ...sample.best!, pooled },
    median: { ...sample.median!, pooled },
    physical: sample.physical.map(one => ({ ...one, fit })),
  }
  const view = { quantity: 'error', axis: 'rounds', width: 178, scheme: 'light' } as const
  const clips = composed(headlineFigure({ ...sampleRecord(), comparison }, view), 'light').shapes.flatMap(shape =>
    shape.kind === 'clip' ? [shape] : [],
  )
  const marks = clips.flatMap(({ box, shapes }) => marksOf(shapes).map(across => ({ box, across })))
  expect(marks).toHaveLength(3 * rounds.length)
  for (const { box, across } of marks) {
    expect(Math.min(...across)).toBeGreaterThanOrEqual(box.x)
    expect(Math.max(...across)).toBeLessThanOrEqual(box.x + box.width)
  }
})
