import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { flagTimes } from '../../../../../main/qec/search/enumerate/labelled-extractions'
import { figuresOf } from '../../../../../main/qec/search/model/figures'
import { WorkBudget } from '../../../../../main/qec/search/model/work-budget'
import { ClosedWalks } from '../../../../../main/qec/search/paths/closed-walks'
import { latticeCouplings, noCheckpoint } from '../../devices'
import { anyFigures } from '../../fixtures/any-figures'

const COUPLINGS = latticeCouplings(3, 3)
const [HOME, FLAG, DATA, VERTICES] = [4, 1, [0, 2, 6, 7, 8], [4, 3, 5]]

it('the least price of closed walks is that of the first of them all, which ascend in price and are all different', () => {
  const rates = fc.double({ min: 0, max: 1e-3, noNaN: true })
  const property = fc.property(anyFigures(9, COUPLINGS), rates, ({ profile, snapshot }, rate) => {
    const sites = profile.qubits.map(({ index }) => index)
    const f = figuresOf({ sites, edges: COUPLINGS }, noiseModel(profile, snapshot))
    const work = new WorkBudget({ steps: 1_000_000, extractions: 1 }, noCheckpoint)
    const closedWalks = new ClosedWalks({
      f,
      rate,
      vertices: VERTICES,
      data: DATA,
      work,
      least_ns: flagTimes(f, HOME, FLAG),
    })
    for (const [stops, part] of [
      [[0], 'first'],
      [[1, 3], 'middle'],
      [[2], 'last'],
    ] as const) {
      const least = closedWalks.least(stops, part)
      const walks = closedWalks.walksUpTo(stops, part, 3 * least)
      expect(walks[0]!.price).toBe(least)
      expect(walks.map(({ price }) => price)).toEqual(walks.map(({ price }) => price).sort((a, b) => a - b))
      expect(new Set(walks.map(({ codes }) => `${codes}`)).size).toBe(walks.length)
    }
    expect(work.spent).toBe(false)
  })
  fc.assert(property, { numRuns: 50, endOnFailure: true })
})
