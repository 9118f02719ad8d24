import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Graph } from '../../../../../main/qec/model/round'
import { scoreRound } from '../../../../../main/qec/noise/score'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { preservesFaultTolerance } from '../../../../../main/qec/proof/verdict'
import { compileRound } from '../../../../../main/qec/schedule/compile'
import { planOf } from '../../../../../main/qec/search/enumerate/round-plan'
import { compoundCz, cycleErrors } from '../../../../../main/qec/search/explain/cz-warnings'
import { scoreUnder } from '../../../../../main/qec/search/explain/stability'
import { type Device, latticeCouplings, noCheckpoint, syntheticDevice } from '../../devices'
import { anyFigures } from '../../fixtures/any-figures'
import { anyGates, withGates } from '../../fixtures/compound-cz'
import { STAR, TWO_CENTRES } from '../../fixtures/graphs'
import { expectHonest, parts, search } from '../../reference/optimality'

const mutable = ({ edges }: Graph): [number, number][] => edges.map(([a, b]) => [a, b])

describe('the round found where CZs are made of other gates', () => {
  it.each([
    ['the degree-6 star', 7, mutable(STAR), 3],
    ['two adjacent degree-4 sites', 8, mutable(TWO_CENTRES), 1],
  ])('has the least Δ_round of all rounds of %s, or says what none goes below', (_, size, couplings, numRuns) => {
    const honest = fc.property(anyFigures(size, couplings), anyGates, (device, gates) =>
      expectHonest(withGates(device, gates)),
    )
    fc.assert(honest, { numRuns, endOnFailure: true })
  })

  it('has the Δ_round, the length and the verdict that its schedule has once compiled', () => {
    fc.assert(
      fc.property(anyFigures(8, mutable(TWO_CENTRES)), anyGates, (device, gates) => {
        const other = withGates(device, gates)
        const { graph, noise } = parts(other)
        const { rounds, figures } = search(other)
        const round = rounds[0]!
        const compiled = compileRound(planOf(round, { figures, graph, noise, checkpoint: noCheckpoint }), noise)
        expect(scoreRound(compiled, noise).total).toBeCloseTo(round.delta, 9)
        expect(compiled.duration_ns).toBeCloseTo(round.ns, 6)
        expect(scoreUnder(compiled, other.profile, other.snapshot)).toBeCloseTo(round.delta, 9)
        // One location of 15 Paulis whatever makes the CZ: the verdict is that of native CZs.
        const native = compileRound(compiled.plan, parts(device).noise)
        expect(preservesFaultTolerance(compiled, 'adaptive')).toBe(preservesFaultTolerance(native, 'adaptive'))
      }),
      { numRuns: 2, endOnFailure: true },
    )
  })
})

function roundOn(device: Device) {
  const { graph, noise } = parts(device)
  const { rounds, figures } = search(device)
  return compileRound(planOf(rounds[0]!, { figures, graph, noise, checkpoint: noCheckpoint }), noise)
}

describe('what a module says of its CZs', () => {
  const lattice = syntheticDevice(9, latticeCouplings(3, 3))

  it('is nothing where CZ is native and its figure is of the gate', () => {
    const round = roundOn(lattice)
    expect([compoundCz(round, lattice.snapshot), cycleErrors(round, lattice.snapshot)]).toEqual([null, null])
  })

  it('names the native gate that was chosen on every edge', () => {
    const device = withGates(lattice, ['iswap'])
    const warning = compoundCz(roundOn(device), device.snapshot)!
    expect(warning.code).toBe('compound_cz')
    expect(warning.message).toMatch(/2 iSWAP on edges \d-\d, /)
  })

  it('names cycles, and the edges on which nothing is left of them', () => {
    const edges = lattice.snapshot.edges.map(edge => ({ ...edge, fidelity_of: 'cycle' as const }))
    const snapshot = { ...lattice.snapshot, edges }
    expect(cycleErrors(roundOn({ ...lattice, snapshot }), snapshot)!.message).toMatch(
      /per XEB cycle.*e\.g\. 0\.0038 of the cycle's 0\.005/,
    )
    const clipped = { ...snapshot, edges: edges.map(edge => ({ ...edge, fidelity: 0.9999 })) }
    const round = roundOn({ ...lattice, snapshot: clipped })
    expect(cycleErrors(round, clipped)!.message).toContain("the gate's own error counts as 0 there")
    expect(noiseModel(lattice.profile, clipped).fidelityCz(0, 1)).toBe(1)
  })
})
