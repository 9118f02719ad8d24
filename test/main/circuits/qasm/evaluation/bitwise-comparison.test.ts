import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateCircuit } from '../../../../../main/circuits/model/validate'
import { parseQasm } from '../parse-qasm'
import { finalBits } from '../programs'

const OPERATORS: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
}

/**
 * Bits `yes` and `no` at the end of a program in which registers a and b hold those numbers: which branch was taken.
 */
function branches(width: number, a: bigint, b: bigint, condition: string): number[] {
  const turned = (value: bigint, first: number) =>
    Array.from({ length: width }, (_, i) => ((value >> BigInt(i)) & 1n ? `x q[${first + i}];` : '')).join(' ')
  const { circuit } = parseQasm(`OPENQASM 3; include "stdgates.inc"; qubit[${2 * width}] q; qubit[2] r;
    bit yes; bit no; bit[${width}] a; bit[${width}] b; ${turned(a, 0)} ${turned(b, width)}
    a = measure q[0:${width - 1}]; b = measure q[${width}:${2 * width - 1}];
    if (${condition}) x r[0]; else x r[1]; yes = measure r[0]; no = measure r[1];`)
  expect(validateCircuit(circuit)).toEqual([])
  return finalBits(circuit).slice(0, 2)
}

/** Pairs of numbers that often differ in only a few bits. */
const numbers = fc
  .integer({ min: 11, max: 70 })
  .chain(width =>
    fc
      .tuple(fc.bigInt(0n, 2n ** BigInt(width) - 1n), fc.array(fc.nat(width - 1), { maxLength: 2 }))
      .map(([a, flips]) => ({ width, a, b: flips.reduce((b, bit) => b ^ (1n << BigInt(bit)), a) })),
  )
const operator = fc.constantFrom(...Object.keys(OPERATORS))
const taken = (holds: boolean) => (holds ? [1, 0] : [0, 1])

describe('registers of more bits than a table holds', () => {
  it('compare with constants, on either side', () => {
    fc.assert(
      fc.property(numbers, operator, fc.boolean(), ({ width, a, b }, sign, isSwapped) => {
        const condition = isSwapped ? `${b} ${sign} a` : `a ${sign} ${b}`
        const holds = isSwapped ? OPERATORS[sign]!(b, a) : OPERATORS[sign]!(a, b)
        expect(branches(width, a, 0n, condition), `${a}: ${condition}`).toEqual(taken(holds))
      }),
      { numRuns: 50 },
    )
  })

  it('compare with each other, and as signed numbers in two’s complement', () => {
    fc.assert(
      fc.property(numbers, operator, fc.boolean(), ({ width, a, b }, sign, isSigned) => {
        const read = (value: bigint) => (isSigned ? BigInt.asIntN(width, value) : value)
        const type = isSigned ? `int[${width}]` : `uint[${width}]`
        const found = branches(width, a, b, `${type}(a) ${sign} ${type}(b)`)
        expect(found, `${type}: ${a} ${sign} ${b}`).toEqual(taken(OPERATORS[sign]!(read(a), read(b))))
        const constant = read(b)
        expect(branches(width, a, 0n, `${type}(a) ${sign} ${constant}`)).toEqual(
          taken(OPERATORS[sign]!(read(a), constant)),
        )
      }),
      { numRuns: 30 },
    )
  })

  it('compare with what they can never be', () => {
    for (const [condition, holds] of [
      ['a < 0', false],
      ['a >= 0', true],
      ['a > -1', true],
      ['a < 36893488147419103232', true],
      ['a <= 4095', true],
      ['a > 4095', false],
    ] as const)
      for (const a of [0n, 1n, 4095n]) expect(branches(12, a, 0n, condition), condition).toEqual(taken(holds))
  })
})
