/** Programs as others write them, edited at one place: every byte outside of that statement stays. */
import { describe, expect, it } from 'vitest'
import type { CircuitDocument, DrawnStep } from '../../../../main/circuits/editing/document/model'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { changeCondition, changeParameter } from '../../../../main/circuits/editing/gestures/change'
import { insertOperations } from '../../../../main/circuits/editing/gestures/insert'
import { changeControl, invertStep } from '../../../../main/circuits/editing/gestures/modifiers'
import { moveStep, operandsOf } from '../../../../main/circuits/editing/gestures/move'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import { removeSteps } from '../../../../main/circuits/editing/gestures/remove'
import { outermost } from '../../../../main/circuits/editing/gestures/scope'
import { unrollStep } from '../../../../main/circuits/editing/gestures/unroll'
import type { TextEdit } from '../../../../main/circuits/editing/writing/text-edit'

const PROGRAMS: Readonly<Record<string, string>> = {
  'OpenQASM 2 with CRLF, tabs and comments': [
    '// exported 2019-03-14 \u2014 \u00e9tat de Bell, \u91cf\u5b50',
    'OPENQASM 2.0;',
    'include "qelib1.inc";',
    '',
    '\tqreg\tq[3];\t// data',
    '\tcreg c[3];',
    '\th q[0];\t\t// <- superpose ',
    'cx q[0],q[1];cx q[1] , q[2];   // two on a line',
    'u3(0.1 , pi/2,-pi) q[2];',
    'barrier q;',
    'measure q -> c;   ',
    '',
    '// end \u2713',
  ].join('\r\n'),
  'OpenQASM 2 with conditions and a gate, without a last line break': `OPENQASM 2.0;
include "qelib1.inc";
gate  majority a,b,c
{
  cx c,b; // first
  cx c,a;
  ccx a,b,c;
}
qreg a[1]; qreg b[1]; qreg d[1];
creg r[1]; creg s[1];
x a; h b;
majority a[0],b[0],d[0];
measure a[0]->r[0];
if(r==1) z b[0];
if (s == 0) x d[0]; /* never
 measured */ measure b -> s;`,
  'OpenQASM 3 of loops in loops, odd indents and block comments': `/* header
 * over lines */
OPENQASM 3;
include 'stdgates.inc';
  qubit [ 5 ]  data ;
bit[5]out;
      const int N=3 ;
for  uint i  in [ 0 : N ] {   // outer
   h data[ i ];
        for int j in {1,2}
        { if (out[0]) x data[j] ; /* inner */ rz( pi / ( 2 ** j ) ) data[i]; }
}
cphase ( pi/4 )  data[0] , data[ 4 ] ; // odd
out = measure data;
`,
  'OpenQASM 3 with a subroutine, an alias and inputs': `OPENQASM 3.0;
include "stdgates.inc";
input float theta; // swept
input angle  phi;
def entangle(qubit a, qubit b) {
  h a; // in it
  cx a, b;
}
qubit[4] q;   bit[2] c;
let front = q[0:1];
entangle(front[0], front[1]);
rx(2*theta + 1e-3) q[2];
ry( -phi ) q[3];
if (c == 2) { x q[2]; } else { y q[2]; z q[3]; }
c[0] = measure q[0]; c[1] = measure q[1];
`,
  'OpenQASM 3 with modifiers, physics comments and no blank': `OPENQASM 3.0;include "stdgates.inc";qubit q;qubit r;qubit s;bit b;h q;ctrl@x q,r;/*\u03b8=\u03c0*/inv@s r;negctrl @ ctrl@ry(pi/8)q,r,s;
b=measure q;if(b)z s;reset r;//\u2192 done`,
  'OpenQASM 3 of a repetition code with a while loop': `// repeat until success
OPENQASM 3.0;
include "stdgates.inc";

qubit[3] d;
qubit a;
bit flag;

reset a;
h a;
cx a, d[0];
flag = measure a;
@max_iterations 20
while (flag == 1) {
  reset a;   // again
  h a;
  flag = measure a;
}
x d[1];  // behind
`,
  'JSON on one line':
    '{"num_qubits":3,"num_clbits":2,"instructions":[{"name":"h","qubits":[0]},{"name":"rz","qubits":[1],"params":[0.25]},{"name":"cx","qubits":[0,1]},{"name":"measure","qubits":[0],"clbits":[0]},{"name":"x","qubits":[2],"condition":{"clbit":0,"value":1}}]}',
  'JSON in a submit body, with tabs, escapes and CRLF': [
    '{',
    '\t"backend" : "dev-a-mock", "shots":\t100,',
    '\t"name": "\\u00e9tat \\"quoted\\" [ { ,",',
    '\t"circuit": {  "instructions" : [',
    '\t\t{ "qubits": [ 1 ] , "name":"h" },',
    '',
    '\t\t{"name" : "cp", "params":[ "phi / 2" ],  "qubits":[0,2]} ,',
    '\t\t{"name":"barrier","qubits":[0,1,2]}',
    '\t], "num_qubits": 3 }',
    '}',
    '',
  ].join('\r\n'),
  'OpenQASM 3 on physical qubits': `OPENQASM 3.0;
include "stdgates.inc"; // device
bit[2] c;
  h $3;    cz $3, $4;
  rz(pi/2)  $4; // frame
c[0] = measure $3;
c[1] = measure $4;
`,
  'OpenQASM 3 with a switch, arrays and constants': `OPENQASM 3.0;
include "stdgates.inc";
const float[64] A = pi/3;
array[float[64], 3] angles = {0.1, 0.2,
    0.3}; // a table
qubit[2] q; bit[2] c;
for uint k in [0:2] { rx(angles[k]) q[0]; }
c[1] = measure q[1];
switch (int[2](c)) { case 0 { x q[0]; } default { h q[1]; } }
p(A) q[1]; // last
`,
}

