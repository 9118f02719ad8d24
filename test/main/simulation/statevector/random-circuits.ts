import fc from 'fast-check'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'

/** Every gate with its numbers of qubits and params. */
export const SHAPES: readonly (readonly [string, number, number])[] = [
  ...['h', 'x', 'y', 'z', 's', 'sdg', 't', 'tdg', 'sx', 'sxdg', 'id'].map(name => [name, 1, 0] as const),
  ...['rx', 'ry', 'rz', 'p'].map(name => [name, 1, 1] as const),
  ['u', 1, 3],
  ...['cx', 'cy', 'cz', 'ch', 'swap', 'iswap'].map(name => [name, 2, 0] as const),
  ...['cp', 'crx', 'cry', 'crz'].map(name => [name, 2, 1] as const),
  ['ccx', 3, 0],
  ['cswap', 3, 0],
]

export const circuitOf = (num_qubits: number, ...instructions: Instruction[]): Circuit => ({
  num_qubits,
  instructions,
})

const angle = fc.oneof(
  fc.double({ min: -7, max: 7, noNaN: true }),
  fc.constantFrom(0, Math.PI / 2, Math.PI, -Math.PI, 2 * Math.PI),
)

const someQubits = (of: number, count: number) =>
  fc.uniqueArray(fc.nat({ max: of - 1 }), { minLength: count, maxLength: count })

/** Any gate on any of `qubits` qubits. */
const anyGate = (qubits: number): fc.Arbitrary<Instruction> =>
  fc.constantFrom(...SHAPES.filter(([, needs]) => needs <= qubits)).chain(([name, needs, params]) =>
    fc.record({
      name: fc.constant(name),
      qubits: someQubits(qubits, needs),
      params: fc.array(angle, { minLength: params, maxLength: params }),
    }),
  )

/** Gates alone on one to `most` qubits; every qubit is touched, so that none is left out. */
export const gateCircuit = (most: number, length: number): fc.Arbitrary<Circuit> =>
  fc
    .integer({ min: 1, max: most })
    .chain(qubits =>
      fc
        .array(anyGate(qubits), { minLength: 1, maxLength: length })
        .map(gates =>
          circuitOf(qubits, ...Array.from({ length: qubits }, (_, q) => ({ name: 'h', qubits: [q] })), ...gates),
        ),
    )

const CLBITS = 3
const clbit = fc.nat({ max: CLBITS - 1 })
const condition = fc.oneof(
  fc.record({ clbit, value: fc.constantFrom(0 as const, 1 as const) }),
  fc.record({ clbits: fc.uniqueArray(clbit, { minLength: 2, maxLength: 2 }), value: fc.nat({ max: 3 }) }),
)

/** Instructions in any order, a third of them under conditions; then two qubits are measured. */
const sometimes = (qubits: number, length: number, instruction: fc.Arbitrary<Instruction>): fc.Arbitrary<Circuit> => {
  const maybe = fc
    .tuple(instruction, fc.option(condition, { freq: 2 }))
    .map(([always, only]): Instruction => (only ? { ...always, condition: only } : always))
  return fc
    .array(maybe, { minLength: 1, maxLength: length })
    .map(actions =>
      circuitOf(
        qubits,
        ...actions,
        { name: 'measure', qubits: [0], clbits: [CLBITS] },
        { name: 'measure', qubits: [1], clbits: [CLBITS + 1] },
      ),
    )
}

const resetOf = (target: fc.Arbitrary<number>) => fc.record({ name: fc.constant('reset'), qubits: fc.tuple(target) })
const measureOf = (target: fc.Arbitrary<number>) =>
  fc.record({ name: fc.constant('measure'), qubits: fc.tuple(target), clbits: fc.tuple(clbit) })

/** Gates, measurements and resets. */
export const dynamicCircuit = (qubits: number, length: number): fc.Arbitrary<Circuit> => {
  const target = fc.nat({ max: qubits - 1 })
  return sometimes(
    qubits,
    length,
    fc.oneof(
      { weight: 6, arbitrary: anyGate(qubits) },
      { weight: 2, arbitrary: measureOf(target) },
      { weight: 1, arbitrary: resetOf(target) },
    ),
  )
}

const FLIPS = SHAPES.filter(([name]) => ['x', 'y', 'cx', 'ccx', 'swap', 'cz'].includes(name))

/** As many resets and measurements as gates, of which half leave a certain qubit certain. */
export const resettingCircuit = (qubits: number, length: number): fc.Arbitrary<Circuit> => {
  const target = fc.nat({ max: qubits - 1 })
  const flip = fc
    .constantFrom(...FLIPS)
    .chain(([name, needs]) => fc.record({ name: fc.constant(name), qubits: someQubits(qubits, needs) }))
  return sometimes(
    qubits,
    length,
    fc.oneof(
      { weight: 1, arbitrary: anyGate(qubits) },
      { weight: 1, arbitrary: flip },
      { weight: 1, arbitrary: resetOf(target) },
      { weight: 1, arbitrary: measureOf(target) },
    ),
  )
}
