import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GATES } from '../../../../main/circuits/gates'
import { KNOWN_GATES } from '../../../../main/circuits/transpile/decompose'
import {
  NATIVE_GATES,
  type SourceCircuit,
  type SourceInstruction,
  type Transpiled,
} from '../../../../main/circuits/transpile/model'
import type { Target } from '../../../../main/circuits/transpile/target'
import { transpile, transpiling } from '../../../../main/circuits/transpile/transpile'
import { circuitFaults, clbitsOf } from '../../../../main/circuits/validate'
import { AppError } from '../../../../main/contract/errors'
import { Circuit } from '../../../../main/contract/jobs'
import { densities, difference, probability } from './dense'
import { grid, heavyHex, line, star } from './lattices'
import { adaptiveCircuit, angle, GATE_SHAPES, ghz, layered, qft, unitaryCircuit } from './samples'

const TOPOLOGIES: [string, Target][] = [
  ['a line of 6', line(6)],
  ['a 2x3 grid', grid(3, 2)],
  ['a 3x3 grid', grid(3, 3)],
  ['a heavy hexagon', heavyHex()],
  ['a star of 6', star(6)],
]

const sourceOf = (circuit: SourceCircuit) => densities(circuit, [...Array(circuit.num_qubits).keys()])

/** Every qubit is used in these samples, so every place is known. */
const resultOf = ({ circuit, final_layout }: Transpiled) =>
  densities(
    circuit,
    final_layout.map(place => place!),
  )

function expectEquivalent(circuit: SourceCircuit, target: Target, seed = 0) {
  const result = transpile(circuit, target, { seed })
  const found = resultOf(result)
  expect(probability(found)).toBeCloseTo(1, 7)
  expect(difference(sourceOf(circuit), found)).toBeLessThan(1e-7)
  return result
}

