import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import { type CircuitState, CircuitState as CircuitStateSchema } from '../../../../main/contract/jobs/circuit-state'
import { AppError } from '../../../../main/contract/model/errors'
import { circuitState } from '../../../../main/simulation/live/circuit-state'
import { blochVector, denseRegister, totalState, traceOf } from './density-matrices'

const QUBITS = 3
const CLBITS = 3
const stateOf = (instructions: Instruction[], more: object = {}, num_qubits = QUBITS): CircuitState =>
  circuitState({ circuit: { num_qubits, num_clbits: CLBITS, instructions }, ...more }, () => undefined)
const h = (qubit: number): Instruction => ({ name: 'h', qubits: [qubit] })
const measure = (qubit: number, clbit = qubit): Instruction => ({ name: 'measure', qubits: [qubit], clbits: [clbit] })
const cx = (a: number, b: number): Instruction => ({ name: 'cx', qubits: [a, b] })

const qubit = fc.nat(QUBITS - 1)
const angle = fc.double({ min: -7, max: 7, noNaN: true })
const condition = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .record({ clbit: fc.nat(CLBITS - 1), value: fc.constantFrom(0 as const, 1 as const) })
      .map(condition => ({ condition })),
  },
)
const on = (count: number) => fc.uniqueArray(qubit, { minLength: count, maxLength: count })
const gateNamed = (names: string[], qubits: number, params: number) =>
  fc.record({
    name: fc.constantFrom(...names),
    qubits: on(qubits),
    ...(params ? { params: fc.array(angle, { minLength: params, maxLength: params }) } : {}),
  })
