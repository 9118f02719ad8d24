import fc from 'fast-check'
import { expect, it } from 'vitest'
import { block, bothWays, GIVEN, INPUTS } from '../programs'

/** A test of `programs` random programs, of which more than a quarter must be accepted. */
export function variableCases(programs: number): void {
  it('what a program gives out is what its variables hold at its end, for every outcome', () => {
    let accepted = 0
    fc.assert(
      fc.property(block, steps => {
        for (const input of INPUTS) {
          const both = bothWays(steps, input, GIVEN)
          if (both === null) return
          expect(both.computed).toEqual(both.shown)
        }
        accepted++
      }),
      { numRuns: programs },
    )
    expect(accepted).toBeGreaterThan(programs / 4)
  })
}
