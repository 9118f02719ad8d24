import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SourceCircuit } from '../../../../main/circuits/transpile/model/operations'
import type { Target } from '../../../../main/circuits/transpile/model/target'
import { transpile } from '../../../../main/circuits/transpile/transpile'
import { AppError } from '../../../../main/contract/model/errors'
import { grid, line } from './coupling-graphs'
import { expectEquivalent, expectRunnable } from './equivalence'
import { angle, ghz, layered, qft } from './samples'

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
  it('end where their checkpoint throws', () => {
    let left = 100
    const checkpoint = () => {
      if (left-- === 0) throw new Error('enough')
    }
    expect(() => transpile(layered(20, 3, 3), grid(5, 4), { checkpoint })).toThrow('enough')
    expect(left).toBe(-1)
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