/** Gestures on one statement, by what they do to it. */
const GESTURES: Readonly<Record<string, (document: CircuitDocument, step: DrawnStep) => Outcome>> = {
  removed: (document, step) => removeSteps(document, outermost(document), [step]),
  moved: (document, step) =>
    moveStep(document, {
      scope: outermost(document),
      step,
      moment: null,
      operands: operandsOf(step).map(wire => (wire + 1) % document.qubits.length),
    }),
  turned: (document, step) => changeParameter(document, { step, position: 0, expression: '0.375' }),
  inverted: invertStep,
  controlled: (document, step) => changeControl(document, step, { qubit: document.qubits.length - 1, value: 1 }),
  conditioned: (document, step) => changeCondition(document, step, { clbits: [0], value: 1 }),
  unrolled: unrollStep,
  'set before another': (document, step) =>
    insertOperations(document, {
      scope: outermost(document),
      moment: document.steps.indexOf(step),
      operations: [{ name: 'x', params: [], controls: [], qubits: [0], clbits: [], condition: null }],
    }),
}

/** The text that an edit removes outside of the statement: at most blanks, line breaks and the commas of JSON. */
const goneOutside = (text: string, { start, end }: TextEdit, { span }: DrawnStep): string =>
  text.slice(start, Math.max(start, Math.min(end, span.start))) +
  text.slice(Math.max(start, Math.min(end, span.end)), end)

/** The bytes of the edited text, put together from the stretches that stay and the insertions between them. */
function putTogether(text: string, edits: readonly TextEdit[]): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (const { start, end, insert } of edits) {
    parts.push(Buffer.from(text.slice(at, start)), Buffer.from(insert))
    at = end
  }
  return Buffer.concat([...parts, Buffer.from(text.slice(at))])
}

describe.each(Object.entries(PROGRAMS))('%s', (_, text) => {
  const document = readDocument(text)

  it('is read without a fault, with statements to edit', () => {
    expect(document.faults).toEqual([])
    expect(document.steps.length).toBeGreaterThan(2)
  })

  it.each(Object.entries(GESTURES))('keeps every byte outside of a statement that is %s', (_, gesture) => {
    for (const step of document.steps) {
      const outcome = gesture(document, step)
      if (outcome.kind === 'refused') continue
      const { edits, document: edited } = outcome
      expect(Buffer.from(edited.text).equals(putTogether(text, edits))).toBe(true)
      for (const edit of edits) expect(goneOutside(text, edit, step)).toMatch(/^[\s,]*$/)
      const lineBreaks = (of: string) => new Set(of.match(/\r?\n/g))
      expect([...lineBreaks(text), '']).toEqual(expect.arrayContaining([...lineBreaks(edited.text)]))
    }
  })

  it('is edited by every gesture somewhere, or by all that its form can say', () => {
    const done = Object.entries(GESTURES).filter(([, gesture]) =>
      document.steps.some(step => gesture(document, step).kind === 'edited'),
    )
    expect(done.length).toBeGreaterThanOrEqual(document.notation === 'openqasm3' ? 5 : 4)
  })
})
