import fc from 'fast-check'
import { expect, it } from 'vitest'
import { advance, programOf } from '../../../main/qec/propagate'
import { act, type Letters } from './letters'

const QUBITS = 4
const qubit = fc.integer({ min: 0, max: QUBITS - 1 })
const h = qubit.map(q => ({ gate: 'H' as const, sites: [q], bit: null }))
const cz = fc
  .tuple(qubit, qubit)
  .filter(([a, b]) => a !== b)
  .map(sites => ({ gate: 'CZ' as const, sites, bit: null }))
const circuit = fc.array(fc.oneof(h, cz), { maxLength: 30 })
const noise = { x: fc.integer({ min: 0, max: 15 }), z: fc.integer({ min: 0, max: 15 }) }
const BITS = new Map([0, 1, 2, 3].map(q => [q, 1 << q]))

type State = readonly { readonly re: number; readonly im: number }[]

/** Real arithmetic suffices: H, CZ, X and Z have real matrices, and the start is real but for phases we do not track. */
const hadamard = (state: State, q: number): State =>
  state.map((_, i) => {
    const low = state[i & ~(1 << q)]!
    const high = state[i | (1 << q)]!
    const sign = (i >> q) & 1 ? -1 : 1
    return { re: (low.re + sign * high.re) / Math.SQRT2, im: (low.im + sign * high.im) / Math.SQRT2 }
  })

const phase = (state: State, negative: (i: number) => boolean): State =>
  state.map(({ re, im }, i) => (negative(i) ? { re: -re, im: -im } : { re, im }))

const bit = (i: number, q: number) => ((i >> q) & 1) === 1

const apply = (state: State, ops: readonly { gate: 'H' | 'CZ'; sites: readonly number[] }[]) =>
  ops.reduce(
    (now, { gate, sites: [a, b] }) => (gate === 'H' ? hadamard(now, a!) : phase(now, i => bit(i, a!) && bit(i, b!))),
    state,
  )

/** X and Z where the masks say; Y up to a phase. */
const applyPauli = (state: State, x: number, z: number): State =>
  phase(state, i => [0, 1, 2, 3].filter(q => bit(i & z, q)).length % 2 === 1).map((_, i, signed) => signed[i ^ x]!)

const overlap = (a: State, b: State) => {
  const re = a.reduce((sum, s, i) => sum + s.re * b[i]!.re + s.im * b[i]!.im, 0)
  const im = a.reduce((sum, s, i) => sum + s.re * b[i]!.im - s.im * b[i]!.re, 0)
  return Math.hypot(re, im)
}

const normalized = (values: readonly number[]): State => {
  const norm = Math.hypot(...values)
  return Array.from({ length: 16 }, (_, i) => ({ re: values[i]! / norm, im: values[i + 16]! / norm }))
}

const amplitudes = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 32, maxLength: 32 }).map(normalized)

it('carries a Pauli through a circuit as the state vector does', () => {
  fc.assert(
    fc.property(circuit, amplitudes, noise.x, noise.z, (ops, start, x, z) => {
      const frame = { x, z, flips: 0 }
      advance(frame, programOf(ops, BITS), 0)
      const before = apply(applyPauli(start, x, z), ops)
      const after = applyPauli(apply(start, ops), frame.x, frame.z)
      expect(overlap(before, after)).toBeCloseTo(1, 9)
    }),
  )
})

const reset = qubit.map(q => ({ gate: 'R' as const, sites: [q], bit: null }))
const measure = fc
  .tuple(qubit, fc.integer({ min: 0, max: 3 }))
  .map(([q, k]) => ({ gate: 'M' as const, sites: [q], bit: `a${k}` }))

it('agrees with letters on resets and measurements too, in one go or one operation at a time', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(h, cz, reset, measure), { maxLength: 40 }), noise.x, noise.z, (ops, x, z) => {
      const letters: Letters = new Map(
        [0, 1, 2, 3].map(q => [q, ['I', 'X', 'Z', 'Y'][((x >> q) & 1) | (((z >> q) & 1) << 1)]!]),
      )
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
