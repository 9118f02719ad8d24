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

  it('have names with letters of every script in OpenQASM 3, and of none that its constants have', () => {
    expect(textOf(renameRegister(document, 'anc', 'ψ_1'))).toBe(TEXT.replaceAll('anc', 'ψ_1'))
    const greek = readDocument(TEXT.replaceAll('anc', 'θ'))
    expect(textOf(renameRegister(greek, 'θ', 'Δt'))).toBe(TEXT.replaceAll('anc', 'Δt'))
    expect(textOf(addRegister(greek, { name: 'угол', kind: 'bit', size: 2 }))).toContain('\nbit[2] угол;\n')
    for (const name of ['π', 'θ', '2θ', '∂', 'a b']) expect(reasonOf(renameRegister(greek, 'anc', name))).not.toBeNull()
    for (const name of ['π', '2θ', '∂', 'a b'])
      expect(reasonOf(renameRegister(greek, 'θ', name))).toContain('cannot name')
    const old = readDocument('OPENQASM 2.0;\nqreg a[2];\n')
    expect(reasonOf(renameRegister(old, 'a', 'ψ'))).toBe('ψ cannot name a register here.')
    const json = readDocument(JSON_TEXT)
    expect(reasonOf(renameRegister(json, 'q', 'ψ'))).toBe('ψ cannot name a register here.')
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

  it('stay where a barrier names them by themselves', () => {
    const barred = readDocument('OPENQASM 3.0;\nqubit[3] q;\nbarrier q[0], q[2];\n')
    expect(reasonOf(removeWire(barred, 'qubit', 2))).toContain('in use by one step')
  })

  it('change places as classical bits too, and are renamed', () => {
    expect(textOf(swapWires(document, 'bit', [0, 1]))).toBe(TEXT.replace('c[1] = ', 'c[0] = '))
    expect(textOf(renameRegister(document, 'c', 'out'))).toBe(
      TEXT.replace('bit[2] c', 'bit[2] out').replace('c[1] = ', 'out[1] = '),
    )
  })

  it('stay where a statement names all of them in an order that counts, with the offer to unroll it', () => {
    const whole = readDocument('OPENQASM 3.0;\nqubit[2] q;\nbit[2] c;\nbarrier q;\nreset q;\nc = measure q;\n')
    expect(swapWires(whole, 'qubit', [0, 1])).toMatchObject({ kind: 'refused', unroll: '2' })
    const compared = readDocument('OPENQASM 3.0;\nqubit[2] q;\nbit[2] c;\nif (c == 2) reset q[0];\n')
    expect(reasonOf(swapWires(compared, 'bit', [0, 1]))).toContain('named as a whole')
    const barred = 'OPENQASM 3.0;\nqubit[2] q;\nbarrier q;\nreset q;\nreset q[0];\n'
    expect(textOf(swapWires(readDocument(barred), 'qubit', [0, 1]))).toBe(barred.replace('q[0]', 'q[1]'))
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

describe('wires of JSON of which only the first bits are the result', () => {
  const registers = [
    { name: 'q', kind: 'qubit', size: 1 },
    { name: 'c', kind: 'bit', size: 2 },
    { name: 'inner', kind: 'bit', size: 1 },
  ]
  const instructions = [{ name: 'measure', qubits: [0], clbits: [2] }]
  const document = readDocument(
    JSON.stringify({ num_qubits: 1, num_clbits: 3, result_clbits: 2, registers, instructions }),
  )
  const sizesOf = (outcome: Outcome) => {
    const { num_clbits, result_clbits, registers, instructions } = JSON.parse(textOf(outcome))
    const names = registers.map(({ name }: { name: string }) => name)
    return { num_clbits, result_clbits, names, clbit: instructions[0].clbits[0] }
  }

  it('a register that is added is in the result, and one that grows stays on its side', () => {
    const added = sizesOf(addRegister(document, { name: 'd', kind: 'bit', size: 2 }))
    expect(added).toEqual({ num_clbits: 5, result_clbits: 4, names: ['q', 'c', 'd', 'inner'], clbit: 4 })
    expect(sizesOf(addWire(document, 'bit', 'c'))).toMatchObject({ num_clbits: 4, result_clbits: 3, clbit: 3 })
    expect(sizesOf(addWire(document, 'bit', 'inner'))).toMatchObject({ num_clbits: 4, result_clbits: 2, clbit: 2 })
  })

  it('one that is removed leaves the others where they count', () => {
    expect(sizesOf(removeWire(document, 'bit', 0))).toMatchObject({ num_clbits: 2, result_clbits: 1, clbit: 1 })
  })
})
