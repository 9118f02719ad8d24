import { describe, expect, it } from 'vitest'
import {
  correctionFor,
  cosetRepresentative,
  GENERATOR_PAULIS,
  GENERATORS,
  LOGICAL_X,
  LOGICAL_Y,
  LOGICAL_Z,
  logicalClass,
  STABILIZERS,
  supportOf,
  syndromeOf,
  syndromeString,
} from '../../../../main/qec/code/five-qubit'
import {
  anticommute,
  atIndex,
  fromString,
  indexOf,
  multiply,
  pauliString,
  weight,
} from '../../../../main/qec/code/pauli'
import { sameCoset } from '../fixtures/cosets'

const ALL = Array.from({ length: 1024 }, (_, index) => atIndex(index))

const TABLE: readonly (readonly [string, string])[] = [
  ['0000', 'IIIII'],
  ['0001', 'XIIII'],
  ['0010', 'IIZII'],
  ['0011', 'IIIIX'],
  ['0100', 'IIIIZ'],
  ['0101', 'IZIII'],
  ['0110', 'IIIXI'],
  ['0111', 'IIIIY'],
  ['1000', 'IXIII'],
  ['1001', 'IIIZI'],
  ['1010', 'ZIIII'],
  ['1011', 'YIIII'],
  ['1100', 'IIXII'],
  ['1101', 'IYIII'],
  ['1110', 'IIYII'],
  ['1111', 'IIIYI'],
]

/** Generator 0 left-most. */
const bitsOf = (syndrome: string): number => Number.parseInt([...syndrome].reverse().join(''), 2)

describe('the table of syndromes', () => {
  it.each(TABLE)('%s names %s', (syndrome, error) => {
    expect(syndromeString(syndromeOf(fromString(error)))).toBe(syndrome)
    expect(pauliString(correctionFor(bitsOf(syndrome)))).toBe(error)
  })

  it('prints generator 0 left-most, which is bit 0 of the integer', () => {
    expect(syndromeString(0b0001)).toBe('1000')
    expect(syndromeString(0b1100)).toBe('0011')
  })
})

describe('the group', () => {
  it('has commuting generators, each the cyclic shift of the one before', () => {
    for (const g of GENERATOR_PAULIS) for (const h of GENERATOR_PAULIS) expect(anticommute(g, h)).toBe(false)
    for (let k = 1; k < 4; k++) expect(GENERATORS[k]).toBe(GENERATORS[k - 1]!.slice(4) + GENERATORS[k - 1]!.slice(0, 4))
  })

  it('has the fifth shift as the product of the four', () => {
    expect(pauliString(GENERATOR_PAULIS.reduce(multiply))).toBe('ZZXIX')
  })

  it('has D3, and no other qubit, in all four generators', () => {
    const uses = [0, 1, 2, 3, 4].map(data => [0, 1, 2, 3].filter(k => supportOf(k).some(c => c.data === data)).length)
    expect(uses).toEqual([3, 3, 3, 4, 3])
  })

  it('has sixteen members: the identity and fifteen of weight 4', () => {
    expect(new Set(STABILIZERS.map(indexOf)).size).toBe(16)
    expect(STABILIZERS.map(weight).sort()).toEqual([0, ...Array(15).fill(4)])
  })

  it('has logical operators outside the group that commute with it, ten of weight 3 for each', () => {
    for (const [logical, name] of [
      [LOGICAL_X, 1],
      [LOGICAL_Y, 2],
      [LOGICAL_Z, 3],
    ] as const) {
      expect(syndromeOf(logical)).toBe(0)
      expect(logicalClass(logical)).toBe(name)
      expect(weight(cosetRepresentative(logical))).toBe(3)
      expect(ALL.filter(p => weight(p) === 3 && sameCoset(p, logical))).toHaveLength(10)
    }
    expect(anticommute(LOGICAL_X, LOGICAL_Z)).toBe(true)
  })
})

describe('cosets', () => {
  it('are named by syndrome and class', () => {
    for (const p of ALL) {
      const q = cosetRepresentative(p)
      expect(sameCoset(p, q)).toBe(true)
      expect(STABILIZERS.some(s => indexOf(s) === indexOf(multiply(p, q)))).toBe(true)
      expect(weight(q)).toBe(Math.min(...STABILIZERS.map(s => weight(multiply(s, p)))))
    }
    expect(new Set(ALL.map(p => indexOf(cosetRepresentative(p)))).size).toBe(64)
  })
})

const countByWeight = (keep: (p: (typeof ALL)[number]) => boolean) =>
  [0, 1, 2, 3, 4, 5].map(w => ALL.filter(p => weight(p) === w && keep(p)).length)

/** Probability of a Pauli of each weight at depolarizing strength p. */
const weigh = (counts: number[], p: number) =>
  counts.reduce((sum, count, w) => sum + count * (p / 3) ** w * (1 - p) ** (5 - w), 0)

const logicalError = (p: number) =>
  1 -
  weigh(
    countByWeight(e => logicalClass(e) === 0),
    p,
  )

describe('the code under depolarizing noise without faults in the circuit', () => {
  it('corrects 1, 15, 0, 60, 135, 45 of the 1, 15, 90, 270, 405, 243 Paulis by weight', () => {
    expect(countByWeight(() => true)).toEqual([1, 15, 90, 270, 405, 243])
    expect(countByWeight(p => logicalClass(p) === 0)).toEqual([1, 15, 0, 60, 135, 45])
  })

  it('has the known logical error rates and break-even', () => {
    expect(logicalError(0.01)).toBeCloseTo(9.77955e-4, 9)
    expect(logicalError(0.1)).toBeCloseTo(0.0795081, 7)
    expect(logicalError(0.137628)).toBeCloseTo(0.137628, 5)
    expect(logicalError(0.137)).toBeLessThan(0.137)
    expect(logicalError(0.138)).toBeGreaterThan(0.138)
  })

  it('detects: at p = 0.1 acceptance 0.591407, conditional error 1.52305e-3', () => {
    const accepted = weigh(
      countByWeight(p => syndromeOf(p) === 0),
      0.1,
    )
    const good = weigh(
      countByWeight(p => syndromeOf(p) === 0 && logicalClass(p) === 0),
      0.1,
    )
    expect(accepted).toBeCloseTo(0.591407, 6)
    expect(1 - good / accepted).toBeCloseTo(1.52305e-3, 8)
  })
})
