import { describe, expect, it } from 'vitest'
import {
  LOGICAL_X,
  LOGICAL_Y,
  LOGICAL_Z,
  logicalClass,
  STABILIZERS,
  syndromeOf,
} from '../../../../main/qec/code/five-qubit'
import {
  flipOnFailedCheck,
  readoutFor,
  readoutMethod,
  readoutsOf,
  supportMask,
  undetectedFlips,
} from '../../../../main/qec/code/logical-readout'
import { anticommute, letterAt, multiply, pauliString, weight } from '../../../../main/qec/code/pauli'
import { sameCoset } from '../fixtures/cosets'

const LOGICALS = [
  ['X_L', LOGICAL_X],
  ['Y_L', LOGICAL_Y],
  ['Z_L', LOGICAL_Z],
] as const

describe.each(LOGICALS)('readout of %s', (_, logical) => {
  const readout = readoutFor(logical)

  it('reads a representative of the operator and a stabilizer in one product basis', () => {
    expect(sameCoset(readout.representative, logical)).toBe(true)
    expect(STABILIZERS.slice(1)).toContainEqual(readout.check)
    for (let qubit = 0; qubit < 5; qubit++)
      for (const p of [readout.representative, readout.check])
        expect(['I', readout.basis[qubit]]).toContain(letterAt(p, qubit))
  })

  it('misses one single flip only', () => {
    expect(weight(readout.representative)).toBe(3)
    const missed = [0, 1, 2, 3, 4].filter(
      i => (supportMask(readout.representative) >> i) & 1 && !((supportMask(readout.check) >> i) & 1),
    )
    expect(missed).toHaveLength(1)
    expect(undetectedFlips(readout)).toEqual(missed)
    expect(readoutMethod([readout])).toContain(`a single flip of D${missed[0]} goes undetected`)
  })

  it('no readout of this code misses none', () => {
    for (const { representative, check } of readoutsOf(logical))
      expect(supportMask(representative) & ~supportMask(check)).not.toBe(0)
  })

  it('flips the outcome exactly for errors that change the logical value', () => {
    const other = logical === LOGICAL_Z ? LOGICAL_X : LOGICAL_Z
    for (const stabilizer of STABILIZERS) {
      expect(anticommute(multiply(other, stabilizer), readout.representative)).toBe(true)
      expect(anticommute(multiply(logical, stabilizer), readout.representative)).toBe(false)
      expect(anticommute(multiply(other, stabilizer), readout.check)).toBe(false)
    }
  })
})

it('finds the basis XXXZZ with IXXIZ and XIXZZ for Z_L', () => {
  const found = readoutsOf(LOGICAL_Z).map(r => [r.basis, pauliString(r.representative), pauliString(r.check)])
  expect(found).toContainEqual(['XXXZZ', 'IXXIZ', 'XIXZZ'])
})

it('finds all ten weight-3 representatives of each logical operator', () => {
  for (const [, logical] of LOGICALS) {
    const representatives = new Set(readoutsOf(logical).map(r => pauliString(r.representative)))
    expect(representatives.size).toBe(10)
    for (const r of readoutsOf(logical)) expect(syndromeOf(r.representative)).toBe(0)
  }
  expect(logicalClass(LOGICAL_Y)).toBe(2)
})

it('takes the side of the likelier flip when the check fails', () => {
  const readout = readoutFor(LOGICAL_Z)
  const shared = [0, 1, 2, 3, 4].map(i => ((supportMask(readout.representative) & supportMask(readout.check)) >> i) & 1)
  expect(
    flipOnFailedCheck(
      readout,
      shared.map(bit => (bit ? 0.1 : 0.01)),
    ),
  ).toBe(true)
  expect(
    flipOnFailedCheck(
      readout,
      shared.map(bit => (bit ? 0.01 : 0.1)),
    ),
  ).toBe(false)
})
