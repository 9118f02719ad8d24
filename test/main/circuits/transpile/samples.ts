/** Random circuits over the whole gate list, and usual ones: GHZ, QFT and layers. */
import fc from 'fast-check'
import type { SourceCircuit, SourceInstruction } from '../../../../main/circuits/transpile/model/operations'
import type { Condition } from '../../../../main/contract/jobs/circuit'

const SHAPES: Record<string, readonly [qubits: number, params: number]> = {
  ...Object.fromEntries(['h', 'x', 'y', 'z', 's', 'sdg', 't', 'tdg', 'sx', 'sxdg', 'id'].map(name => [name, [1, 0]])),
  ...Object.fromEntries(['rx', 'ry', 'rz', 'p'].map(name => [name, [1, 1]])),
  u: [1, 3],
  ...Object.fromEntries(['cx', 'cy', 'cz', 'ch', 'swap', 'iswap'].map(name => [name, [2, 0]])),
  ...Object.fromEntries(['cp', 'crx', 'cry', 'crz'].map(name => [name, [2, 1]])),
  ccx: [3, 0],
  cswap: [3, 0],
}
export const GATE_SHAPES = Object.entries(SHAPES)

/** Half of the angles are multiples of π/2, for which rules have cases of their own. */
export const angle = fc.oneof(
  fc.integer({ min: -8, max: 8 }).map(eighths => (eighths * Math.PI) / 2),
  fc.double({ min: -7, max: 7, noNaN: true }),
)

const distinct = (count: number, below: number) =>
  fc.uniqueArray(fc.nat(below - 1), { minLength: count, maxLength: count })

const unitary = (qubits: number): fc.Arbitrary<SourceInstruction> =>
  fc.constantFrom(...GATE_SHAPES.filter(([, [count]]) => count <= qubits)).chain(([name, [count, params]]) =>
    fc.record({
      name: fc.constant(name),
      qubits: distinct(count, qubits),
      params: fc.array(angle, { minLength: params, maxLength: params }),
    }),
  )

const barrier = (qubits: number): fc.Arbitrary<SourceInstruction> =>
  fc.subarray([...Array(qubits).keys()], { minLength: 1 }).map(held => ({ name: 'barrier', qubits: held }))

/** Gates that bring each qubit into a state of its own, so that a wrong permutation cannot hide. */
const spread = (qubits: number): SourceInstruction[] =>
  Array.from({ length: qubits }, (_, q) => ({
    name: 'u',
    qubits: [q],
    params: [0.5 + 0.37 * q, 0.3 * q, 1.1 - 0.2 * q],
  }))

export const unitaryCircuit = (most: number, gates: number): fc.Arbitrary<SourceCircuit> =>
  fc.integer({ min: 1, max: most }).chain(qubits =>
    fc
      .array(fc.oneof({ weight: 15, arbitrary: unitary(qubits) }, { weight: 1, arbitrary: barrier(qubits) }), {
        maxLength: gates,
      })
      .map(instructions => ({ num_qubits: qubits, instructions: [...spread(qubits), ...instructions] })),
  )

const CLBITS = 3
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ clbit: fc.nat(CLBITS - 1), value: fc.constantFrom<0 | 1>(0, 1) }),
  fc.record({ clbits: distinct(2, CLBITS), value: fc.nat(3) }),
)

const measurement = (qubits: number): fc.Arbitrary<SourceInstruction> =>
  fc.record({ name: fc.constant('measure'), qubits: distinct(1, qubits), clbits: distinct(1, CLBITS) })

const reset = (qubits: number): fc.Arbitrary<SourceInstruction> =>
  fc.record({ name: fc.constant('reset'), qubits: distinct(1, qubits) })

const anything = (qubits: number): fc.Arbitrary<SourceInstruction> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 8, arbitrary: unitary(qubits) },
        { weight: 2, arbitrary: measurement(qubits) },
        { weight: 1, arbitrary: reset(qubits) },
        { weight: 1, arbitrary: barrier(qubits) },
      ),
      fc.option(condition, { nil: undefined, freq: 2 }),
    )
    .map(([instruction, when]) => (instruction.name === 'barrier' ? instruction : { ...instruction, condition: when }))

/** Circuits with measurements, resets and conditions, and at most eight branchings, so that all can be followed. */
export const adaptiveCircuit = (most: number, gates: number): fc.Arbitrary<SourceCircuit> =>
  fc.integer({ min: 1, max: most }).chain(qubits =>
    fc.array(anything(qubits), { maxLength: gates }).map(instructions => ({
      num_qubits: qubits,
      instructions: [...spread(qubits), ...fewBranchings(instructions, 8)],
    })),
  )

function fewBranchings(instructions: readonly SourceInstruction[], most: number): SourceInstruction[] {
  let left = most
  return instructions.filter(({ name }) => (name !== 'measure' && name !== 'reset') || left-- > 0)
}

const gate = (name: string, qubits: number[], ...params: number[]): SourceInstruction => ({ name, qubits, params })
const measureAll = (qubits: number): SourceInstruction[] =>
  Array.from({ length: qubits }, (_, q) => ({ name: 'measure', qubits: [q], clbits: [q] }))

export const ghz = (qubits: number): SourceCircuit => ({
  num_qubits: qubits,
  instructions: [
    gate('h', [0]),
    ...Array.from({ length: qubits - 1 }, (_, q) => gate('cx', [q, q + 1])),
    ...measureAll(qubits),
  ],
})

export const qft = (qubits: number): SourceCircuit => ({
  num_qubits: qubits,
  instructions: [
    ...Array.from({ length: qubits }, (_, i) => qubits - 1 - i).flatMap(target => [
      gate('h', [target]),
      ...Array.from({ length: target }, (_, i) => target - 1 - i).map(control =>
        gate('cp', [control, target], Math.PI / 2 ** (target - control)),
      ),
    ]),
    ...Array.from({ length: qubits >> 1 }, (_, q) => gate('swap', [q, qubits - 1 - q])),
    ...measureAll(qubits),
  ],
})

/** Layers of random one-qubit gates and of cx on a random pairing. */
export function layered(qubits: number, depth: number, seed = 1): SourceCircuit {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 32
  }
  const layer = () => {
    const order = Array.from({ length: qubits }, (_, q) => [random(), q] as const)
      .sort(([a], [b]) => a - b)
      .map(([, q]) => q)
    const turns = order.map(q => gate('u', [q], 3 * random(), 6 * random(), 6 * random()))
    const pairs = Array.from({ length: qubits >> 1 }, (_, i) => gate('cx', [order[2 * i]!, order[2 * i + 1]!]))
    return [...turns, ...pairs]
  }
  return {
    num_qubits: qubits,
    instructions: [...Array.from({ length: depth }, layer).flat(), ...measureAll(qubits)],
  }
}
