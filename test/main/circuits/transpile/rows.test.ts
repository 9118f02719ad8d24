/** The circuits of a sweep transpiled together, beside each transpiled by itself on the same layout. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instructionsOfRow, type Transpiled } from '../../../../main/circuits/transpile/model/result'
import {
  anglesOf,
  followedBy,
  isDiagonal,
  isXLike,
  type Rotation,
  rotationOf,
} from '../../../../main/circuits/transpile/model/rotation'
import { transpile, transpileRows } from '../../../../main/circuits/transpile/transpile'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import { grid } from './coupling-graphs'
import { densities, difference } from './density-matrix'
import { expectRunnable } from './equivalence'
import { adaptiveCircuit, angle, unitaryCircuit } from './samples'

const target = grid(2, 3)

/** The circuit, then the same gates with the angles of each row of values. */
function rowsOf(circuit: Circuit, values: readonly (readonly number[])[]): Circuit[] {
  const withAngles = (row: readonly number[]): Circuit => {
    let at = 0
    const instructions = circuit.instructions.map(one =>
      one.params?.length ? { ...one, params: one.params.map(() => row[at++ % row.length]!) } : one,
    )
    return { ...circuit, instructions }
  }
  return [circuit, ...values.map(withAngles)]
}

const apart = (transpiled: Transpiled, row: number): Transpiled => ({
  ...transpiled,
  circuit: { ...transpiled.circuit, instructions: instructionsOfRow(transpiled.circuit.instructions, row) },
})

const statesOf = ({ circuit, final_layout }: Transpiled) =>
  densities(
    circuit,
    final_layout.map(place => place!),
  )

const values = fc.array(fc.array(angle, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 })

describe('circuits whose angles alone differ', () => {
  it.each([
    ['unitary', unitaryCircuit(4, 14)],
    ['with measurements, resets and conditions', adaptiveCircuit(3, 12)],
  ])('do what each does by itself on that layout: %s', (_, circuits) => {
    fc.assert(
      fc.property(circuits, values, (circuit, others) => {
        const rows = rowsOf(circuit, others)
        const together = transpileRows(rows, target)
        expectRunnable(together, target)
        const layout = together.initial_layout.map((site, qubit) => site ?? qubit)
        for (const [row, source] of rows.entries()) {
          if (together.final_layout.includes(null)) continue
          const single = transpile(source, target, { layout })
          expect(difference(statesOf(apart(together, row)), statesOf(single))).toBeLessThan(1e-7)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('come to what one circuit comes to where the angles are the same', () => {
    fc.assert(
      fc.property(unitaryCircuit(4, 14), circuit => {
        expect(transpileRows([circuit, circuit], target)).toEqual(transpile(circuit, target))
      }),
      { numRuns: 20 },
    )
  })

  it('leave the angles of Clifford rows multiples of a quarter turn, so that Pauli frames can play them', () => {
    const special = fc.integer({ min: -4, max: 4 })
    const gate = fc.oneof(
      fc.tuple(fc.constantFrom('rx', 'ry', 'rz', 'p'), fc.nat(2), special).map(([name, q, n]) => ({
        name,
        qubits: [q],
        params: [(n * Math.PI) / 2],
      })),
      fc.tuple(fc.constantFrom('crx', 'cry', 'crz', 'cp'), fc.nat(2), special).map(([name, q, n]) => ({
        name,
        qubits: [q, (q + 1) % 3],
        params: [n * Math.PI],
      })),
      fc.tuple(fc.constantFrom('h', 's', 'x'), fc.nat(2)).map(([name, q]) => ({ name, qubits: [q] })),
      fc.nat(2).map(q => ({ name: 'cx', qubits: [q, (q + 1) % 3] })),
    )
    fc.assert(
      fc.property(
        fc.array(gate, { maxLength: 16 }),
        fc.array(angle, { minLength: 1, maxLength: 4 }),
        (some, others) => {
          const measured = [0, 1, 2].map(q => ({ name: 'measure', qubits: [q], clbits: [q] }))
          const rows = rowsOf({ num_qubits: 3, instructions: [...some, ...measured] }, [others])
          for (const { name, params } of instructionsOfRow(transpileRows(rows, target).circuit.instructions, 0))
            if (name === 'rz') expect(Math.abs(Math.sin(2 * params![0]!))).toBeLessThan(1e-9)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('keep in every row the pulses and times that one of them needs', () => {
    const of = (theta: number): Circuit => ({
      num_qubits: 2,
      instructions: [
        { name: 'rz', qubits: [0], params: [theta] },
        { name: 'rx', qubits: [0], params: [theta] },
        { name: 'cx', qubits: [0, 1] },
        { name: 'crz', qubits: [0, 1], params: [theta] },
        { name: 'measure', qubits: [1], clbits: [0] },
      ],
    })
    const alone = transpile(of(0), target)
    const general = transpile(of(0.7), target)
    const together = transpileRows([of(0), of(0.7), of(Math.PI)], target)
    expect(alone.cz_count).toBeLessThan(general.cz_count)
    const { cz_count, duration_ns, depth } = together
    expect({ cz_count, duration_ns, depth }).toEqual({
      cz_count: general.cz_count,
      duration_ns: general.duration_ns,
      depth: general.depth,
    })
  })
})

describe('two pulses', () => {
  const pulse: Rotation = rotationOf([['x', Math.PI / 2]])
  const rz = (by: number): Rotation => rotationOf([['z', by]])

  it('make any rotation, those of Clifford gates by multiples of a quarter turn', () => {
    const euler = fc.tuple(angle, angle, angle)
    fc.assert(
      fc.property(euler, ([a, b, c]) => {
        const wanted = rotationOf([
          ['z', a],
          ['x', b],
          ['z', c],
        ])
        const { before, between, after } = anglesOf(wanted, 'two')
        const made = [pulse, rz(between), pulse, rz(after)].reduce(followedBy, rz(before))
        const overlap = wanted.reduce((sum, part, at) => sum + part * made[at]!, 0)
        expect(Math.abs(overlap)).toBeCloseTo(1, 9)
        const isClifford = [a, b, c].every(each => Number.isInteger(each / (Math.PI / 2)))
        const special = isDiagonal(wanted) || isXLike(wanted)
        if (isClifford || (special && [a, c].every(each => Number.isInteger(each / (Math.PI / 2)))))
          for (const each of [before, between, after]) expect(each % (Math.PI / 2)).toBeCloseTo(0, 9)
      }),
      { numRuns: 500 },
    )
  })
})
