/** Random programs that compute with measured bits: their circuits against their own values, for every input. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { block, bothWays, INPUTS } from '../programs'

export const outcomeCases = (numRuns: number) =>
  describe('computing with measured bits', () => {
    it('gives what the program gives, for every outcome', () => {
      let accepted = 0
      fc.assert(
        fc.property(block, steps => {
          for (const input of INPUTS) {
            const both = bothWays(steps, input)
            if (both === null) return
            expect(both.computed).toEqual(both.shown)
          }
          accepted++
        }),
        { numRuns },
      )
      expect(accepted).toBeGreaterThan(numRuns / 4)
    })
  })
