import fc from 'fast-check'
import { expect, it } from 'vitest'
import { angle } from '../../../../renderer/src/draw/circuits/angle'

it.each([
  [0, '0'],
  [Math.PI, 'π'],
  [-Math.PI / 2, '−π/2'],
  [(3 * Math.PI) / 4, '3π/4'],
  [2 * Math.PI, '2π'],
  [-(5 * Math.PI) / 6, '−5π/6'],
  [Math.PI / 64, 'π/64'],
  [0.1, '0.1'],
  [-1.23456, '−1.23'],
  [1e-12, '1e-12'],
])('%d radians read %s', (radians, text) => {
  expect(angle(radians)).toBe(text)
})

it('writes every angle so that it can be read back within a percent', () => {
  fc.assert(
    fc.property(fc.double({ min: -100, max: 100, noNaN: true }), radians => {
      const [, sign, number, pi, below] = /^(−?)([\d.e-]*)(π?)(?:\/(\d+))?$/.exec(angle(radians))!
      const size = (number === '' ? 1 : Number(number)) * (pi ? Math.PI : 1)
      const back = ((sign ? -1 : 1) * size) / Number(below ?? 1)
      expect(Math.abs(back - radians)).toBeLessThanOrEqual(0.01 * Math.abs(radians) + 1e-9)
    }),
  )
})
