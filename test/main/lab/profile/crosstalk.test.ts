import { describe, expect, it } from 'vitest'
import { fluxesOf, inverseOf, voltsOf } from '../../../../main/lab/profile/crosstalk'

const times = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]) =>
  a.map(row => b[0]!.map((_, column) => row.reduce((sum, figure, at) => sum + figure * b[at]![column]!, 0)))

describe('the crosstalk matrix', () => {
  it('has an inverse whose product with it is one, in any size, and none where rows depend on one another', () => {
    for (let size = 1; size <= 12; size += 1) {
      const matrix = Array.from({ length: size }, (_, row) =>
        Array.from({ length: size }, (_, column) => (row === column ? 2 : 0) + Math.random() - 0.5),
      )
      for (const [row, figures] of times(matrix, inverseOf(matrix)!).entries())
        for (const [column, figure] of figures.entries()) expect(figure).toBeCloseTo(row === column ? 1 : 0, 6)
    }
    expect(
      inverseOf([
        [0, 1],
        [1, 0],
      ]),
    ).toEqual([
      [0, 1],
      [1, 0],
    ])
    for (const singular of [
      [[0]],
      [
        [1, 2],
        [2, 4],
      ],
    ])
      expect(inverseOf(singular)).toBeNull()
  })

  it('takes Φ0 to volts with offsets, and volts back', () => {
    const crosstalk = {
      channels: ['a', 'b'],
      matrix_v_per_phi0: [
        [2, 0.1],
        [-0.05, 1.5],
      ],
      offsets_v: [0.01, -0.02],
    }
    expect(voltsOf(crosstalk, [0.5, 0])).toEqual([1.01, -0.045])
    const back = fluxesOf(crosstalk, voltsOf(crosstalk, [0.3, -0.7]))
    expect(back[0]).toBeCloseTo(0.3, 12)
    expect(back[1]).toBeCloseTo(-0.7, 12)
  })
})
