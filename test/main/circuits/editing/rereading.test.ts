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
  'c[1] = measure q[1];',
  'measure q[2] -> c[0];',
  'for uint i in [0:1] ',
  'c[1] = 1;',
  'both(q[0], q[1]);',
  'd',
  ' else ',
  'turn',
]
/** No statement changes how another is read, so that measurements, branches and loops can be reread alone. */
const INDEPENDENT = `OPENQASM 3.0;
include "stdgates.inc";
qubit[3] q; bit[2] c; bit d;
const int last = 2;
let pair = q[0:1];
def both(qubit a, qubit b) { h a; cx a, b; }
h q[0]; /* first */ cx pair[0], pair[1];
c[0] = measure q[0]; // into the first
if (c[0]) x q[2];
for uint i in [0:last] { x q[i]; c[i % 2] = measure q[i]; }
if (c == 2) { y q[1]; } else { z q[0]; measure q[2] -> d; }
c = measure q[0:1];
`

const JSON_PROGRAM = `{
  "num_qubits": 3, "num_clbits": 2,
  "instructions": [
    {"name": "h", "qubits": [0]}, {"name": "cx", "qubits": [0, 1]},
    { "name": "rz", "qubits": [2], "params": ["theta / 2"] },
    {"name": "measure", "qubits": [0], "clbits": [1]},
    {"name": "x", "qubits": [2], "condition": {"clbit": 1, "value": 1}}
  ]
}
`
const JSON_WORDS = [
  ...['{"name": "s", "qubits": [1]}', ', ', ',', '{', '}', '[', ']', '"', 'null', '7', '\n', ' ', '"name": "t"'],
  ...['{"name": "end", "qubits": []}', '{"name": "rx", "qubits": [9], "params": [1]}', '"clbit": 0', '\\'],
]
const jsonEdit = fc.record({
  at: fc.nat(JSON_PROGRAM.length),
  gone: fc.oneof(fc.constant(0), fc.nat(40)),
  put: fc.array(fc.constantFrom(...JSON_WORDS), { maxLength: 3 }).map(words => words.join('')),
})

const edit = fc.record({
  at: fc.nat(PROGRAM.length),
  gone: fc.oneof(fc.constant(0), fc.nat(30)),
  put: fc.array(fc.constantFrom(...WORDS, ...MORE), { maxLength: 3 }).map(words => words.join('')),
})

describe('an edited text read from the document before it', () => {
  it('is what reading all of it gives, whatever was typed or taken out', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(PROGRAM, INDEPENDENT),
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        (program, edits) => {
          let document = readDocument(program)
          for (const { at, gone, put } of edits) {
            const from = at % (document.text.length + 1)
            const text = document.text.slice(0, from) + put + document.text.slice(from + gone)
            const reread = readEdited(document, text)
            expect(reread).toEqual(readDocument(text))
            document = reread
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  it('is what reading all of it gives, of JSON too', () => {
    fc.assert(
      fc.property(fc.array(jsonEdit, { minLength: 1, maxLength: 3 }), edits => {
        let document = readDocument(JSON_PROGRAM)
        for (const { at, gone, put } of edits) {
          const from = at % (document.text.length + 1)
          const text = document.text.slice(0, from) + put + document.text.slice(from + gone)
          const reread = readEdited(document, text)
          expect(reread).toEqual(readDocument(text))
          document = reread
        }
      }),
      { numRuns: 60 },
    )
  })

  it('reads the instructions of JSON alone that a gesture changes', () => {
    const document = readDocument(JSON_PROGRAM)
    const scope = outermost(document)
    const operation = { name: 'measure', params: [], controls: [], qubits: [2], clbits: [0], condition: null }
    const outcomes = [
      ...[0, 1, 9].map(moment => insertOperations(document, { scope, operations: [operation], moment })),
      ...document.steps.map(step => removeSteps(document, scope, [step])),
      removeSteps(document, scope, document.steps.slice(1, 4)),
      changeParameter(document, { step: document.steps[2]!, position: 0, expression: '0.25' }),
    ]
    for (const outcome of outcomes) {
      if (outcome.kind === 'refused') throw new Error(outcome.reason)
      const reread = rereadDocument(document, outcome.document.text)
      expect(reread).not.toBeNull()
      expect(reread).toEqual(readDocument(outcome.document.text))
    }
  })

  it.each([PROGRAM, INDEPENDENT])(
    'takes statements one by one: every line of a program put in, taken out and put back',
    program => {
      const lines = program.split('\n')
      for (const at of lines.keys()) {
        const text = lines.toSpliced(at, 1).join('\n')
        const without = readEdited(readDocument(program), text)
        expect(without).toEqual(readDocument(text))
        expect(readEdited(without, program)).toEqual(readDocument(program))
      }
    },
  )

  it('reads measurements, branches and loops alone where no statement bears on how another is read', () => {
    const document = readDocument(INDEPENDENT)
    const changed = (was: string, is: string) => {
      const text = INDEPENDENT.replace(was, is)
      return { reread: rereadDocument(document, text), whole: readDocument(text) }
    }
    for (const [was, is] of [
      ['h q[0];', 'h q[0]; d = measure q[1];'],
      ['c[0] = measure q[0]; ', ''],
      ['if (c[0]) x', 'if (c == 1) x'],
      ['{ x q[i];', '{ z q[i]; s pair[0];'],
      ['c = measure q[0:1];\n', ''],
      ['measure q[2] -> d; }', '}'],
    ] as const) {
      const { reread, whole } = changed(was, is)
      expect(reread).not.toBeNull()
      expect(reread).toEqual(whole)
    }
    expect(changed('h q[0];', 'c[1] = 1;').reread).toBeNull()
    expect(changed('h q[0];', 'measure q[1];').reread).toBeNull()
    expect(changed('h q[0];', 'while (c[0]) { x q[0]; c[0] = measure q[0]; }').reread).toBeNull()
    expect(changed('if (c == 2)', 'if (e == 2)').reread).toBeNull()
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
      changeParameter(document, { step: turned!, position: 0, expression: 'turn / 3' }),
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
    expect(changed('h q[0];', 'c[1] = 1;')).toBeNull()
    expect(changed('h q[0];', 'x q[9];')).toBeNull()
    expect(changed('h q[0];', 'late q[0];')).toBeNull()
    expect(changed('h q[0];', '@max_iterations 3\nh q[0];')).toBeNull()
    expect(changed('rx(theta / 2) q[1];', 'rx(theta / 2) q[1]; /*')).toBeNull()
    expect(changed('qubit r;', 'qubit s;')).toBeNull()
  })
})
