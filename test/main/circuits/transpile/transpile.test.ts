import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clbitsOf } from '../../../../main/circuits/model/classical-bits'
import { validateCircuit } from '../../../../main/circuits/model/validate'
import type { SourceInstruction } from '../../../../main/circuits/transpile/model/operations'
import type { Target } from '../../../../main/circuits/transpile/model/target'
import { transpile } from '../../../../main/circuits/transpile/transpile'
import { Circuit } from '../../../../main/contract/jobs/circuit'
import { grid, heavyHex, line, star } from './coupling-graphs'
import { expectEquivalent, expectRunnable } from './equivalence'
import { adaptiveCircuit, angle, GATE_SHAPES, layered, qft, unitaryCircuit } from './samples'

const TOPOLOGIES: [string, Target][] = [
  ['a line of 6', line(6)],
  ['a 2x3 grid', grid(3, 2)],
  ['a 3x3 grid', grid(3, 3)],
  ['a heavy hexagon', heavyHex()],
  ['a star of 6', star(6)],
]

describe('a transpiled circuit', () => {
  it.each(TOPOLOGIES)('does on %s what the circuit does, whatever its gates', (_, target) => {
    fc.assert(
      fc.property(unitaryCircuit(5, 25), fc.nat(99), (circuit, seed) => {
        expectRunnable(expectEquivalent(circuit, target, seed), target)
      }),
      { numRuns: 40 },
    )
  })

  it.each(TOPOLOGIES)('has on %s the same branches with measurements, resets and conditions', (_, target) => {
    fc.assert(
      fc.property(adaptiveCircuit(4, 22), fc.nat(99), (circuit, seed) => {
        expectRunnable(expectEquivalent(circuit, target, seed), target)
      }),
      { numRuns: 40 },
    )
  })

  it('is right on six qubits too', () => {
    fc.assert(
      fc.property(unitaryCircuit(6, 30), circuit => {
        expectEquivalent(circuit, line(6))
      }),
      { numRuns: 10 },
    )
  })

  it.each(GATE_SHAPES)('has %s right at every place and angle, also under a condition', (name, [count, params]) => {
    const prepare = [0.4, 1.3, 2.2].flatMap((theta, q) => [
      { name: 'u', qubits: [q], params: [theta, q, -theta] },
      { name: 'cx', qubits: [q, (q + 1) % 3] },
    ])
    const angles = fc.array(angle, { minLength: params, maxLength: params })
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2], { minLength: count, maxLength: count }), angles, (qubits, values) => {
        const gate = { name, qubits, params: values }
        const measure = { name: 'measure', qubits: [1], clbits: [0] }
        const conditional = { ...gate, condition: { clbit: 0, value: 1 } }
        expectEquivalent({ num_qubits: 3, instructions: [...prepare, gate] }, line(3))
        expectEquivalent({ num_qubits: 3, instructions: [...prepare, measure, conditional] }, line(3))
      }),
      { numRuns: 15 },
    )
  })

  const CONDITION = { clbit: 0, value: 1 } as const
  const measured = { name: 'measure', qubits: [2], clbits: [0] }
  it.each<[string, SourceInstruction[]]>([
    [
      'a CZ under a bit that changes before the next',
      [
        measured,
        { name: 'cz', qubits: [0, 1], condition: CONDITION },
        { name: 'h', qubits: [2] },
        measured,
        { name: 'cz', qubits: [0, 1], condition: CONDITION },
      ],
    ],
    [
      'a flip under a condition between two CZ',
      [
        measured,
        { name: 'cz', qubits: [0, 1] },
        { name: 'x', qubits: [0], condition: CONDITION },
        { name: 'cz', qubits: [0, 1] },
      ],
    ],
    [
      'a flip between two CZ under a condition',
      [
        measured,
        { name: 'cz', qubits: [0, 1], condition: CONDITION },
        { name: 'y', qubits: [1] },
        { name: 'x', qubits: [0] },
        { name: 'cz', qubits: [0, 1], condition: CONDITION },
      ],
    ],
  ])('keeps %s', (_, instructions) => {
    const spread = [0, 1, 2].map(q => ({ name: 'u', qubits: [q], params: [0.7 + 0.3 * q, q, 0.4] }))
    expectEquivalent({ num_qubits: 3, instructions: [...spread, ...instructions] }, line(3))
  })

  it('starts where initial_layout says: gates before any SWAP are there', () => {
    const circuit = { num_qubits: 3, instructions: [{ name: 'x', qubits: [2] }] }
    const { circuit: native, initial_layout, final_layout } = transpile(circuit, line(4))
    expect(native.instructions).toEqual([{ name: 'x', qubits: [initial_layout[2]] }])
    expect(initial_layout).toEqual([null, null, expect.any(Number)])
    expect(final_layout).toEqual(initial_layout)
  })

  it('keeps the width of the result, also where a bit is no longer used', () => {
    const nothing = { name: 'id', qubits: [0], condition: { clbit: 6, value: 1 as const } }
    const circuit = { num_qubits: 1, instructions: [{ name: 'measure', qubits: [0], clbits: [2] }, nothing] }
    expect(transpile(circuit, line(2)).circuit.num_clbits).toBe(clbitsOf(circuit))
    expect(transpile({ ...circuit, num_clbits: 9 }, line(2)).circuit.num_clbits).toBe(9)
  })

  it('is a circuit by the contract, without faults', () => {
    const { circuit } = transpile(qft(4), line(5))
    expect(Circuit.parse(circuit)).toEqual(circuit)
    expect(validateCircuit(circuit)).toEqual([])
  })

  it('is empty for an empty circuit', () => {
    const { circuit, duration_ns, expected_success } = transpile({ num_qubits: 2, instructions: [] }, line(2))
    expect({ ...circuit, duration_ns, expected_success }).toMatchObject({
      num_clbits: 0,
      instructions: [],
      duration_ns: 0,
      expected_success: 1,
    })
  })

  it('is the same for the same seed', () => {
    const circuit = layered(8, 6)
    const target = grid(4, 3)
    expect(transpile(circuit, target, { seed: 5 })).toEqual(transpile(circuit, target, { seed: 5 }))
  })

  it('leaves the circuit it was given alone', () => {
    const circuit = qft(5)
    const before = structuredClone(circuit)
    transpile(circuit, line(6))
    expect(circuit).toEqual(before)
  })

  it('predicts success as the product of its parts, within 0 and 1, less for more errors', () => {
    const good = grid(3, 3, { edge: () => ({ fidelity: 0.999 }) })
    const bad = grid(3, 3, { edge: () => ({ fidelity: 0.95 }) })
    const [one, other] = [transpile(qft(6), good), transpile(qft(6), bad)]
    expect(one.expected_success).toBeCloseTo(
      Object.values(one.predicted).reduce((a, b) => a * b),
      12,
    )
    expect(other.expected_success).toBeLessThan(one.expected_success)
    expect(one.predicted.cz).toBeCloseTo(0.999 ** one.cz_count, 9)
    for (const share of Object.values(one.predicted)) expect(share > 0 && share < 1 ? share : 1).toBeLessThanOrEqual(1)
  })
})
