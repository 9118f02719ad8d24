import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { Excursions } from '../../../../../main/qec/search/excursions'
import { figuresOf } from '../../../../../main/qec/search/model/figures'
import { flagTimes } from '../../../../../main/qec/search/rounds'
import { Work } from '../../../../../main/qec/search/model/work-budget'
import { anyFigures } from '../../fixtures/any-figures'
import { finish, latticeCouplings } from '../../devices'

const COUPLINGS = latticeCouplings(3, 3)
const [HOME, FLAG, DATA, PLACES] = [4, 1, [0, 2, 6, 7, 8], [4, 3, 5]]

it('the least price of a tour is that of the first of all its tours, which ascend and tell no tour twice', () => {
  const rates = fc.double({ min: 0, max: 1e-3, noNaN: true })
  const property = fc.property(anyFigures(9, COUPLINGS), rates, ({ profile, snapshot }, rate) => {
    const sites = profile.qubits.map(({ index }) => index)
    const f = figuresOf({ sites, edges: COUPLINGS }, noiseModel(profile, snapshot))
    const work = new Work({ steps: 1_000_000, extractions: 1 })
    const excursions = new Excursions(f, rate, PLACES, DATA, work, flagTimes(f, HOME, FLAG))
    for (const [stops, part] of [
      [[0], 'first'],
      [[1, 3], 'middle'],
      [[2], 'last'],
    ] as const) {
      const least = finish(excursions.least(stops, part))
      const tours = finish(excursions.tours(stops, part, 3 * least))
      expect(tours[0]!.price).toBe(least)
      expect(tours.map(({ price }) => price)).toEqual(tours.map(({ price }) => price).sort((a, b) => a - b))
      expect(new Set(tours.map(({ codes }) => `${codes}`)).size).toBe(tours.length)
    }
    expect(work.spent).toBe(false)
  })
  fc.assert(property, { numRuns: 50, endOnFailure: true })
})
