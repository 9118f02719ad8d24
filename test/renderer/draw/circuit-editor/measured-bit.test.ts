import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { bitFor, withOneBitMore } from '../../../../renderer/src/draw/circuit-editor/measured-bit'

const program = (body: string) => readDocument(`OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[4] q;\n${body}\n`)
const grown = (body: string): string => {
  const outcome = withOneBitMore(program(body))
  return outcome.kind === 'refused' ? outcome.reason : outcome.document.text.split('qubit[4] q;\n')[1]!
}

describe('the bit of a measurement that is put down', () => {
  it.each([
    ['that with the number of the wire', 'bit[2] c;', 1, 1],
    ['the first that is free where there is no such bit', 'bit[2] c;', 3, 0],
    ['the first that is free where that of the wire is written', 'bit[3] c;\nc[1] = measure q[3];', 1, 0],
    ['one that no iteration of a loop writes', 'bit[2] c;\nfor uint i in [0:1] { c[0] = measure q[i]; }', 0, 1],
    ['one that is written under no condition', 'bit[2] c;\nif (c[1]) c[0] = measure q[0];', 0, 1],
    ['none where all are written', 'bit[2] c;\nc[0] = measure q[0];\nc[1] = measure q[1];', 0, null],
    ['none without bits', '', 0, null],
  ])('is %s', (_, body, wire, bit) => {
    expect(bitFor(program(body), wire)).toBe(bit)
  })

  it.each([
    ['joins the last register', 'bit[2] c;', 'bit[3] c;\n'],
    [
      'has a register of its own where a condition reads the last one',
      'bit c;\nif (c) x q[0];',
      'bit c;\nbit[1] m;\nif (c) x q[0];\n',
    ],
    [
      'or a loop',
      'bit[2] c;\nwhile (c != 0) { c = measure q[0:1]; }',
      'bit[2] c;\nbit[1] m;\nwhile (c != 0) { c = measure q[0:1]; }\n',
    ],
    [
      'does without names that are taken',
      'bit m;\nbit c;\nif (c) x q[0];',
      'bit m;\nbit c;\nbit[1] m1;\nif (c) x q[0];\n',
    ],
    ['begins a register where there is none', '', 'bit[1] c;\n\n'],
  ])('which is added %s', (_, body, after) => {
    expect(grown(body)).toBe(after)
  })

  it('is added to circuits in JSON, too', () => {
    const circuit = { num_qubits: 1, num_clbits: 1, instructions: [{ name: 'measure', qubits: [0], clbits: [0] }] }
    const outcome = withOneBitMore(readDocument(JSON.stringify(circuit)))
    expect(outcome).toMatchObject({ kind: 'edited', document: { clbits: [{ name: 'c[0]' }, { name: 'c[1]' }] } })
  })
})
