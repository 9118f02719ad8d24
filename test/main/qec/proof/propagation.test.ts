import fc from 'fast-check'
import { expect, it } from 'vitest'
import { advance, programOf } from '../../../../main/qec/proof/propagation'
import { act, type Letters } from '../reference/pauli-letters'
import { anyState, cz as applyCz, h as applyH, overlap, pauli, type State } from '../reference/statevector'

const QUBITS = 4
const qubit = fc.integer({ min: 0, max: QUBITS - 1 })
const h = qubit.map(q => ({ gate: 'H' as const, sites: [q], bit: null }))
const cz = fc
  .tuple(qubit, qubit)
  .filter(([a, b]) => a !== b)
  .map(sites => ({ gate: 'CZ' as const, sites, bit: null }))
const circuit = fc.array(fc.oneof(h, cz), { maxLength: 30 })
const mask = fc.integer({ min: 0, max: 15 })
const BITS = new Map([0, 1, 2, 3].map(q => [q, 1 << q]))

const run = (state: State, ops: readonly { gate: 'H' | 'CZ'; sites: readonly number[] }[]) =>
  ops.reduce((now, { gate, sites: [a, b] }) => (gate === 'H' ? applyH(now, a!) : applyCz(now, a!, b!)), state)

it('carries a Pauli through a circuit as the state vector does', () => {
  fc.assert(
    fc.property(circuit, anyState(QUBITS), mask, mask, (ops, start, x, z) => {
      const frame = { x, z, flips: 0 }
      advance(frame, programOf(ops, BITS), 0)
      expect(overlap(run(pauli(start, x, z), ops), pauli(run(start, ops), frame.x, frame.z))).toBeCloseTo(1, 9)
    }),
  )
})

const reset = qubit.map(q => ({ gate: 'R' as const, sites: [q], bit: null }))
const measure = fc
  .tuple(qubit, fc.integer({ min: 0, max: 3 }))
  .map(([q, k]) => ({ gate: 'M' as const, sites: [q], bit: `a${k}` }))

it('agrees with letters on resets and measurements too, in one go or one operation at a time', () => {
  const letterOf = (x: number, z: number, q: number) => ['I', 'X', 'Z', 'Y'][((x >> q) & 1) | (((z >> q) & 1) << 1)]!
  fc.assert(
    fc.property(fc.array(fc.oneof(h, cz, reset, measure), { maxLength: 40 }), mask, mask, (ops, x, z) => {
      const letters: Letters = new Map([0, 1, 2, 3].map(q => [q, letterOf(x, z, q)]))
      let flips = 0
      for (const op of ops) if (act(letters, op)) flips ^= 1 << Number(op.bit!.slice(1))
      const at = (wanted: string) =>
        [0, 1, 2, 3].reduce((m, q) => m | (wanted.includes(letters.get(q)!) ? 1 << q : 0), 0)
      const expected = { x: at('XY'), z: at('ZY'), flips }
      const whole = { x, z, flips: 0 }
      advance(whole, programOf(ops, BITS), 0)
      const stepped = { x, z, flips: 0 }
      for (const i of ops.keys()) advance(stepped, programOf(ops, BITS), i, i + 1)
      expect(whole).toEqual(expected)
      expect(stepped).toEqual(expected)
    }),
  )
})
