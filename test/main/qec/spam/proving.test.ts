import { describe, expect, it } from 'vitest'
import { memoizedByPair } from '../../../../main/qec/spam/proving'

interface Number {
  readonly value: number
}

describe('a function memoized by pair', () => {
  it('answers as the function does and asks it once for each pair, null included', () => {
    const asked: [Number, Number][] = []
    const reference = (a: Number, b: Number) => (a.value > b.value ? null : a.value - b.value)
    const difference = memoizedByPair((a: Number, b: Number) => {
      asked.push([a, b])
      return reference(a, b)
    })
    const numbers = [1, 2, 2, 3].map(value => ({ value }))
    const pairs = numbers.flatMap(a => numbers.map(b => [a, b] as const))
    for (const [a, b] of [...pairs, ...pairs]) expect(difference(a, b)).toBe(reference(a, b))
    expect(asked).toHaveLength(pairs.length)
  })
})
