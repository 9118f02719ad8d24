import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import {
  addRegister,
  addWire,
  removeWire,
  renameRegister,
  swapWires,
} from '../../../../main/circuits/editing/gestures/wires'

const TEXT = `OPENQASM 3.0;
include "stdgates.inc";
qubit[3] q; // data
qubit anc;
bit[2] c;
gate flip q { x q; }
h q[0];
cx q[0], q[2];
flip anc;
c[1] = measure q[2];
`
const JSON_TEXT = `{
  "num_qubits": 3,
  "instructions": [
    {"name": "h", "qubits": [0]},
    { "name": "cx", "qubits": [0, 2] },
    {"name":"measure","qubits":[2],"clbits":[1]}
  ]
}
`
const textOf = (outcome: Outcome): string => {
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.document.text
}
const reasonOf = (outcome: Outcome) => (outcome.kind === 'refused' ? outcome.reason : null)

describe('wires of an OpenQASM text', () => {
  const document = readDocument(TEXT)

  it('are added to a register, and as a register', () => {
    expect(textOf(addWire(document, 'qubit', 'q'))).toBe(TEXT.replace('qubit[3] q', 'qubit[4] q'))
    expect(textOf(addWire(document, 'bit', 'd'))).toBe(TEXT.replace('bit[2] c;', 'bit[2] c;\nbit[1] d;'))
    expect(textOf(addRegister(document, { name: 'more', kind: 'qubit', size: 2 }))).toBe(
      TEXT.replace('qubit anc;', 'qubit anc;\nqubit[2] more;'),
    )
  })

  it('make a single qubit a register where it grows', () => {
    expect(textOf(addWire(document, 'qubit', 'anc'))).toBe(
      TEXT.replace('qubit anc;', 'qubit[2] anc;').replace('flip anc', 'flip anc[0]'),
    )
  })

  it('leave where nothing acts on them, and those behind move up', () => {
    expect(textOf(removeWire(document, 'qubit', 1))).toBe(
      TEXT.replace('qubit[3] q', 'qubit[2] q').replaceAll('q[2]', 'q[1]'),
    )
    expect(reasonOf(removeWire(document, 'qubit', 2))).toContain('in use by 2 steps')
  })

  it('change places with all that acts on them', () => {
    const swapped = textOf(swapWires(document, 'qubit', [0, 2]))
    expect(swapped).toContain('h q[2];\ncx q[2], q[0];')
    expect(reasonOf(swapWires(document, 'qubit', [0, 3]))).toContain('within their register')
  })

  it('are renamed everywhere but where the name means something else', () => {
    expect(textOf(renameRegister(document, 'q', 'data'))).toBe(
      TEXT.replace('qubit[3] q', 'qubit[3] data').replaceAll('q[', 'data['),
    )
    expect(reasonOf(renameRegister(document, 'q', 'anc'))).toContain('cannot name')
    expect(reasonOf(renameRegister(document, 'q', 'h'))).toContain('cannot name')
  })
})

describe('wires of a JSON circuit', () => {
  const document = readDocument(JSON_TEXT)

  it('are added, and instructions that stay the same stay byte for byte', () => {
    const grown = textOf(addWire(document, 'qubit', 'q'))
    expect(grown).toContain('"num_qubits": 4')
    expect(grown).toContain('{"name": "h", "qubits": [0]},\n    { "name": "cx", "qubits": [0, 2] }')
    expect(readDocument(grown).circuit).toMatchObject({ num_qubits: 4, instructions: document.circuit!.instructions })
  })

  it('leave, change places and are renamed', () => {
    const removed = readDocument(textOf(removeWire(document, 'qubit', 1))).circuit!
    expect(removed.instructions.map(({ qubits }) => qubits)).toEqual([[0], [0, 1], [1]])
    const swapped = readDocument(textOf(swapWires(document, 'qubit', [0, 2]))).circuit!
    expect(swapped.instructions.map(({ qubits }) => qubits)).toEqual([[2], [2, 0], [0]])
    expect(readDocument(textOf(renameRegister(document, 'q', 'data'))).qubits[0]!.name).toBe('data[0]')
  })
})
