import { describe, expect, it } from 'vitest'
import type { CircuitDocument } from '../../../../main/circuits/editing/document/model'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { duplicateSteps, insertOperations } from '../../../../main/circuits/editing/gestures/insert'
import { moveStep } from '../../../../main/circuits/editing/gestures/move'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import { outermost, type Scope } from '../../../../main/circuits/editing/gestures/scope'
import type { GateOperation } from '../../../../main/circuits/editing/writing/operation'

const BELL = `OPENQASM 3.0; // a pair
include "stdgates.inc";
qubit[3] q;
bit[2] c;

h q[0];   // superpose
cx q[0], q[1]; /* entangle */
rz(pi / 4) q[2];
c[0] = measure q[0];
`
const NEVER_RUNS =
  'Nothing behind it runs: the program or the loop is left before. Put it before that, or edit the text.'

const plain = (name: string, qubits: number[], more: Partial<GateOperation> = {}): GateOperation => ({
  name,
  qubits,
  params: [],
  controls: [],
  clbits: [],
  condition: null,
  ...more,
})
const textOf = (outcome: Outcome): string => {
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.document.text
}
const reasonOf = (outcome: Outcome) => (outcome.kind === 'refused' ? outcome.reason : null)
const put = (document: CircuitDocument, moment: number, ...operations: GateOperation[]) =>
  insertOperations(document, { scope: outermost(document), operations, moment })

describe('a gate that is put', () => {
  it('is refused where the program has ended in a block before, as it would never run', () => {
    for (const block of ['{ x q[0]; end; }', 'for uint i in [0:2] { x q[0]; end; }', '{ { x q[0]; end; } }']) {
      const ended = readDocument(`${BELL}${block}\nh q[0];\n`)
      expect(reasonOf(put(ended, 9, plain('z', [1])))).toBe(NEVER_RUNS)
      const [h] = ended.steps
      expect(reasonOf(moveStep(ended, { scope: outermost(ended), step: h!, operands: [1], moment: 9 }))).toBe(
        NEVER_RUNS,
      )
      expect(textOf(put(ended, 0, plain('z', [1])))).toContain('z q[1];\ncx')
    }
    const left = readDocument(`${BELL}for uint i in [0:2] { { z q[1]; break; } y q[1]; }\n`)
    const { iterations, location } = left.steps.at(-1)!.box!.bodies[0]!
    const scope = { steps: iterations[0]!, location }
    expect(reasonOf(insertOperations(left, { scope, operations: [plain('s', [0])], moment: 9 }))).toBe(NEVER_RUNS)
    expect(textOf(insertOperations(left, { scope, operations: [plain('s', [1])], moment: 0 }))).toContain(
      '{ s q[1]; { z',
    )
  })
})

describe('steps that are put once more', () => {
  const once = (document: CircuitDocument, ...ids: string[]) =>
    duplicateSteps(
      document,
      outermost(document),
      document.steps.filter(({ id }) => ids.includes(id)),
    )

  it.each([
    ['h q;', 'h q;'],
    ['if (c[0] || c[1]) x q[2];', 'if (c[0] || c[1]) x q[2];'],
    ['for uint i in [0:1] {\n  cx q[i], q[i + 1]; // on\n}', 'for uint i in [0:1] {\n  cx q[i], q[i + 1]; // on\n}'],
    ['pow(2) @ x  q[0];', 'pow(2) @ x  q[0];'],
    ['@note of mine\nx q[0];', '@note of mine\nx q[0];'],
  ])('stand as they are written: %s', (statement, copy) => {
    const document = readDocument(`${BELL}${statement}\nbarrier q;\n`)
    const { id } = document.steps[4]!
    const text = textOf(once(document, id))
    expect(text).toBe(document.text.replace(statement, `${statement}\n${copy}`))
  })

  it('stand together behind the last of them, in the order of the text', () => {
    const document = readDocument(`${BELL}c = measure q[0:1];\n`)
    expect(textOf(once(document, '4', '1'))).toBe(`${document.text}cx q[0], q[1];\nc = measure q[0:1];\n`)
  })

  it('stay statements of every iteration within a loop', () => {
    const document = readDocument(`${BELL}for uint i in [0:1] { cx q[i], q[i + 1]; z q[i]; }\n`)
    const { iterations, location } = document.steps[4]!.box!.bodies[0]!
    const scope: Scope = { steps: iterations[0]!, location }
    expect(textOf(duplicateSteps(document, scope, iterations[0]!.slice(0, 1)))).toContain(
      '{ cx q[i], q[i + 1]; cx q[i], q[i + 1]; z q[i]; }',
    )
  })

  it('stand in JSON too, and are refused where a name would be declared twice', () => {
    const json = readDocument(
      '{"num_qubits": 1, "instructions": [{"name": "h", "qubits": [0]}, {"name":"x","qubits":[0]}]}',
    )
    expect(textOf(once(json, '0'))).toContain(
      '[{"name": "h", "qubits": [0]}, {"name": "h", "qubits": [0]}, {"name":"x"',
    )
    const declares = readDocument(`${BELL}bit d = measure q[1];\n`)
    expect(reasonOf(once(declares, '4'))).toContain('d')
  })
})
