import { describe, expect, it } from 'vitest'
import { coherenceRatio, scoreRound } from '../../../../../main/qec/noise/score'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { usableGraph } from '../../../../../main/qec/noise/vetoes'
import { selectModule } from '../../../../../main/qec/search/enumerate/select'
import { paretoFront } from '../../../../../main/qec/search/explain/diagnostics'
import { feasibilityFixes, fixFor, termsOf, versusBest } from '../../../../../main/qec/search/explain/fixes'
import { ShapeCache } from '../../../../../main/qec/search/model/compiled-shapes'
import { type Device, type Figures, latticeCouplings, noCheckpoint, syntheticDevice } from '../../devices'

const select = ({ profile, snapshot }: Device) => {
  const noise = noiseModel(profile, snapshot)
  const { graph } = usableGraph(profile, snapshot, profile.chiplets[0]!)
  return {
    noise,
    ...selectModule(graph, {
      noise,
      selecting: { isFaultTolerant: () => true, shapes: new ShapeCache() },
      checkpoint: noCheckpoint,
    }),
  }
}

const scattered: Figures = {
  qubit: q => ({ readout_fidelity: 0.99 - ((q * 37) % 17) / 1_000 }),
  edge: (a, b) => ({ fidelity: 0.996 - ((a * 31 + b * 17) % 13) / 2_000 }),
}
const device = syntheticDevice(9, latticeCouplings(3, 3), scattered)

describe('why a candidate is not first', () => {
  const { candidates, outcome, best, noise } = select(device)
  const [first, ...others] = candidates

  it('is given by terms that sum to the gap', () => {
    for (const { round } of others) {
      const { total, ...terms } = versusBest(round, first!.round, outcome.figures)
      expect(total).toBeCloseTo(round.delta - first!.round.delta, 12)
      expect(Object.values(terms).reduce((sum, term) => sum + term, 0)).toBeCloseTo(total, 12)
    }
  })

  it('rests on the terms of the compiled round', () => {
    const { gate, measurement, idle, reset } = scoreRound(best!, noise)
    const terms = termsOf(first!.round, outcome.figures)
    expect(terms.two_qubit).toBeCloseTo(gate.two_qubit, 12)
    expect(terms.single_qubit).toBeCloseTo(gate.single_qubit, 12)
    expect(terms.measurement).toBeCloseTo(measurement, 12)
    expect(terms.idle).toBeCloseTo(idle, 12)
    expect(terms.reset).toBeCloseTo(reset, 12)
  })

  it('comes with a fix that does make it first, where one figure can', () => {
    const { round } = others[0]!
    const fix = fixFor(round, { best: first!.round, figures: outcome.figures })!
    const improved = (site: string, own: number) => (fix.site === site ? fix.needed + 1e-6 : own)
    const after = select(
      syntheticDevice(9, latticeCouplings(3, 3), {
        qubit: q => {
          const own = scattered.qubit!(q)
          const figure = fix.figure as 'readout_fidelity'
          return fix.site === `qubit:${q}` ? { ...own, [figure]: fix.needed + 1e-6 } : own
        },
        edge: (a, b) => ({ fidelity: improved(`edge:${a}-${b}`, scattered.edge!(a, b).fidelity!) }),
      }),
    )
    expect(scoreRound(after.best!, after.noise).total).toBeLessThan(first!.round.delta)
    expect(fix.needed).toBeGreaterThan(fix.value)
  })
})

describe('a failed gate', () => {
  const t2 = (q: number) => ({ t2_us: q === 4 ? 30 : 150 })
  const { best, noise } = select(syntheticDevice(9, latticeCouplings(3, 3), { qubit: t2 }))

  it('would pass with the T2 that the fix asks for, and not with less', () => {
    const [longer, shorter] = feasibilityFixes(best!, noise)
    expect(longer).toMatchObject({ site: 'qubit:4', figure: 't2_us', value: 30 })
    const ratio = (t2_us: number) =>
      coherenceRatio(best!, { ...noise, t2: site => (site === 4 ? t2_us * 1_000 : noise.t2(site)) })
    expect(ratio(longer!.needed * (1 + 1e-9))).toBeLessThanOrEqual(0.2)
    expect(ratio(longer!.needed * (1 - 1e-9))).toBeGreaterThan(0.2)
    expect(shorter!.needed).toBeCloseTo(0.2 * 30_000, 6)
  })

  it('has nothing to fix where it passes', () => {
    const { best, noise } = select(device)
    expect(feasibilityFixes(best!, noise)).toEqual([])
  })
})

it('the Pareto front holds what no other beats in every aim', () => {
  expect(
    paretoFront([
      [1, 9],
      [2, 5],
      [2, 6],
      [9, 1],
      [1, 9],
    ]),
  ).toEqual([true, true, false, true, true])
})
