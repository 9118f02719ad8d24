import { describe, expect, it } from 'vitest'
import type { Graph } from '../../../../../main/qec/model/round'
import { LIMITS } from '../../../../../main/qec/search/enumerate/branch-and-bound'
import { figuresOf } from '../../../../../main/qec/search/model/figures'
import { latticeCouplings, syntheticDevice } from '../../devices'
import { heavyHex } from '../../fixtures/graphs'
import { leastDelta } from '../../reference/exhaustive-search'
import { parts, search } from '../../reference/optimality'
import { randomFigureCases } from './branch-and-bound.cases'

const mutable = ({ edges }: Graph): [number, number][] => edges.map(([a, b]) => [a, b])

randomFigureCases(1)

describe('the round found', () => {
  it('is there on a large heavy-hex die whose best home and flag have data too far apart for a round', () => {
    const lifetimes = (q: number) => 1 + ((q * 7_919) % 156) ** 2
    const { sites, edges } = heavyHex(8, 16)
    const perfect = syntheticDevice(sites.length, mutable({ sites, edges }), {
      qubit: q => ({ t1_us: lifetimes(q), fidelity_1q: 1, readout_fidelity: 1, reset_fidelity: 1 }),
      edge: () => ({ fidelity: 1 }),
    })
    const { rounds, bound } = search(perfect, { ...LIMITS, steps_in_all: 2_000_000 })
    expect(rounds.length).toBeGreaterThan(0)
    expect(bound).toBeLessThanOrEqual(rounds[0]!.delta)
  })

  it('is proved to be the best on a chiplet whose figures lie within what devices publish', () => {
    const usual = syntheticDevice(9, latticeCouplings(3, 3), {
      qubit: q => ({ readout_fidelity: 0.98 + 0.001 * ((q * 7) % 9), t2_us: 60 + 9 * q }),
      edge: (a, b) => ({ fidelity: 0.99 + 0.0005 * ((a * 5 + b * 3) % 11) }),
    })
    const { rounds, complete, bound } = search(usual)
    const { graph, noise } = parts(usual)
    expect(complete).toBe(true)
    expect(bound).toBe(rounds[0]!.delta)
    expect(rounds[0]!.delta).toBeCloseTo(leastDelta(figuresOf(graph, noise)), 12)
  })
})
