import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diagonalizeCommuting, diagonalizeQubitWise } from '../../../../main/circuits/observables/diagonalize'
import { groupPaulis } from '../../../../main/circuits/observables/grouping'
import { measurementGroups, measuring } from '../../../../main/circuits/observables/measurement-plan'
import { isPauli, type Pauli, readPauli, sparseText } from '../../../../main/circuits/observables/pauli'
import { measuredAtEndFaults, readObservables } from '../../../../main/circuits/observables/read-observables'
import { distance, multiply, unitaryOf } from '../unitary'
import { adjoint, commute, densePauli } from './dense'

const QUBITS = 4
const dense = fc.string({ unit: fc.constantFrom('I', 'X', 'Y', 'Z'), minLength: QUBITS, maxLength: QUBITS })
const pauli = dense.map(text => readPauli(text, QUBITS) as Pauli)
const sparse = (text: string, qubits = QUBITS) => readPauli(text, qubits) as Pauli

describe('Pauli strings', () => {
  it('have a dense form whose left-most letter is the highest qubit, and a sparse one', () => {
    expect(sparseText(sparse('XIIZ'))).toBe('Z0 X3')
    expect(sparse('X3 * Z0')).toEqual(sparse('XIIZ'))
    expect(sparse('I')).toEqual(new Map())
    expect(sparse('I2 Y1')).toEqual(sparse('Y1'))
    fc.assert(
      fc.property(pauli, one => {
        expect(sparse(sparseText(one))).toEqual(one)
      }),
    )
  })

  it.each([
    ['XX', 'has 2 letters and the circuit 4 qubits'],
    ['Z4', 'out of range 0..3'],
    ['Z0 X0', 'is listed twice'],
    ['z0', 'neither a letter and a qubit'],
    ['Z-1', 'neither'],
    ['Z01', 'neither'],
    ['Z99999999999', 'neither'],
    [' ', 'neither'],
    ['Z0 <script>', 'neither'],
  ])('of %j are refused by name', (text, message) => {
    const read = readPauli(text, QUBITS)
    expect(isPauli(read) ? '' : read.fault).toContain(message)
  })

  it('never throw, whatever stands there', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), text => {
        const read = readPauli(text, QUBITS)
        expect(isPauli(read) || read.fault.length > 0).toBe(true)
      }),
    )
  })

  it('commute as their matrices do', () => {
    fc.assert(
      fc.property(pauli, pauli, (a, b) => {
        const [p, q] = [a, b].map(one => densePauli(sparseText(one), QUBITS)) as [never, never]
        expect(commute(a, b)).toBe(distance(multiply(p, q), multiply(q, p), false) < 1e-9)
      }),
      { numRuns: 25 },
    )
  })
})

describe('observables', () => {
  it('join equal Paulis, leave out what cancels, and keep the identity as a constant', () => {
    const terms = [
      { pauli: 'Z0', coefficient: 2 },
      { pauli: 'IIIZ', coefficient: 1 },
      { pauli: 'X1', coefficient: 1 },
      { pauli: 'X1', coefficient: -1 },
      { pauli: 'I', coefficient: 5 },
    ]
    const read = readObservables([{ terms }, { name: 'n', terms: [{ pauli: 'Z0', coefficient: -1 }] }], QUBITS)
    expect(read).toMatchObject({ names: ['observable 0', 'n'], constants: [5, 0], faults: [] })
    expect(read.terms.map(({ pauli: one, coefficients }) => [sparseText(one), [...coefficients]])).toEqual([
      [
        'Z0',
        [
          [0, 3],
          [1, -1],
        ],
      ],
    ])
  })

  it('name their faults by pointer: strings, names that are listed twice, too many terms', () => {
    const bad = { name: 'a', terms: [{ pauli: 'Q0', coefficient: 1 }] }
    const { faults } = readObservables([bad, { ...bad, terms: [{ pauli: 'Z9', coefficient: 1 }] }], QUBITS)
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      '/observables/1/name',
      '/observables/0/terms/0/pauli',
      '/observables/1/terms/0/pauli',
    ])
    const many = { terms: Array.from({ length: 2_501 }, () => ({ pauli: 'Z0', coefficient: 1 })) }
    expect(readObservables([many, many], QUBITS).faults).toMatchObject([{ message: expect.stringContaining('5000') }])
  })

  it('are not of a qubit that is measured at its end; earlier and elsewhere measuring is free', () => {
    const measure = (qubit: number) => ({ name: 'measure', qubits: [qubit], clbits: [qubit] })
    const set = readObservables([{ terms: [{ pauli: 'Z0 Z1', coefficient: 1 }] }], 3)
    const instructions = [
      measure(0),
      { name: 'x', qubits: [0] },
      measure(1),
      { name: 'barrier', qubits: [1] },
      measure(2),
    ]
    const faults = measuredAtEndFaults({ num_qubits: 3, instructions }, set, '/circuit')
    expect(faults).toMatchObject([{ pointer: '/circuit/instructions/2', message: expect.stringContaining('qubit 1') }])
  })
})

