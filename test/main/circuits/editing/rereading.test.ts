import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { changeParameter } from '../../../../main/circuits/editing/gestures/change'
import { insertOperations } from '../../../../main/circuits/editing/gestures/insert'
import { moveStep } from '../../../../main/circuits/editing/gestures/move'
import { removeSteps } from '../../../../main/circuits/editing/gestures/remove'
import { outermost } from '../../../../main/circuits/editing/gestures/scope'
import { readEdited, rereadDocument } from '../../../../main/circuits/editing/rereading/read-edited'

const PROGRAM = `OPENQASM 3.0; // the end
include "stdgates.inc";
const float turn = pi / 4;
gate pair a, b { h a; cx a, b; }
qubit[3] q; bit[2] c;
input float theta;
h q[0]; /* first */ pair q[0], q[1];
rz(turn) q[2]; // turned
for uint i in [0:1] { x q[i]; h q[2]; }
rx(theta / 2) q[1];
c[0] = measure q[0];
if (c[0]) x q[2];
barrier q[0], q[1];
gate late a { s a; t a; }
qubit r;
barrier;
late r; ctrl @ h q[0], r;
reset r;
if (c == 3) { y q[1]; } else { z r; }
cx q[1], r;
`

const WORDS = ['h q[0];', 'h ', 'q[1], ', ';', '\n', ' ', '//', '/*', '*/', '@x ', '@max_iterations 3\n', '{', '}', '"']
const MORE = [
  'pragma z',
  'end;',
  'ctrl @ ',
  'late q[1];',
  'x r;',
  'barrier;',
  'reset q;',
  'if (c[0]) ',
  ' else ',
  'turn',
]
const edit = fc.record({
  at: fc.nat(PROGRAM.length),
  gone: fc.oneof(fc.constant(0), fc.nat(30)),
  put: fc.array(fc.constantFrom(...WORDS, ...MORE), { maxLength: 3 }).map(words => words.join('')),
})

describe('an edited text read from the document before it', () => {
  it('is what reading all of it gives, whatever was typed or taken out', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), edits => {
        let document = readDocument(PROGRAM)
        for (const { at, gone, put } of edits) {
          const from = at % (document.text.length + 1)
          const text = document.text.slice(0, from) + put + document.text.slice(from + gone)
          const reread = readEdited(document, text)
          expect(reread).toEqual(readDocument(text))
          document = reread
        }
      }),
      { numRuns: 50 },
    )
  })

  it('takes statements one by one: every line of a program put in, taken out and put back', () => {
    const lines = PROGRAM.split('\n')
    for (const at of lines.keys()) {
      const text = lines.toSpliced(at, 1).join('\n')
      const without = readEdited(readDocument(PROGRAM), text)
      expect(without).toEqual(readDocument(text))
      expect(readEdited(without, PROGRAM)).toEqual(readDocument(PROGRAM))
    }
  })

  it('reads no more than the gates that a gesture changes', () => {
    const document = readDocument(PROGRAM)
    const [first, , turned] = document.steps
    const scope = outermost(document)
    const operation = { name: 'z', params: [], controls: [], qubits: [2], clbits: [], condition: null }
    const outcomes = [
      insertOperations(document, { scope, operations: [operation], moment: 1 }),
      removeSteps(document, scope, [first!]),
      moveStep(document, { scope, step: first!, operands: [2], moment: null }),
      changeParameter(document, turned!, 0, 'turn / 3'),
    ]
    for (const outcome of outcomes) {
      if (outcome.kind === 'refused') throw new Error(outcome.reason)
      expect(rereadDocument(document, outcome.document.text)).toEqual(readDocument(outcome.document.text))
    }
  })

  it('leaves to the whole reading what bears on more than its place', () => {
    const document = readDocument(PROGRAM)
    const changed = (was: string, is: string) => rereadDocument(document, PROGRAM.replace(was, is))
    expect(changed('h q[0];', 's q[0];')).not.toBeNull()
    expect(changed('h q[0];', 'c[1] = measure q[0];')).toBeNull()
    expect(changed('h q[0];', 'x q[9];')).toBeNull()
    expect(changed('h q[0];', 'late q[0];')).toBeNull()
    expect(changed('h q[0];', '@max_iterations 3\nh q[0];')).toBeNull()
    expect(changed('rx(theta / 2) q[1];', 'rx(theta / 2) q[1]; /*')).toBeNull()
    expect(changed('qubit r;', 'qubit s;')).toBeNull()
  })
})