const bare: fc.Arbitrary<Instruction> = fc.oneof(
  gateNamed(['h', 'x', 'y', 's', 't', 'sx', 'id'], 1, 0),
  gateNamed(['rx', 'ry', 'rz', 'p'], 1, 1),
  gateNamed(['u'], 1, 3),
  gateNamed(['cx', 'cy', 'cz', 'ch', 'swap', 'iswap'], 2, 0),
  gateNamed(['crx', 'cp'], 2, 1),
  gateNamed(['ccx', 'cswap'], 3, 0),
  gateNamed(['reset'], 1, 0),
  fc.tuple(qubit, fc.nat(CLBITS - 1)).map(([q, c]) => measure(q, c)),
)
const instruction = fc.tuple(bare, condition).map(([one, more]) => ({ ...one, ...more }))
const loop = fc
  .tuple(
    fc.constantFrom('while', 'until'),
    fc.nat(CLBITS - 1),
    fc.array(instruction, { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([name, clbit, body, max_iterations]): Instruction[] => [
    { name, qubits: [], condition: { clbit, value: 0 }, max_iterations },
    ...body,
    { name: 'end', qubits: [] },
  ])
const program = fc
  .array(fc.oneof({ weight: 8, arbitrary: instruction.map(one => [one]) }, { weight: 1, arbitrary: loop }), {
    maxLength: 14,
  })
  .map(parts => parts.flat())

function expectDense(instructions: Instruction[]): void {
  const circuit: Circuit = { num_qubits: QUBITS, num_clbits: CLBITS, instructions }
  const state = stateOf(instructions)
  const register = denseRegister(circuit, CLBITS)
  const dense = totalState(register)
  for (const [i, probability] of state.probabilities.entries()) expect(probability).toBeCloseTo(dense[i]![i]![0], 9)
  for (const { qubit, x, y, z } of state.qubit_states)
    for (const [axis, value] of blochVector(dense, qubit, QUBITS).entries())
      expect([x, y, z][axis]).toBeCloseTo(value, 9)
  const found = new Map(state.outcomes.map(({ bits, probability }) => [[...bits].reverse().join(''), probability]))
  for (const [key, part] of register) expect(found.get(key) ?? 0).toBeCloseTo(traceOf(part), 9)
  if (state.amplitudes) {
    const { re, im } = state.amplitudes
    for (let row = 0; row < re.length; row++)
      for (let column = 0; column < re.length; column++) {
        expect(re[row]! * re[column]! + im[row]! * im[column]!).toBeCloseTo(dense[row]![column]![0], 9)
        expect(im[row]! * re[column]! - re[row]! * im[column]!).toBeCloseTo(dense[row]![column]![1], 9)
      }
  }
}

describe('the state of a circuit', () => {
  it('is that of dense density matrices for any circuit with measurements, resets, conditions and loops', () => {
    fc.assert(fc.property(program, expectDense), { numRuns: 40 })
  })

  it('follows one branch where outcomes are pinned', () => {
    const bell = [h(0), cx(0, 1), measure(0)]
    const mixed = stateOf(bell)
    expect(mixed).toMatchObject({ branches: 2, amplitudes: null, probability: 1 })
    expect(mixed.qubit_states[1]).toMatchObject({ length: 0, purity: 0.5, entropy: 1 })
    const pinned = stateOf(bell, { pinned: [{ instruction: 2, position: 0, outcome: 1 }] })
    expect(pinned.branches).toBe(1)
    expect(pinned.probability).toBeCloseTo(0.5, 12)
    expect(pinned.probabilities[3]).toBeCloseTo(1, 12)
    expect(pinned.measurements[0]).toMatchObject({ qubit: 0, clbit: 0, expected_times: 1, pinned: 1 })
    expect(pinned.measurements[0]!.expected_ones).toBeCloseTo(0.5, 12)
  })

  it('keeps what is pinned however improbable all of it together is', () => {
    const many = Array.from({ length: 60 }, () => [h(0), measure(0)]).flat()
    const pinned = many.flatMap(({ name }, instruction) =>
      name === 'measure' ? [{ instruction, position: 0, outcome: 1 as const }] : [],
    )
    const state = stateOf(many, { pinned })
    expect(Math.log2(state.probability)).toBeCloseTo(-60, 3)
    expect(state.probabilities[1]).toBeCloseTo(1, 12)
  })

  it('joins branches that nothing distinguishes any more, however often a qubit is measured again', () => {
    const rounds = Array.from({ length: 200 }, () => [h(0), measure(0), { name: 'reset', qubits: [0] }]).flat()
    expect(stateOf(rounds).branches).toBe(2)
  })

  it('takes values of parameters, and says which are missing', () => {
    const rx: Instruction = { name: 'rx', qubits: [0], params: ['2 * theta'] as never }
    expect(stateOf([rx], { parameters: { theta: Math.PI / 4, unused: 1 } }).qubit_states[0]!.y).toBeCloseTo(-1, 12)
    expect(() => stateOf([rx])).toThrowError(
      expect.objectContaining({ faults: [expect.objectContaining({ pointer: '/circuit/instructions/0/params/0' })] }),
    )
  })

  it('shows a circuit on few of many qubits, and all 12 in superposition measured at the end', () => {
    const far = stateOf([h(40), cx(40, 47)], {}, 48)
    expect(far.qubits).toEqual([40, 47])
    const all = Array.from({ length: 12 }, (_, q) => q)
    const instructions = [...all.map(h), ...all.map(q => measure(q))]
    const state = circuitState({ circuit: { num_qubits: 12, instructions } }, () => undefined)
    expect(state.branches).toBe(4096)
    expect(state.outcome_count).toBe(4096)
    expect(state.outcomes).toHaveLength(256)
    expect(CircuitStateSchema.safeParse(state).success).toBe(true)
  })

  it.each([
    [
      'more than 12 qubits',
      { circuit: { num_qubits: 13, instructions: Array.from({ length: 13 }, (_, q) => h(q)) } },
      '/circuit/num_qubits',
    ],
    [
      'a pin of no measurement',
      { circuit: { num_qubits: 1, instructions: [h(0)] }, pinned: [{ instruction: 0, position: 0, outcome: 1 }] },
      '/pinned/0',
    ],
    [
      'a pin given twice',
      {
        circuit: { num_qubits: 1, instructions: [measure(0)] },
        pinned: [0, 1].map(() => ({ instruction: 0, position: 0, outcome: 0 })),
      },
      '/pinned/1',
    ],
    [
      'an outcome that never happens',
      { circuit: { num_qubits: 1, instructions: [measure(0)] }, pinned: [{ instruction: 0, position: 0, outcome: 1 }] },
      '/pinned/0',
    ],
    [
      'an operation that is none',
      { circuit: { num_qubits: 1, instructions: [{ name: '__proto__', qubits: [0] }] } },
      '/circuit/instructions/0/name',
    ],
    [
      'too many branches',
      {
        circuit: {
          num_qubits: 12,
          instructions: [
            ...Array.from({ length: 12 }, (_, q) => [h(q), measure(q)]).flat(),
            ...Array.from({ length: 12 }, (_, q) => h(q)),
          ],
        },
      },
      '/circuit/instructions/29',
    ],
    [
      'a loop of more work than it is worth',
      {
        circuit: {
          num_qubits: 1,
          instructions: [
            { name: 'until', qubits: [], condition: { clbit: 0, value: 1 }, max_iterations: 10_000 },
            ...Array.from({ length: 90 }, () => ({
              name: 'while',
              qubits: [],
              condition: { clbit: 1, value: 1 },
              max_iterations: 1,
            })).flatMap(mark => [mark, h(0), { name: 'end', qubits: [] }]),
            { name: 'end', qubits: [] },
          ],
        },
      },
      '/circuit/instructions/0/max_iterations',
    ],
  ])('refuses %s at its place', (_, request, pointer) => {
    const caught = (() => {
      try {
        return circuitState(request as never, () => undefined)
      } catch (error) {
        return error
      }
    })()
    expect(caught).toBeInstanceOf(AppError)
    expect((caught as AppError).faults.map(fault => fault.pointer)).toContain(pointer)
  })

  it('ends at a checkpoint that throws', () => {
    let left = 3
    const request = { circuit: { num_qubits: 1, instructions: Array.from({ length: 9 }, () => h(0)) } }
    expect(() =>
      circuitState(request, () => {
        if (left-- === 0) throw new Error('stopped')
      }),
    ).toThrow('stopped')
  })
})