describe('groups', () => {
  const paulis = fc.uniqueArray(
    pauli.filter(one => one.size > 0),
    { maxLength: 30, selector: sparseText },
  )

  it.each(['qubit_wise', 'general'] as const)(
    '%s hold each Pauli once, and only what is measured together',
    grouping => {
      fc.assert(
        fc.property(paulis, given => {
          const groups = groupPaulis(
            given.map(one => ({ pauli: one, weight: one.size })),
            grouping,
          )
          expect(groups.flat().sort((a, b) => a - b)).toEqual([...given.keys()])
          for (const group of groups)
            for (const a of group)
              for (const b of group) {
                expect(commute(given[a]!, given[b]!)).toBe(true)
                const clash = [...given[a]!].some(([q, letter]) => (given[b]!.get(q) ?? letter) !== letter)
                if (grouping === 'qubit_wise') expect(clash).toBe(false)
              }
        }),
      )
    },
  )

  it('become products of Z under their gates, signs included, by dense matrices', () => {
    fc.assert(
      fc.property(paulis, fc.constantFrom('qubit_wise' as const, 'general' as const), (given, grouping) => {
        const [first = []] = groupPaulis(
          given.map(one => ({ pauli: one, weight: 1 })),
          grouping,
        )
        const own = first.map(at => given[at]!)
        const { gates, paulis: diagonal } =
          grouping === 'general' ? diagonalizeCommuting(own) : diagonalizeQubitWise(own)
        const unitary = unitaryOf({ num_qubits: QUBITS, instructions: [...gates] })
        for (const [at, { qubits, sign }] of diagonal.entries()) {
          const turned = multiply(multiply(unitary, densePauli(sparseText(own[at]!), QUBITS)), adjoint(unitary))
          const wanted = densePauli(qubits.map(q => `Z${q}`).join(' ') || 'I', QUBITS)
          const signed = wanted.map(row => row.map(([re, im]) => [re * sign, im * sign] as const))
          expect(distance(turned, signed, false)).toBeLessThan(1e-9)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('of Z alone need no gates, and others none on qubits that they leave to Z', () => {
    expect(diagonalizeCommuting([sparse('Z0 Z1'), sparse('Z2')]).gates).toEqual([])
    const { gates } = diagonalizeCommuting([sparse('X0 X1'), sparse('Y0 Y1'), sparse('Z2 Z3')])
    expect(new Set(gates.flatMap(({ qubits }) => qubits))).toEqual(new Set([0, 1]))
  })

  it('measure in bits above those of the circuit', () => {
    const set = readObservables(
      [
        {
          terms: [
            { pauli: 'X0 Z2', coefficient: 2 },
            { pauli: 'Z2', coefficient: 1 },
          ],
        },
      ],
      3,
    )
    const [group] = measurementGroups(set, 'qubit_wise')
    expect(group).toMatchObject({ paulis: ['X0 Z2', 'Z2'], qubits: [0, 2] })
    const circuit = { num_qubits: 3, num_clbits: 2, instructions: [{ name: 'h', qubits: [1] }] }
    expect(measuring(circuit, group!)).toMatchObject({
      num_clbits: 4,
      instructions: [
        { name: 'h' },
        { name: 'h', qubits: [0] },
        { clbits: [2], qubits: [0] },
        { clbits: [3], qubits: [2] },
      ],
    })
  })
})
