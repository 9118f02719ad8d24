import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GENERATOR_PAULIS } from '../../../../main/qec/code/five-qubit'
import type { CompiledRound, Segment } from '../../../../main/qec/model/round'
import { compileRound, fnv1a64 } from '../../../../main/qec/schedule/compile'
import type { PlainOp } from '../../../../main/qec/schedule/expand'
import { swapCost } from '../../../../main/qec/schedule/route'
import { grid, TWO_CENTRES } from '../fixtures/graphs'
import { planRound } from '../fixtures/planned-rounds'
import { anyChipletPlan, chipletPlan, starPlan, TYPICAL, UNEVEN } from '../fixtures/rounds'
import {
  anyState,
  cz,
  h,
  norm,
  overlap,
  probabilityOfOne,
  project,
  type State,
  scaled,
  tensor,
  zeros,
} from '../reference/statevector'

const segmentsOf = (round: CompiledRound): readonly Segment[] => [...round.flagged, round.repeat]
const count = (ops: readonly Pick<PlainOp, 'gate'>[], gate: string) => ops.filter(op => op.gate === gate).length

/** Plays a segment by start time; resets and measurements must find |0>, as they do on a code state. */
const play = (start: State, { ops }: Segment, qubits: ReadonlyMap<number, number>): State =>
  [...ops]
    .sort((a, b) => a.start_ns - b.start_ns)
    .reduce((state, { gate, sites }) => {
      const [a, b] = sites.map(site => qubits.get(site)!) as [number, number]
      if (gate === 'H') return h(state, a)
      if (gate === 'CZ') return cz(state, a, b)
      expect(probabilityOfOne(state, a)).toBeLessThan(1e-12)
      return state
    }, start)

/** Probability of finding the lower qubits in this state, whatever the others hold. */
const share = (state: State, low: State): number =>
  Array.from({ length: state.length / low.length }, (_, i) => {
    const part = state.slice(i * low.length, (i + 1) * low.length)
    return overlap(low, part) ** 2
  }).reduce((sum, one) => sum + one, 0)

describe('a compiled round', () => {
  it('measures every generator as +1 on a code state and leaves the state alone, whatever the empty sites hold', () => {
    fc.assert(
      fc.property(anyChipletPlan, anyState(5), anyState(2), (plan, data, empty) => {
        const coded = GENERATOR_PAULIS.reduce((state, g) => project(state, g.x, g.z), data)
        fc.pre(norm(coded) > 0.01)
        const known = tensor(scaled(coded), zeros(2))
        const start = tensor(known, empty)
        const { layout } = plan
        const qubits = new Map(
          [...layout.data, layout.ancilla, layout.flag, ...layout.routing].map((site, q) => [site, q]),
        )
        for (const durations of [TYPICAL, UNEVEN]) {
          const round = compileRound(plan, durations)
          const end = [...round.flagged, round.repeat].reduce((state, segment) => play(state, segment, qubits), start)
          expect(share(end, known)).toBeCloseTo(1, 9)
        }
      }),
      { numRuns: 5 },
    )
  })

  it('counts 24 CZs, 8 resets, 8 measurements and 4 measurement cycles on the star', () => {
    const round = compileRound(starPlan(), TYPICAL)
    const ops = round.flagged.flatMap(segment => segment.ops)
    expect([count(ops, 'CZ'), count(ops, 'R'), count(ops, 'M'), round.flagged.length]).toEqual([24, 8, 8, 4])
    expect(round).toMatchObject({ cz_count: 24, swap_count: 0, conditional_cz_count: 16, single_qubit_gate_count: 32 })
  })

  it('counts three CZs for a SWAP', () => {
    expect(compileRound(chipletPlan(), TYPICAL)).toMatchObject({
      cz_count: 72,
      swap_count: 16,
      conditional_cz_count: 64,
      conditional_swap_count: 16,
    })
  })

  it('writes a_k and f_k in segment k, and s_0..s_3 in the repeat', () => {
    const bits = segmentsOf(compileRound(chipletPlan(), UNEVEN)).map(s => s.ops.flatMap(op => op.bit ?? []).sort())
    expect(bits).toEqual([
      ['a0', 'f0'],
      ['a1', 'f1'],
      ['a2', 'f2'],
      ['a3', 'f3'],
      ['s0', 's1', 's2', 's3'],
    ])
  })

  it('takes as long as one can reckon by hand on the star', () => {
    const round = compileRound(starPlan(), TYPICAL)
    // Reset, H, six CZs one after another on A, H, readout; the H's of the data fit beside them.
    expect(round.flagged.map(s => s.duration_ns)).toEqual(Array(4).fill(300 + 40 + 6 * 60 + 40 + 700))
    expect(round.duration_ns).toBe(4 * 1440)
    expect(round.flagged.map(s => s.ops[0]!.start_ns)).toEqual([0, 1440, 2880, 4320])
    expect(round.repeat.duration_ns).toBe(4 * (300 + 40 + 4 * 60 + 40 + 700))
    expect(round.depth).toBe(4 * 10)
  })
})

describe('the schedule hash', () => {
  it('is FNV-1a with 64 bits', () => {
    expect(fnv1a64('')).toBe('cbf29ce484222325')
    expect(fnv1a64('a')).toBe('af63dc4c8601ec8c')
    expect(fnv1a64('foobar')).toBe('85944171f73967e8')
  })

  it('does not depend on durations, on which sites are used, or on the order of routing sites', () => {
    const plan = chipletPlan()
    const hash = compileRound(plan, TYPICAL).schedule_hash
    expect(compileRound(plan, UNEVEN).schedule_hash).toBe(hash)
    const moved = planRound(
      { sites: grid(3, 3).sites.map(s => s + 40), edges: grid(3, 3).edges.map(([a, b]) => [a + 40, b + 40] as const) },
      { ancilla: 44, flag: 41, data: [40, 42, 46, 47, 48], routing: [45, 43] },
      swapCost,
    )!
    expect(compileRound(moved, UNEVEN).schedule_hash).toBe(hash)
  })

  it('differs for another order, another layout and another label', () => {
    const plans = [
      starPlan(),
      chipletPlan(),
      chipletPlan([2, 0, 6, 7, 8]),
      chipletPlan([0, 2, 6, 8, 7]),
      planRound(TWO_CENTRES, { ancilla: 0, flag: 2, data: [4, 5, 6, 3, 7], routing: [1] }, swapCost)!,
    ]
    expect(new Set(plans.map(plan => compileRound(plan, TYPICAL).schedule_hash)).size).toBe(plans.length)
  })
})
