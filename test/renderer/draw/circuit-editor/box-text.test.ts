import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { boxLines } from '../../../../renderer/src/draw/circuit-editor/box-text'

const lines = (statement: string, height = 44): string[] => {
  const head =
    'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[3] q;\nbit[2] c;\ndef both(qubit a, qubit b) { h a; h b; }\n'
  const { steps, faults } = readDocument(`${head}c[0] = measure q[0];\n${statement}\n`)
  expect(faults).toEqual([])
  return boxLines(steps[1]!.box!, height)
}

describe('the lines of a box', () => {
  it.each([
    ['while (c == 0) { x q[0]; c[0] = measure q[0]; }', ['while', 'c==0']],
    ['@max_iterations 5\nwhile (c[0] == 1) { c[0] = measure q[0]; }', ['while', 'c[0]==1']],
    ['if (c[0] == 1 && c[1] == 0) { x q[0]; z q[1]; }', ['if', 'c[0]==1', '&&…']],
    ['if (!c[1]) { x q[0]; } else { z q[0]; }', ['if', '!c[1]']],
    ['for uint i in [0:2] { x q[i]; }', ['for ×3', 'i in', '[0:2]']],
    ['for int k in {0, 2} h q[k];', ['for ×2', 'k in {0,', '2}']],
    ['both(q[0], q[1]);', ['both', '(q[0],', 'q[1])']],
    ['switch (c) { case 1 { x q[0]; } default { z q[0]; } }', ['switch', 'c']],
  ])('of %s say what it is and what decides it', (statement, expected) => {
    expect(lines(statement)).toEqual(expected)
  })

  it('are as many as fit', () => {
    const long = 'if (c[0] == 1 && c[1] == 0 || c == 3) { x q[0]; z q[1]; }'
    expect(lines(long, 96)).toEqual(['if', 'c[0]==1', '&&', 'c[1]==0', '|| c==3'])
    expect(lines(long, 20)).toEqual(['if'])
  })
})
