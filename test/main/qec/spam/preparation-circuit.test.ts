import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CARDINAL_STATES, type CardinalState } from '../../../../main/contract/model/protocols'
import { GENERATOR_PAULIS, LOGICAL_X, LOGICAL_Z } from '../../../../main/qec/code/five-qubit'
import { multiply, pauliString, weight } from '../../../../main/qec/code/pauli'
import type { Graph, Layout } from '../../../../main/qec/model/round'
import { localQubits } from '../../../../main/qec/program/noisy-ops'
import { gatesTo } from '../../../../main/qec/program/transversal-gates'
import { compileRound } from '../../../../main/qec/schedule/compile'
import type { PlainOp } from '../../../../main/qec/schedule/expand'
import { RING_CHECKS, RING_GROUP } from '../../../../main/qec/schedule/ring-state'
import { type RouteCost, swapCost } from '../../../../main/qec/schedule/route'
import { segmentOf } from '../../../../main/qec/schedule/timeline'
import {
  type CompiledPreparation,
  compilePreparation,
  preparationPieces,
  preparationPlans,
} from '../../../../main/qec/spam/preparation-circuit'
import { preparationVerdict, residualWeight } from '../../../../main/qec/spam/verified-preparation'
import { graphOfRound, grid, line, STAR } from '../fixtures/graphs'
import { FAR_PLACE, PLACES, WHEEL } from '../fixtures/layouts'
import { planRound } from '../fixtures/planned-rounds'
import { CHIPLET_LAYOUT, NO_TIME, STAR_LAYOUT, TYPICAL, UNEVEN } from '../fixtures/rounds'
import {
  cz,
  h,
  overlap,
  pauli,
  probabilityOfOne,
  project,
  type State,
  s,
  scaled,
  zeros,
} from '../reference/statevector'

const prepared = (graph: Graph, layout: Layout, durations = TYPICAL): CompiledPreparation =>
  compilePreparation(preparationPlans(graph, layout, swapCost)[0]!, durations)

/**
 * Runs operations on amplitudes; measurements must find |0>, resets |0> or, as an H just before one is left out, |+>: a
 * qubit in a state of its own, so that losing it disturbs nothing.
 */
function run(ops: readonly PlainOp[], local: (site: number) => number, qubits: number): State {
  return ops.reduce((state, { gate, sites }) => {
    const [a, b] = sites.map(local) as [number, number]
    if (gate === 'H') return h(state, a)
    if (gate === 'CZ') return cz(state, a, b)
    if (gate === 'R' && probabilityOfOne(state, a) > 1e-9) {
      expect(probabilityOfOne(h(state, a), a)).toBeLessThan(1e-9)
      return h(state, a)
    }
    expect(probabilityOfOne(state, a)).toBeLessThan(1e-9)
    return state
  }, zeros(qubits))
}

/** The cardinal state on the five lowest qubits of so many, by projection. */
function cardinal(state: CardinalState, qubits: number): State {
  const inCode = [...GENERATOR_PAULIS, LOGICAL_Z].reduce((vector, { x, z }) => project(vector, x, z), zeros(qubits))
  const zero = scaled(inCode)
  const one = pauli(zero, LOGICAL_X.x, LOGICAL_X.z)
  const plus = (re: number, im: number) =>
    scaled(zero.map((part, i) => part + (i & 1 ? re * one[i]! + im * one[i - 1]! : re * one[i]! - im * one[i + 1]!)))
  const states = { '0': zero, '1': one, '+': plus(1, 0), '-': plus(-1, 0), i: plus(0, 1), '-i': plus(0, -1) }
  return states[state]
}

function turned(vector: State, state: CardinalState): State {
  const { gates, pauli: sign } = gatesTo(state)
  const gate = { h, s }
  const rotated = [0, 1, 2, 3, 4].reduce((v, q) => gates.reduce((w, name) => gate[name](w, q), v), vector)
  const on = (letters: string) => (letters.includes(sign) ? 31 : 0)
  return pauli(rotated, on('XY'), on('ZY'))
}

describe('the ring', () => {
  it('has five weight-3 stabilizers, each a logical X up to its sign', () => {
    expect(pauliString(RING_CHECKS[0]!)).toBe('XZIIZ')
    for (const check of RING_CHECKS) expect(weight(check)).toBe(3)
    expect(pauliString(RING_CHECKS.reduce(multiply))).toBe('XXXXX')
    expect(new Set(RING_GROUP.map(pauliString)).size).toBe(32)
    for (const generator of GENERATOR_PAULIS) expect(RING_GROUP).toContainEqual(generator)
  })
})

