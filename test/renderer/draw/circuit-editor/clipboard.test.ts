import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { insertOperations, insertStatements } from '../../../../main/circuits/editing/gestures/insert'
import { outermost } from '../../../../main/circuits/editing/gestures/scope'
import { copied, pasted, wireFor, writtenCopy } from '../../../../renderer/src/draw/circuit-editor/clipboard'

const head = (version: string) =>
  `OPENQASM ${version};\ninclude "stdgates.inc";\nqubit[3] q;\nbit[2] c;\nc[0] = measure q[0];\nc[1] = measure q[1];\n`
const OLD = `OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg q[2];\ncreg c[2];\nmeasure q[0] -> c[0];\n`

/** The document, and the copy of its last step. */
function lastCopied(text: string) {
  const document = readDocument(text)
  expect(document.faults).toEqual([])
  return { document, copy: copied(document, document.steps.slice(-1)) }
}

/** The text with its last step copied and put behind everything on the top wire. */
function duplicated(text: string): string {
  const { document, copy } = lastCopied(text)
  if (copy.kind === 'refused') throw new Error(copy.reason)
  const outcome = insertOperations(document, {
    scope: outermost(document),
    operations: pasted(copy.text, 0)!,
    moment: 99,
  })
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.document.text.slice(text.length)
}

describe('gates that were copied', () => {
  it('are put onto other wires, in another circuit too', () => {
    const { copy } = lastCopied(`${head('3.0')}negctrl @ x q[0], q[1];\n`)
    if (copy.kind === 'refused') throw new Error(copy.reason)
    expect(pasted(copy.text, 1)).toMatchObject([{ name: 'x', qubits: [2], controls: [{ qubit: 1, value: 0 }] }])
    expect(wireFor(pasted(copy.text, 0)!, 1, { qubits: 3, clbits: 2 })).toBe(1)
  })

  it('go up as far as they need where too few wires are below, and nowhere where there are too few in all', () => {
    const { copy } = lastCopied(`${head('3.0')}if (c[1]) cx q[0], q[1];\n`)
    if (copy.kind === 'refused') throw new Error(copy.reason)
    const operations = pasted(copy.text, 0)!
    expect(wireFor(operations, 2, { qubits: 3, clbits: 2 })).toBe(1)
    expect(wireFor(operations, 0, { qubits: 2, clbits: 2 })).toBe(0)
    expect(wireFor(operations, 0, { qubits: 1, clbits: 2 })).toBeNull()
    expect(wireFor(operations, 0, { qubits: 3, clbits: 1 })).toBeNull()
  })

  it('are gate by gate what a statement on several wires does', () => {
    const { copy } = lastCopied(`${head('3.0')}c = measure q[1:2];\n`)
    if (copy.kind === 'refused') throw new Error(copy.reason)
    expect(pasted(copy.text, 0)).toMatchObject([
      { name: 'measure', qubits: [0], clbits: [0] },
      { name: 'measure', qubits: [1], clbits: [1] },
    ])
    const { copy: turned } = lastCopied(`${head('3.0')}rz(pi / 3) q;\n`)
    if (turned.kind === 'refused') throw new Error(turned.reason)
    expect(pasted(turned.text, 0)).toMatchObject([0, 1, 2].map(qubit => ({ params: ['pi / 3'], qubits: [qubit] })))
    expect(lastCopied(`${head('3.0')}if (c == 1) c = measure q[0:1];\n`).copy).toMatchObject({
      kind: 'refused',
      unroll: '2',
    })
  })

  it.each([
    ['if (c == 2) x q[2];', 'if (c == 2) x q[0];'],
    ['if (c[1]) z q[2];', 'if (c[1] == 1) z q[0];'],
    ['if (!c[0]) { h q[2]; }', 'if (c[0] == 0) h q[0];'],
    ['if (c[0] == 1 && c[1] == false) rz(pi / 3) q[2];', 'if (c == 1) rz(pi / 3) q[0];'],
    ['if (c[1] == true && c[0]) c[0] = measure q[2];', 'if (c[1] == 1 && c[0] == 1) c[0] = measure q[0];'],
  ])('keep the condition of %s', (statement, copy) => {
    expect(duplicated(`${head('3.0')}${statement}\n`)).toBe(`${copy}\n`)
  })

  it('keep the condition of OpenQASM 2 and of JSON, whose digits may be a string', () => {
    expect(duplicated(`${OLD}if(c==1) x q[1];\n`)).toBe('if (c == 1) x q[0];\n')
    const clbits = Array.from({ length: 60 }, (_, bit) => bit)
    const condition = { clbits, value: String(2n ** 59n + 1n) }
    const circuit = { num_qubits: 1, num_clbits: 60, instructions: [{ name: 'x', qubits: [0], condition }] }
    const { copy } = lastCopied(JSON.stringify(circuit))
    expect(copy.kind === 'copied' && pasted(copy.text, 0)).toMatchObject([{ condition }])
  })

  it.each(['if (c[0] || c[1]) x q[2];', 'if (c != 1) x q[2];', 'if (c[0] ^ c[1]) x q[2];', 'if (c > 1) x q[2];'])(
    'are refused with a reason where the condition is more: %s',
    statement => {
      const { copy } = lastCopied(`${head('3.0')}${statement}\n`)
      expect(copy).toMatchObject({ kind: 'refused', reason: expect.stringContaining(statement) })
    },
  )

  it('are refused where the condition reads a bit of the body and not the one of that name', () => {
    const { copy } = lastCopied(`${head('3.0')}{ bit d = c[0]; if (d) x q[2]; }\n`)
    expect(copy).toMatchObject({ kind: 'refused', unroll: '2' })
  })

  it('are no other text, and no loops', () => {
    expect(lastCopied(`${head('3.0')}for uint i in [0:1] { h q[i]; }\n`).copy).toMatchObject({
      kind: 'refused',
      unroll: '2',
    })
    expect(pasted('h q[0];', 0)).toBeNull()
    expect(pasted('{"format":"pentad-gates/1"}', 0)).toBeNull()
    expect(pasted('{"format":"pentad-gates/1","operations":[{}]}', 0)).toBeNull()
  })
})

