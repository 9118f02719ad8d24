import { expect, it } from 'vitest'
import { crossingOf } from '../../../../main/qec/statistics/gain-crossing'
import { uniforms } from '../../../../main/qec/statistics/random'
import { gainAt } from './gain-at'

it('the crossing of a gain is covered by its interval about as often as is said', () => {
  const seed = BigInt(Math.floor(Math.random() * 2 ** 32))
  const random = uniforms(seed)
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  const TURNS = 400
  let covered = 0
  for (let turn = 0; turn < TURNS; turn++) {
    const points = [0.1, 0.2, 0.4, 0.8, 1.6].map(x =>
      gainAt(x, (x / 0.3) ** -1.5 * Math.exp(0.05 * normal()), 0.05 * 1.96),
    )
    const { low, high } = crossingOf(points, BigInt(turn)).factor
    if (low! <= 0.3 && 0.3 <= high!) covered++
  }
  // Five standard deviations around 95 %.
  expect(covered / TURNS, `seed ${seed}`).toBeGreaterThan(0.95 - 5 * Math.sqrt((0.95 * 0.05) / TURNS))
})