it('finds the 386 single faults of the circuit with all couplings, none accepted with weight above 1', () => {
  const plan = preparationPlans(WHEEL, STAR_LAYOUT, swapCost)[0]!
  expect(plan.direct).toHaveLength(5)
  expect(plan.steps).toEqual([])
  const pieces = preparationPieces(plan) as PlainOp[]
  const written = {
    ...compilePreparation(plan, NO_TIME),
    segment: segmentOf(pieces, { layout: STAR_LAYOUT, durations: NO_TIME, start_ns: 0 }),
  }
  expect(preparationVerdict(written)).toEqual({ ft_preserved: true, cases: 386, failures: 0, counterexample: null })
})

describe.each([...PLACES, FAR_PLACE])('verified preparation on %s', (_, graph, layout) => {
  it.skipIf(layout.routing.length > 3)(
    'prepares every cardinal state, sign included, and finds every check trivial',
    () => {
      const { qubits, local } = localQubits({ layout })
      const minus = run(prepared(graph, layout).segment.ops, local, qubits)
      for (const state of CARDINAL_STATES)
        expect(overlap(turned(minus, state), cardinal(state, qubits)), state).toBeCloseTo(1, 9)
    },
  )

  it('accepts no single fault that leaves an error of weight above 1', () => {
    for (const plan of preparationPlans(graph, layout, swapCost)) {
      const verdict = preparationVerdict(compilePreparation(plan, UNEVEN))
      expect(verdict.counterexample).toBeNull()
      expect(verdict.cases).toBeGreaterThan(386)
    }
  })
})

const places = fc.record({
  data: fc.shuffledSubarray([...CHIPLET_LAYOUT.data], { minLength: 5, maxLength: 5 }),
  prices: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 11, maxLength: 11 }),
  /** Without the topology's other edges A has to tie the whole ring. */
  bare: fc.boolean(),
})

it('is fault tolerant on a 3×3 chiplet whatever the labels, orders and walks; data are never swapped', () => {
  fc.assert(
    fc.property(places, ({ data, prices, bare }) => {
      const layout = { ...CHIPLET_LAYOUT, data: data as unknown as Layout['data'] }
      const cost: RouteCost = {
        move: (from, to) => prices[(from * 3 + to) % 11]!,
        couple: (at, site) => prices[(at + site * 5) % 11]!,
        flag: () => 0,
      }
      const used = graphOfRound({ layout, plan: planRound(grid(3, 3), layout, cost)! })
      const plan = preparationPlans(bare ? used : grid(3, 3), layout, cost)[0]!
      const steps = [...plan.steps, ...plan.checks.flatMap(check => check.steps)]
      for (const step of steps) if (step.kind === 'move') expect(layout.data).not.toContain(step.to)
      expect(preparationVerdict(compilePreparation(plan, TYPICAL)).failures).toBe(0)
    }),
    { numRuns: 60 },
  )
})

it('fails without the flag, and says by which fault', () => {
  const plan = preparationPlans(STAR, STAR_LAYOUT, swapCost)[0]!
  const checks = plan.checks.map(check => ({ ...check, steps: check.steps.filter(({ kind }) => kind !== 'flag') }))
  const verdict = preparationVerdict(compilePreparation({ ...plan, checks }, TYPICAL))
  expect(verdict.ft_preserved).toBe(false)
  expect(verdict.counterexample!.effect.flips).toBe(0)
  expect(residualWeight(verdict.counterexample!.error)).toBeGreaterThan(1)
})

it('takes the edges that a round uses where the topology is not at hand', () => {
  const round = compileRound(planRound(grid(3, 3), CHIPLET_LAYOUT, swapCost)!, TYPICAL)
  const graph = graphOfRound(round)
  for (const [a, b] of graph.edges) expect(grid(3, 3).edges).toContainEqual([a, b])
  const plan = preparationPlans(graph, CHIPLET_LAYOUT, swapCost)[0]!
  expect(plan.direct).toEqual([])
  expect(preparationVerdict(compilePreparation(plan, TYPICAL)).failures).toBe(0)
})

it('has no plan where A cannot reach a data site', () => {
  expect(preparationPlans(line(11), { ancilla: 3, flag: 2, data: [4, 5, 6, 7, 8], routing: [] }, swapCost)).toEqual([])
})
