import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Pauli, readPauli, sparseText } from '../../../main/circuits/observables/pauli'
import type { Matrix } from '../../../main/contract/gates/matrices'
import type { StabilizerOp } from '../../../main/simulation/model/stabilizer'
import { propagatedValues } from '../../../main/simulation/stabilizer/pauli-propagation'
import { stateValues } from '../../../main/simulation/statevector/state-values'
import { densePauli, evolved, expectationOf, groundRho, mixed } from '../circuits/observables/dense'
import { unitaryOf } from '../circuits/unitary'

const QUBITS = 3
const qubit = fc.nat({ max: QUBITS - 1 })
const pair = fc.uniqueArray(qubit, { minLength: 2, maxLength: 2 })
const pauli = fc
  .string({ unit: fc.constantFrom('I', 'X', 'Y', 'Z'), minLength: QUBITS, maxLength: QUBITS })
  .map(text => readPauli(text, QUBITS) as Pauli)

const op: fc.Arbitrary<StabilizerOp> = fc.oneof(
  fc.record({ op: fc.constantFrom('h' as const, 's' as const, 'x' as const, 'z' as const), q: qubit }),
  fc
    .tuple(fc.constantFrom('cx' as const, 'cz' as const, 'swap' as const), pair)
    .map(([name, [a, b]]) => ({ op: name, a: a!, b: b! })),
  fc.record({
    op: fc.constant('pauli1' as const),
    q: qubit,
    px: fc.constant(0.05),
    py: fc.constant(0.1),
    pz: fc.constant(0.2),
  }),
  pair.map(([a, b]) => ({ op: 'pauli2' as const, a: a!, b: b!, p: 0.3 })),
  fc.record({ op: fc.constant('measure' as const), q: qubit, bit: fc.constant(0), flip: fc.constant(0.1) }),
  fc.record({ op: fc.constant('reset' as const), q: qubit }),
)

const of = (text: string): Matrix => densePauli(text, QUBITS)
/** Projectors on 0 and 1, from (I ± Z) / 2. */
const projector = (q: number, value: 0 | 1): Matrix =>
  of('I').map((row, i) => row.map(([re], j) => [(re + (1 - 2 * value) * of(`Z${q}`)[i]![j]![0]) / 2, 0] as const))

const LETTERS = ['I', 'X', 'Y', 'Z']

/** Each op as a channel on a density matrix. */
function after(rho: Matrix, one: StabilizerOp): Matrix {
  switch (one.op) {
    case 'pauli1': {
      const { q, px, py, pz } = one
      return mixed(rho, [
        [1 - px - py - pz, of('I')],
        [px, of(`X${q}`)],
        [py, of(`Y${q}`)],
        [pz, of(`Z${q}`)],
      ])
    }
    case 'pauli2': {
      const texts = LETTERS.flatMap(a => LETTERS.map(b => [a === 'I' ? '' : a + one.a, b === 'I' ? '' : b + one.b]))
      const names = texts.map(words => words.filter(word => word !== '').join(' ') || 'I')
      return mixed(
        rho,
        names.map((name, at) => [at === 0 ? 1 - one.p : one.p / 15, of(name)] as const),
      )
    }
    case 'measure':
      return mixed(rho, [
        [1, projector(one.q, 0)],
        [1, projector(one.q, 1)],
      ])
    case 'reset': {
      const flipped = of(`X${one.q}`)
      const down = projector(one.q, 1)
      const toZero = flipped
        .map(row => down[0]!.map((_, j) => row.reduce((sum, [re], k) => sum + re * down[k]![j]![0], 0)))
        .map(row => row.map(re => [re, 0] as const))
      return mixed(rho, [
        [1, projector(one.q, 0)],
        [1, toZero],
      ])
    }
    default:
      return evolved(rho, QUBITS, [{ name: one.op, qubits: 'q' in one ? [one.q] : [one.a, one.b] }])
  }
}

it('Paulis carried back through gates, Pauli noise, measurements and resets have the values of density matrices', () => {
  fc.assert(
    fc.property(fc.array(op, { maxLength: 15 }), fc.array(pauli, { minLength: 1, maxLength: 4 }), (ops, paulis) => {
      const rho = ops.reduce(after, groundRho(QUBITS))
      const found = propagatedValues(ops, paulis)
      for (const [at, one] of paulis.entries())
        expect(found[at]).toBeCloseTo(expectationOf(rho, of(sparseText(one))), 9)
    }),
    { numRuns: 25 },
  )
})

it('refuses conditions, of which the values would not be those of one channel', () => {
  const condition = [{ clbit: 0, value: 1 as const }]
  expect(() => propagatedValues([{ op: 'x', q: 0, condition }], [])).toThrow('conditions')
})

const gate = fc.oneof(
  qubit.chain(q => fc.constantFrom('h', 't', 's', 'sx').map(name => ({ name, qubits: [q] }))),
  fc
    .tuple(qubit, fc.double({ min: -3, max: 3, noNaN: true }))
    .map(([q, angle]) => ({ name: 'ry', qubits: [q], params: [angle] })),
  pair.map(qubits => ({ name: 'cx', qubits })),
)

it('state vectors give what dense matrices give', () => {
  fc.assert(
    fc.property(
      fc.array(gate, { maxLength: 12 }),
      fc.array(pauli, { minLength: 1, maxLength: 6 }),
      (instructions, paulis) => {
        const unitary = unitaryOf({ num_qubits: QUBITS, instructions })
        // Of the reference the first qubit is the most significant.
        const reversed = (index: number) =>
          [...Array(QUBITS).keys()].reduce((sum, q) => sum | (((index >> q) & 1) << (QUBITS - 1 - q)), 0)
        const state = new Float64Array(2 * 2 ** QUBITS)
        for (let i = 0; i < 2 ** QUBITS; i++)
          state.set(
            unitary[reversed(i)]![0]!.map(part => 2 * part),
            2 * i,
          )
        const rho = evolved(groundRho(QUBITS), QUBITS, instructions)
        const masks = paulis.map(one => ({
          x: [...one].reduce((mask, [q, letter]) => (letter === 'Z' ? mask : mask | (1 << q)), 0),
          z: [...one].reduce((mask, [q, letter]) => (letter === 'X' ? mask : mask | (1 << q)), 0),
        }))
        const found = stateValues(state, masks)
        for (const [at, one] of paulis.entries())
          expect(found[at]).toBeCloseTo(expectationOf(rho, of(sparseText(one))), 9)
      },
    ),
    { numRuns: 60 },
  )
})
