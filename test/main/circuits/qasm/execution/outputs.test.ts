import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQasm } from '../../../../../main/circuits/qasm/read'
import { block, bothWays, finalBits, GIVEN, INPUTS } from '../programs'

const HEAD = 'OPENQASM 3; include "stdgates.inc"; qubit[2] q; bit[2] c; '
const bitsOf = (text: string) => finalBits(parseQasm(HEAD + text).circuit)

describe('what a program gives out', () => {
  it('is what its variables hold at its end, for every outcome', { timeout: 120_000 }, () => {
    let accepted = 0
    fc.assert(
      fc.property(block, steps => {
        for (const input of INPUTS) {
          const both = bothWays(steps, input, GIVEN)
          if (both === null) return
          expect(both.computed).toEqual(both.shown)
        }
        accepted++
      }),
      { numRuns: 200 },
    )
    expect(accepted).toBeGreaterThan(50)
  })

  it('stands behind the registers, under its name', () => {
    const { circuit, notes } = parseQasm(`${HEAD} output uint[3] n; output bool b; c = measure q; n = uint[3](c) + 1;`)
    expect(circuit).toMatchObject({ num_clbits: 6 })
    expect(circuit.registers?.slice(2)).toEqual([
      { name: 'n', kind: 'bit', size: 3 },
      { name: 'b', kind: 'bit', size: 1 },
      { name: 'scratch', kind: 'qubit', size: 1 },
    ])
    expect(notes).toEqual([expect.stringMatching(/^Qubit 2 is added/)])
  })

  it.each([
    ['output bit[2] r; r[1] = 1;', [0, 0, 0, 1]],
    ['output int[4] n = -3;', [0, 0, 1, 0, 1, 1]],
    ['output uint[3] n = 6; x q[0]; c = measure q;', [1, 0, 0, 1, 1]],
    ['x q[1]; c = measure q; output int[4] n = int[4](c);', [0, 1, 0, 1, 0, 0]],
    ['output bool b; x q[0]; b = measure q[0];', [0, 0, 1]],
    ['output angle[3] a = pi / 2;', [0, 0, 0, 1, 0]],
    ['output angle[2] a; x q[0]; a[1] = measure q[0];', [0, 0, 0, 1]],
  ] as [string, number[]][])('%s', (text, want) => expect(bitsOf(text).slice(0, want.length)).toEqual(want))

  it.each(['output float r = 0.5;', 'output int r = 3;', 'output array[bit, 2] r;'])(
    '%s is told to be no part of the results',
    text => {
      const { circuit, notes } = parseQasm(`${HEAD} ${text}`)
      expect(circuit.instructions).toEqual([])
      expect(notes).toEqual([expect.stringMatching(/^The output r is not in the results/)])
    },
  )
})
