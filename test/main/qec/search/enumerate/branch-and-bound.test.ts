import { describe, expect, it } from 'vitest'
import type { Graph } from '../../../../../main/qec/model/round'
import { LIMITS, searchRounds } from '../../../../../main/qec/search/enumerate/branch-and-bound'
import { ShapeCache } from '../../../../../main/qec/search/model/compiled-shapes'
import { noCheckpoint, syntheticDevice } from '../../devices'
import { TWO_CENTRES } from '../../fixtures/graphs'
import { expectHonest, parts, search } from '../../reference/optimality'
import { randomFigureCases } from './branch-and-bound.cases'

const mutable = ({ edges }: Graph): [number, number][] => edges.map(([a, b]) => [a, b])

randomFigureCases(0.3)

describe('the round found', () => {
  it('counts each nanosecond once where A cliffords between moves, waits for resets and waits for F', () => {
    const ns = {
      readout: [10, 1_500, 10, 1_500, 1_500, 10, 10, 1_500],
      reset: [10, 105, 1_500, 10, 105, 10, 1_500, 10],
    }
    const slow = syntheticDevice(8, mutable(TWO_CENTRES), {
      qubit: q => ({
        fidelity_1q: 0.999,
        gate_1q_length_ns: 100,
        readout_length_ns: ns.readout[q]!,
        reset_length_ns: ns.reset[q]!,
        t1_us: 15,
        t2_us: 15,
      }),
      edge: (a, b) => ({ duration_ns: a + b === 4 || a + b === 6 ? 46 : 183 }),
    })
    expectHonest(slow)
  })

  it.each([0, 1, 3])('is the same when no more than %s placements are asked for whatever they cost', candidates => {
    const usual = syntheticDevice(8, mutable(TWO_CENTRES), {
      qubit: q => ({ readout_fidelity: 0.98 + 0.001 * ((q * 7) % 9), t2_us: 60 + 9 * q }),
    })
    const { rounds, complete, placements } = search(usual, { ...LIMITS, candidates })
    expect(complete).toBe(true)
    expect(rounds[0]!.delta).toBe(search(usual).rounds[0]!.delta)
    expect(placements).toBeGreaterThan(0)
  })

  it('is none where every round is refused, and the search ends', () => {
    const { graph, noise } = parts(syntheticDevice(8, mutable(TWO_CENTRES)))
    const little = { ...LIMITS, steps: 2_000 }
    const { rounds, placements } = searchRounds(
      { graph, noise, shapes: new ShapeCache(), limits: little, refuses: () => true },
      noCheckpoint,
    )
    expect(rounds).toEqual([])
    expect(placements).toBeGreaterThan(0)
  })
})
