import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { basePrice } from '../../../../../main/qec/search/bounds/step-prices'
import { Extractions } from '../../../../../main/qec/search/enumerate/extractions'
import { flagTimes } from '../../../../../main/qec/search/enumerate/labelled-extractions'
import { costOf, ShapeCache } from '../../../../../main/qec/search/model/compiled-shapes'
import { type Figures, figuresOf, lengthsOnly } from '../../../../../main/qec/search/model/figures'
import { WorkBudget } from '../../../../../main/qec/search/model/work-budget'
import { ClosedWalks } from '../../../../../main/qec/search/paths/closed-walks'
import { type Device, latticeCouplings, noCheckpoint } from '../../devices'
import { anyFigures } from '../../fixtures/any-figures'
import { TWO_CENTRES } from '../../fixtures/graphs'
import { sequences } from '../../reference/exhaustive-search'
import { combinations } from '../../reference/fewest-swaps'

const TOPOLOGIES: readonly (readonly [number, [number, number][]])[] = [
  [8, TWO_CENTRES.edges.map(([a, b]): [number, number] => [a, b])],
  [9, latticeCouplings(3, 3)],
]

const SHAPES = new ShapeCache()

const figuresFrom = ({ profile, snapshot }: Device): Figures => {
  const sites = profile.qubits.map(({ index }) => index)
  return figuresOf({ sites, edges: profile.couplings }, noiseModel(profile, snapshot))
}

/** A home, a flag beside it and five data sites, chosen by a number, and every place A can stand on. */
function placementOf({ sites, next }: Figures, choice: number) {
  const home = choice % sites.length
  const flag = next[home]![choice % next[home]!.length]!
  const others = sites.map((_, v) => v).filter(v => v !== home && v !== flag)
  const sets = combinations(others, 5)
  const data = sets[choice % sets.length]!
  const vertices = [home]
  for (const at of vertices)
    for (const v of next[at]!) if (v !== flag && !data.includes(v) && !vertices.includes(v)) vertices.push(v)
  return { home, flag, data, vertices }
}

const rates = fc.oneof(
  fc.constant(0),
  fc.constant('lengths' as const),
  fc.double({ min: 1e-6, max: 1e-3, noNaN: true }),
)
const cases = fc.record({
  device: fc.constantFrom(...TOPOLOGIES).chain(([size, couplings]) => anyFigures(size, couplings)),
  choice: fc.nat(),
  by: rates,
  room: fc.double({ min: 0, max: 0.5, noNaN: true }),
})

it('every extraction that costs no more than a price as compiled is found below it', () => {
  const property = fc.property(cases, ({ device, choice, by, room }) => {
    const [f, rate] = by === 'lengths' ? [lengthsOnly(figuresFrom(device)), 1] : [figuresFrom(device), by]
    const { home, flag, data, vertices } = placementOf(f, choice)
    const base = basePrice(f, home, flag)
    const costing = (codes: readonly number[]) => {
      const { error, ns } = costOf(SHAPES.place(home, flag, codes, 0)!, f)
      return error - base.error / 4 + rate * (ns - base.ns / 4)
    }
    const omitted = choice % 5
    const met = data.filter((_, position) => position !== omitted)
    const every = sequences(f, home, new Set(vertices), met).map(({ codes }) => ({ codes, cost: costing(codes) }))
    const least = every.reduce((low, { cost }) => Math.min(low, cost), Number.POSITIVE_INFINITY)
    const most = least * (1 + room)

    const work = new WorkBudget({ steps: 10_000_000, extractions: 1_000_000 }, noCheckpoint)
    const closedWalks = new ClosedWalks({ f, rate, vertices, data, work, least_ns: flagTimes(f, home, flag) })
    const extractions = new Extractions({ f, shapes: SHAPES, home, flag, closedWalks, work, parts: null })
    const listed = extractions.sequences(omitted, most * (1 + 1e-9))
    const found = new Set(listed.map(({ codes }) => `${codes}`))

    expect(work.spent).toBe(false)
    expect(extractions.least(omitted)).toBeLessThanOrEqual(least * (1 + 1e-9) + 1e-12)
    expect(every.filter(({ codes, cost }) => cost <= most && !found.has(`${codes}`))).toEqual([])
  })
  fc.assert(property, { numRuns: 40, endOnFailure: true })
})
