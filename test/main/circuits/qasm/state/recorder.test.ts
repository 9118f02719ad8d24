import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionBits } from '../../../../../main/circuits/model/classical-bits'
import { valueOfBits } from '../../../../../main/circuits/model/condition-value'
import type { Condition, Instruction } from '../../../../../main/contract/jobs/circuit'
import { parseQasm } from '../parse-qasm'

/** `bits` measured bits c, and what follows on qubit 1; the instructions behind the first measurements. */
const instructionsAfter = (bits: number, text: string) =>
  parseQasm(
    `OPENQASM 3.0; include "stdgates.inc"; qubit[2] q; bit[${bits}] c;
     for uint i in [0:${bits - 1}] c[i] = measure q[0]; ${text}`,
  ).circuit.instructions.slice(bits)

type Bits = readonly (0 | 1)[]

const isMet = (condition: Condition | undefined, bits: Bits): boolean =>
  condition === undefined || valueOfBits(conditionBits(condition).map(bit => bits[bit]!)) === condition.value

/** How often qubit 1 is measured if c holds `found`, over all outcomes, as a wrong readout may give any of them. */
function timesMeasured(instructions: readonly Instruction[], found: Bits): number[] {
  const times = new Set<number>()
  const run = (from: number, bits: Bits, count: number): void => {
    const next = instructions.findIndex(
      ({ name, condition }, at) => at >= from && name === 'measure' && isMet(condition, bits),
    )
    if (next === -1) times.add(count)
    else
      for (const outcome of [0, 1] as const) {
        const { qubits, clbits } = instructions[next]!
        run(next + 1, bits.with(clbits![0]!, outcome), count + (qubits[0] === 1 ? 1 : 0))
      }
  }
  run(0, found, 0)
  return [...times]
}

const bitsOf = (value: number, width: number): Bits =>
  Array.from({ length: width }, (_, bit) => ((value >> bit) & 1) as 0 | 1)

describe('a measurement under a condition that reads the bit it is measured into', () => {
  it('happens once where the condition holds and never where it does not, whatever a wrong readout gives', () => {
    const table = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }).filter(holds => new Set(holds).size === 2)
    fc.assert(
      fc.property(table, fc.nat(2), (holds, into) => {
        const rows = holds.flatMap((isHeld, row) => (isHeld ? [`c == ${row}`] : []))
        const instructions = instructionsAfter(3, `if (${rows.join(' || ')}) c[${into}] = measure q[1];`)
        for (const [row, isHeld] of holds.entries())
          expect(timesMeasured(instructions, bitsOf(row, 3))).toEqual([isHeld ? 1 : 0])
      }),
      { numRuns: 200 },
    )
  })

  it('does so for each bit of a register, under one condition inside another, and after an else', () => {
    const instructions = instructionsAfter(3, 'if (c != 0) { if (c[1] != c[2]) x q[0]; else c[1] = measure q[1]; }')
    for (let row = 0; row < 8; row++) {
      const [, second, third] = bitsOf(row, 3)
      expect(timesMeasured(instructions, bitsOf(row, 3))).toEqual([row !== 0 && second === third ? 1 : 0])
    }
  })

  it('does so under the opposite of a comparison of more bits than a table has', () => {
    const width = 12
    const instructions = instructionsAfter(width, 'if (c != 2741) c[5] = measure q[1];')
    for (const value of [2741, 2741 ^ 32, 2741 ^ 96, 2741 ^ 1, 0, 4095])
      expect(timesMeasured(instructions, bitsOf(value, width))).toEqual([value === 2741 ? 0 : 1])
  })

  it('keeps the order of its cases where it is measured into another bit', () => {
    const conditions = (text: string) => instructionsAfter(2, text).map(({ condition }) => condition)
    expect(conditions('bit d; if (c[0] || c[1]) d = measure q[1];')).toEqual([
      { clbits: [0, 1], value: 2 },
      { clbit: 0, value: 1 },
    ])
    expect(conditions('if (c[0] || c[1]) c[1] = measure q[1];')).toEqual([
      { clbits: [0, 1], value: 2 },
      { clbit: 0, value: 1 },
    ])
    expect(conditions('if (c[0] || c[1]) c[0] = measure q[1];')).toEqual([
      { clbits: [1, 0], value: 2 },
      { clbit: 1, value: 1 },
    ])
  })
})