describe('loops and branches that were copied', () => {
  const LOOP = 'for uint i in [0:1] {\r\n  h q[i]; // each\r\n}'
  const document = readDocument(`${head('3.0')}x q[2];\n${LOOP}\n`)
  const copy = writtenCopy(document, document.steps.slice(-1))!
  const put = (text: string, statements = copy, moment = 99) => {
    const other = readDocument(text)
    return insertStatements(other, { scope: outermost(other), text: statements, moment })
  }

  it('are put into another circuit as they are written, before the column of the caret', () => {
    expect(copy).toBe(LOOP)
    const other = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[5] q; // data\nx q[4];\nz q[0];\n'
    expect(put(other)).toMatchObject({ kind: 'edited', document: { text: `${other}${LOOP}\n` } })
    expect(put(other, copy, 0)).toMatchObject({ document: { text: other.replace('x q[4];', `${LOOP}\nx q[4];`) } })
  })

  it('are refused with the reason where a wire or a gate is missing, or the form has no loops', () => {
    const without = (name: string) => ({ kind: 'refused', reason: expect.stringContaining(name) })
    expect(put('OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[5] r;\n')).toMatchObject(without('q'))
    expect(put(head('3.0'), 'if (c[0]) { mine q[0]; }')).toMatchObject(without('mine'))
    expect(put(head('3.0'), 'not a statement')).toMatchObject(without('cannot stand here'))
    expect(put(OLD)).toMatchObject({ kind: 'refused' })
    expect(put('{"num_qubits": 2, "instructions": []}')).toMatchObject(without('JSON'))
  })

  it('stay gates in JSON, which has no text for them', () => {
    const circuit = { num_qubits: 1, instructions: [{ name: 'x', qubits: [0] }] }
    const json = readDocument(JSON.stringify(circuit))
    expect(writtenCopy(json, json.steps)).toBeNull()
  })
})
