import { describe, expect, it } from 'vitest'
import { templateText } from '../../../main/circuit-templates/templates'
import type { Instruction } from '../../../main/contract/jobs/circuit'
import {
  cosetRepresentative,
  GENERATORS,
  LOGICAL_X,
  LOGICAL_Y,
  LOGICAL_Z,
  syndromeOf,
  WEIGHT_ONE,
} from '../../../main/qec/code/five-qubit'
import { fromString, pauliString, weight } from '../../../main/qec/code/pauli'
import { circuitOf, expectation, type Masks, stateOf, travel } from './programs'

const barriersOf = (instructions: readonly Instruction[]): number[] =>
  instructions.flatMap(({ name }, at) => (name === 'barrier' ? [at] : []))
/** The Pauli on the data qubits as gates. */
const gatesOf = ({ x, z }: Masks): Instruction[] =>
  [0, 1, 2, 3, 4].flatMap(qubit => {
    const letter = ['', 'x', 'z', 'y'][((x >> qubit) & 1) + 2 * ((z >> qubit) & 1)]!
    return letter === '' ? [] : [{ name: letter, qubits: [qubit] }]
  })

describe('the encoder', () => {
  const { instructions } = circuitOf(templateText('encoder-513').text)
  const [end = 0] = barriersOf(instructions)
  const amplitudes = stateOf(5, instructions.slice(0, end)).amplitudes!

  it.each([...GENERATORS, 'ZZXIX'])('makes a state that %s leaves alone', generator => {
    expect(expectation(amplitudes, fromString(generator))).toBeCloseTo(1, 12)
  })

  it('gives the logical qubit the state of d[0]', () => {
    expect(expectation(amplitudes, LOGICAL_X)).toBeCloseTo(Math.sin(Math.PI / 3), 12)
    expect(expectation(amplitudes, LOGICAL_Y)).toBeCloseTo(0, 12)
    expect(expectation(amplitudes, LOGICAL_Z)).toBeCloseTo(Math.cos(Math.PI / 3), 12)
  })

  it('reads 0 everywhere behind its inverse, and anything else in c[1] to c[4] after an error on one qubit', () => {
    expect(stateOf(5, instructions).outcomes).toEqual([{ bits: '00000', probability: expect.closeTo(1, 9) }])
    const seen = WEIGHT_ONE.map(error => {
      const { clbits } = stateOf(5, instructions.toSpliced(end, 0, ...gatesOf(error)))
      return clbits.slice(1).map(Math.round).join('')
    })
    expect(new Set(seen).size).toBe(15)
    expect(seen).not.toContain('0000')
  })
})

describe('the flagged round', () => {
  const { instructions } = circuitOf(templateText('flagged-round').text)
  const [start = 0, end = 0] = barriersOf(instructions)
  const round = instructions.slice(start, end)
  const bits = (values: readonly number[]) => values.reduce((sum, value, bit) => sum | (Math.round(value) << bit), 0)

  it('reads syndrome 0, no flag, and the encoded state', () => {
    expect(stateOf(7, instructions).outcomes).toEqual([{ bits: '0'.repeat(13), probability: expect.closeTo(1, 9) }])
  })

  it.each(WEIGHT_ONE.map(error => [pauliString(error), error] as const))(
    'reads the syndrome of %s before it, and no flag',
    (_, error) => {
      const { clbits } = stateOf(7, [...instructions.slice(0, start), ...gatesOf(error), ...round])
      expect(bits(clbits)).toBe(syndromeOf(error))
    },
  )

  /** Every Pauli of one fault behind each gate of the round, and what it does to the data and the bits. */
  const faults = round.flatMap(({ name, qubits }, at) => {
    if (name === 'barrier' || name === 'measure') return []
    const letters = qubits.length === 2 ? 16 : 4
    return Array.from({ length: letters - 1 }, (_, index) => {
      const bit = (shift: number, place: number) => (((index + 1) >> shift) & 1) << (qubits[place] ?? 0)
      const pauli = { x: bit(0, 0) ^ bit(2, 1), z: bit(1, 0) ^ bit(3, 1) }
      const { x, z, flips } = travel(round.slice(at + 1), pauli)
      const extraction = round.slice(0, at + 1).filter(({ clbits }) => (clbits?.[0] ?? 0) >= 4).length
      return { data: { x: x & 31, z: z & 31 }, flag: (flips >> (4 + extraction)) & 1, flips, extraction }
    })
  })

  it('flags every single fault that leaves an error on more than one data qubit, and only in its own extraction', () => {
    const spread = faults.filter(({ data }) => weight(cosetRepresentative(data)) > 1)
    expect(new Set(spread.map(({ extraction }) => extraction))).toEqual(new Set([0, 1, 2, 3]))
    expect(spread.filter(({ flag }) => flag === 0)).toEqual([])
    expect(faults.filter(({ flips, extraction }) => (flips >> 4) & ~(1 << extraction))).toEqual([])
  })

  it('leaves errors behind a flag that the syndrome distinguishes', () => {
    const errors = new Map<string, Set<string>>()
    for (const { data, extraction } of faults.filter(({ flag }) => flag === 1)) {
      const key = `${extraction} ${syndromeOf(data)}`
      errors.set(key, (errors.get(key) ?? new Set()).add(pauliString(cosetRepresentative(data))))
    }
    expect(errors.size).toBeGreaterThan(4)
    expect([...errors.values()].filter(({ size }) => size > 1)).toEqual([])
  })
})