function expectRunnable({ circuit }: Transpiled, target: Target) {
  const couplings = new Set(target.couplings.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]))
  const working = new Set(target.qubits.map(({ qubit }) => qubit))
  for (const { name, qubits } of circuit.instructions) {
    expect(NATIVE_GATES).toContain(name)
    expect(qubits.every(qubit => working.has(qubit))).toBe(true)
    if (name === 'cz') expect(couplings).toContain(qubits.join(' '))
  }
}

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
    expect(circuitFaults(circuit)).toEqual([])
  })

  it('may come from any operation of the gate table', () => {
    expect([...KNOWN_GATES].sort()).toEqual(Object.keys(GATES).sort())
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

describe('the cost', () => {
  it.each([3, 6, 9, 12])('of a GHZ state on %i qubits of a grid is one CZ a link and no SWAP', qubits => {
    const { swap_count, cz_count } = transpile(ghz(qubits), grid(4, 3))
    expect({ swap_count, cz_count }).toEqual({ swap_count: 0, cz_count: qubits - 1 })
  })

  it('of SWAPs in the circuit is nothing', () => {
    const swaps = [0, 1, 2, 3].map(q => ({ name: 'swap', qubits: [q, (q + 2) % 5] }))
    expect(transpile({ num_qubits: 5, instructions: swaps }, line(5)).circuit.instructions).toEqual([])
  })

  it('of a gate and its inverse is nothing, also with commuting gates between', () => {
    const between = [
      { name: 'cx', qubits: [0, 1] },
      { name: 't', qubits: [0] },
      { name: 'cz', qubits: [0, 2] },
      { name: 'x', qubits: [1] },
      { name: 'cx', qubits: [0, 1] },
    ]
    expect(transpile({ num_qubits: 3, instructions: between }, line(3)).cz_count).toBe(1)
    const flipped = [
      { name: 'cz', qubits: [0, 1] },
      { name: 'x', qubits: [0] },
      { name: 'cz', qubits: [0, 1] },
    ]
    const spread = [0, 1].map(q => ({ name: 'ry', qubits: [q], params: [0.7 + q] }))
    const { cz_count } = expectEquivalent({ num_qubits: 2, instructions: [...spread, ...flipped] }, line(2))
    expect(cz_count).toBe(0)
  })

  it('of a turn is at most two pulses', () => {
    fc.assert(
      fc.property(fc.array(angle, { minLength: 3, maxLength: 3 }), params => {
        const turns = ['h', 's', 'sx', 'y', 'tdg'].map(name => ({ name, qubits: [0] }))
        const { circuit } = transpile(
          { num_qubits: 1, instructions: [...turns, { name: 'u', qubits: [0], params }] },
          line(1),
        )
        expect(circuit.instructions.filter(({ name }) => name === 'sx' || name === 'x').length).toBeLessThanOrEqual(2)
      }),
    )
  })

  it('avoids a bad coupling and a bad readout', () => {
    const bad = (a: number, b: number) => (a === 4 || b === 4 ? { fidelity: 0.7 } : { fidelity: 0.99 })
    const { initial_layout } = transpile(ghz(6), grid(3, 3, { edge: bad }))
    expect(initial_layout).not.toContain(4)
    const deaf = (index: number) => ({ readout_fidelity: index % 3 === 0 ? 0.8 : 0.99 })
    expect(transpile(ghz(6), grid(3, 3, { qubit: deaf })).initial_layout.some(place => place! % 3 === 0)).toBe(false)
  })

  it('of QFT-10 on a grid stays near what good routers need', () => {
    const { cz_count } = transpile(qft(10), grid(5, 4))
    expect(cz_count).toBeLessThan(220)
  })
})

describe('a circuit that does not fit', () => {
  const refusal = (circuit: SourceCircuit, target: Target) => {
    try {
      transpile(circuit, target)
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
    throw new Error('nothing was refused')
  }

  it('is refused with what is missing', () => {
    const error = refusal(ghz(7), line(6))
    expect(error.code).toBe('invalid_request')
    expect(error.faults[0]!.pointer).toBe('/circuit/num_qubits')
    expect(error.message).toMatch(/acts on 7 qubits; synthetic has 6 that work/)
  })

  it('is refused when it entangles more than one region holds', () => {
    const broken = line(6)
    const cut = { ...broken, couplings: broken.couplings.filter(({ a }) => a !== 3) }
    expect(refusal(ghz(6), cut).message).toMatch(/entangles 6 qubits; the largest connected region of synthetic has 4/)
    expect(transpile(ghz(4), cut).swap_count).toBe(0)
  })

  it('is placed in two regions when its halves never meet', () => {
    const broken = line(6)
    const cut = { ...broken, couplings: broken.couplings.filter(({ a }) => a !== 2) }
    const halves = {
      num_qubits: 6,
      instructions: [...ghz(3).instructions, { name: 'cx', qubits: [3, 4] }, { name: 'cx', qubits: [4, 5] }],
    }
    expect(transpile(halves, cut).swap_count).toBe(0)
  })

  it('may name many qubits when it uses few', () => {
    const circuit = { num_qubits: 9_000, instructions: [{ name: 'cx', qubits: [17, 8_999] }] }
    expect(transpile(circuit, line(3)).cz_count).toBe(1)
  })

  it('is refused by its instruction when validation was skipped', () => {
    const wrong = [
      { name: 'toString', qubits: [0] },
      { name: 'rz', qubits: [0], params: [Number.NaN] },
      { name: 'cx', qubits: [0, 0] },
      { name: 'measure', qubits: [0] },
    ]
    const pointers = wrong.map(one => refusal({ num_qubits: 2, instructions: [one] }, line(2)).faults[0]!.pointer)
    expect(pointers).toEqual(['name', 'params', 'qubits', 'clbits'].map(field => `/circuit/instructions/0/${field}`))
  })
})

describe('large circuits', () => {
  it('of a thousand gates on more than a hundred qubits take seconds at most, in small steps', () => {
    const target = grid(12, 10)
    const work = transpiling(layered(110, 7, 3), target)
    const started = performance.now()
    let steps = 0
    let step = work.next()
    while (!step.done) {
      steps += 1
      step = work.next()
    }
    expectRunnable(step.value, target)
    expect(steps).toBeGreaterThan(100)
    // Some two seconds on an idle core; room for a loaded one.
    expect(performance.now() - started).toBeLessThan(20_000)
  })

  it('with one qubit that meets all others are routed on a line', () => {
    const hub = {
      num_qubits: 40,
      instructions: Array.from({ length: 39 }, (_, q) => ({ name: 'cx', qubits: [0, q + 1] })),
    }
    const target = line(45)
    expectRunnable(transpile(hub, target), target)
  })

  it('of one gate repeated without end vanish', () => {
    const instructions = Array.from({ length: 20_000 }, () => ({ name: 'cx', qubits: [0, 1] }))
    expect(transpile({ num_qubits: 2, instructions }, line(2)).circuit.instructions).toEqual([])
  })
})
