import { describe, expect, it } from 'vitest'
import { parseQasm } from '../parse-qasm'
import { finalBits } from '../programs'
import { variableCases } from './outputs.cases'

const HEAD = 'OPENQASM 3; include "stdgates.inc"; qubit[2] q; bit[2] c; '
const bitsOf = (text: string) => finalBits(parseQasm(HEAD + text).circuit)

variableCases(50)

describe('an output of a program', () => {
  it('is the result, under its name, before the registers that are not', () => {
    const { circuit, notes } = parseQasm(`${HEAD} output uint[3] n; output bool b; c = measure q; n = uint[3](c) + 1;`)
    expect(circuit).toMatchObject({ num_clbits: 6, result_clbits: 4 })
    expect(circuit.registers?.slice(1)).toEqual([
      { name: 'n', kind: 'bit', size: 3 },
      { name: 'b', kind: 'bit', size: 1 },
      { name: 'c', kind: 'bit', size: 2 },
      { name: 'scratch', kind: 'qubit', size: 1 },
    ])
    expect(notes).toEqual([expect.stringMatching(/^Qubit 2 is added/)])
  })

  it.each([
    ['output bit[2] r; r[1] = 1;', [0, 1, 0, 0]],
    ['output int[4] n = -3;', [1, 0, 1, 1, 0, 0]],
    ['output uint[3] n = 6; x q[0]; c = measure q;', [0, 1, 1, 1, 0]],
    ['x q[1]; c = measure q; output int[4] n = int[4](c);', [0, 1, 0, 0, 0, 1]],
    ['output bool b; x q[0]; b = measure q[0];', [1, 0, 0]],
    ['output angle[3] a = pi / 2;', [0, 1, 0, 0, 0]],
    ['output angle[2] a; x q[0]; a[1] = measure q[0];', [0, 1, 0, 0]],
  ] as [string, number[]][])('%s', (text, want) => expect(bitsOf(text).slice(0, want.length)).toEqual(want))

  it.each(['output float r = 0.5;', 'output int r = 3;', 'output array[bit, 2] r;'])(
    '%s is told to be no part of the results',
    text => {
      const { circuit, notes } = parseQasm(`${HEAD} ${text}`)
      expect(circuit).toMatchObject({ num_clbits: 2, result_clbits: 0, instructions: [] })
      expect(notes).toEqual([expect.stringMatching(/^The output r is not in the results/)])
    },
  )

  it.each([
    ['bit[3] d; output bit[2] r; output bit e;', 3, ['r', 'e', 'c', 'd']],
    ['bit[3] d;', undefined, ['c', 'd']],
    ['output bit r = measure q[0];', 1, ['r', 'c']],
    ['output bool b; bit[3] d; output bit[2] r;', 3, ['r', 'b', 'c', 'd']],
    ['bit d; if (c[0] == 1) { bit l = measure q[0]; if (l == 1) x q[1]; }', 3, ['c', 'd', 'local']],
    ['output bit r; for int i in [0:1] { bit l = measure q[i]; r = l; }', 1, ['r', 'c']],
  ] as const)('%s has the bits of the result in front', (text, result, names) => {
    const { circuit } = parseQasm(HEAD + text)
    expect(circuit.result_clbits).toBe(result)
    expect(circuit.registers!.flatMap(({ name, kind }) => (kind === 'bit' ? [name] : []))).toEqual(names)
  })

  it.each([
    ['if (c[0] == 1) { output bit r; }', 'outputs are declared at the top of a program, not in a block'],
    ['output qubit r;', 'an output is classical: measure the qubits into bits'],
  ])('%s is refused', (text, message) => {
    expect(() => parseQasm(HEAD + text)).toThrow(message)
  })

  it('counts bits measured into it as other registers do, in whatever order they are declared', () => {
    const program = 'x q[1]; c = measure q; r = measure q[1];'
    const plain = bitsOf(`bit r; ${program}`)
    expect(bitsOf(`output bit r; ${program}`)).toEqual([...plain.slice(2), ...plain.slice(0, 2)])
  })
})
