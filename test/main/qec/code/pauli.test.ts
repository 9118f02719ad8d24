import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  anticommute,
  atIndex,
  fromString,
  indexOf,
  multiply,
  pauliString,
  single,
  weight,
} from '../../../../main/qec/code/pauli'

const pauli = fc.integer({ min: 0, max: 1023 }).map(atIndex)

/** Letter by letter, as on paper. */
const anticommuteByLetters = (p: string, q: string) =>
  [...p].filter((letter, i) => letter !== 'I' && q[i] !== 'I' && letter !== q[i]).length % 2 === 1

it('reads the left-most letter as D0', () => {
  expect(fromString('XIIII')).toEqual(single(0, 'X'))
  expect(fromString('IIIIY')).toEqual(single(4, 'Y'))
  expect(fromString('IIIZI')).toEqual({ x: 0, z: 0b01000 })
})

it('refuses anything but five letters', () => {
  for (const bad of ['', 'XZZX', 'XZZXII', 'xzzxi', 'XZZXQ']) expect(() => fromString(bad)).toThrow(RangeError)
})

it('writes what it reads, for all 1,024 Paulis', () => {
  for (let index = 0; index < 1024; index++) {
    const p = atIndex(index)
    expect(fromString(pauliString(p))).toEqual(p)
    expect(indexOf(p)).toBe(index)
    expect(weight(p)).toBe([...pauliString(p)].filter(letter => letter !== 'I').length)
  }
})

it('commutes as the letters do', () => {
  fc.assert(
    fc.property(pauli, pauli, (p, q) => {
      expect(anticommute(p, q)).toBe(anticommuteByLetters(pauliString(p), pauliString(q)))
      expect(multiply(multiply(p, q), q)).toEqual(p)
    }),
  )
})
