import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FrameFault } from '../../../../main/qec/program/frame-faults'
import { patternOdds } from '../../../../main/qec/program/pattern-odds'

const WIDTH = 3

/** Operations with at most four ways to err, each way with the pattern that it leaves. */
const operations = fc.array(
  fc.array(fc.record({ pattern: fc.nat({ max: 2 ** WIDTH - 1 }), share: fc.integer({ min: 0, max: 24 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  { maxLength: 5 },
)

const faultsOf = (ways: readonly { pattern: number; share: number }[], op: number): FrameFault[] =>
  ways.map(({ pattern, share }) => ({
    op,
    pauli: 'X',
    probability: share / 100,
    effect: { flips: pattern, x: 0, z: 0 },
  }))

/** Every choice of one way or none for each operation. */
function byEveryChoice(locations: readonly FrameFault[][]): number[] {
  const odds = Array<number>(2 ** WIDTH).fill(0)
  const choose = (location: number, pattern: number, probability: number) => {
    const ways = locations[location]
    if (!ways) {
      odds[pattern]! += probability
      return
    }
    choose(location + 1, pattern, probability * (1 - ways.reduce((sum, way) => sum + way.probability, 0)))
    for (const way of ways) choose(location + 1, pattern ^ way.effect.flips, probability * way.probability)
  }
  choose(0, 0, 1)
  return odds
}

it('weighs every set of faults, at most one for each operation', () => {
  fc.assert(
    fc.property(operations, locations => {
      const faults = locations.map(faultsOf)
      const odds = patternOdds(faults.flat(), WIDTH, ({ flips }) => flips)
      for (const [pattern, expected] of byEveryChoice(faults).entries()) expect(odds[pattern]).toBeCloseTo(expected, 12)
    }),
  )
})

it('leaves nothing where there is no fault', () => {
  expect([...patternOdds([], 2, () => 1)]).toEqual([1, 0, 0, 0])
})
