import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { unrollStep } from '../../../../main/circuits/editing/gestures/unroll'

const HEAD = `OPENQASM 3.0;
include "stdgates.inc";
def turn(qubit a, qubit[2] b, float[64] by) { x a; cx a, b[1]; rz(by / 2) a; reset b[0]; } // own
def read(qubit a) -> bit { h a; return measure a; }
def loops(qubit a) { for uint i in [0:1] { h a; } }
qubit[4] q;
bit[2] c;
`
/** The calls with the first of them unrolled, or why that was refused. */
function unrolled(calls: string): string {
  const document = readDocument(HEAD + calls)
  expect(document.faults).toEqual([])
  const outcome = unrollStep(document, document.steps[0]!)
  if (outcome.kind === 'refused') return outcome.reason
  expect(outcome.document.text.startsWith(HEAD)).toBe(true)
  return outcome.document.text.slice(HEAD.length)
}

describe('the call of a subroutine', () => {
  it('is written out as the gates that it makes, and other calls stay', () => {
    const gates = 'x q[0];\ncx q[0], q[3];\nrz(0.25) q[0];\nreset q[2];'
    expect(unrolled('turn(q[0], q[2:3], 0.5); // here\nturn(q[1], q[2:3], 0.5);\n')).toBe(
      `${gates} // here\nturn(q[1], q[2:3], 0.5);\n`,
    )
  })

  it('is refused where it measures, branches or repeats, and nothing is changed', () => {
    expect(unrolled('c[0] = read(q[0]);\n')).toMatch(/bits of its own|not be the same/)
    expect(unrolled('loops(q[1]);\n')).toBe(
      'A subroutine with loops, branches or powers cannot be written out here; open it, and unroll those first.',
    )
  })
})
