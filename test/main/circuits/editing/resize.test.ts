import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { type Resize, resizeStep } from '../../../../main/circuits/editing/gestures/resize'
import { outermost } from '../../../../main/circuits/editing/gestures/scope'

const PROGRAM = `OPENQASM 3.0;
include "stdgates.inc";
qubit[5] q;
barrier q[1], q[2]; // a wall
ccx q[1], q[3], q[2];
for uint i in [0:1] { barrier q[i]; }
barrier q[0], q[3];
`
const document = readDocument(PROGRAM)

function resized(step: number, end: Resize['end'], wire: number): string {
  const outcome = resizeStep(document, { scope: outermost(document), step: document.steps[step]!, end, wire })
  return outcome.kind === 'refused' ? outcome.reason : outcome.document.text
}

describe('an end that is moved', () => {
  it('of a barrier takes wires in or leaves them out, and keeps the gaps between', () => {
    expect(resized(0, 'bottom', 4)).toBe(PROGRAM.replace('q[1], q[2];', 'q[1], q[2], q[3], q[4];'))
    expect(resized(0, 'top', 2)).toBe(PROGRAM.replace('q[1], q[2];', 'q[2];'))
    expect(resized(3, 'bottom', 4)).toBe(PROGRAM.replace('q[0], q[3];', 'q[0], q[3], q[4];'))
    expect(resized(3, 'bottom', 1)).toBe(PROGRAM.replace('q[0], q[3];', 'q[0];'))
  })

  it('of a gate is its operand there, control or target', () => {
    expect(resized(1, 'bottom', 4)).toBe(PROGRAM.replace('q[1], q[3], q[2]', 'q[1], q[4], q[2]'))
    expect(resized(1, 'top', 0)).toBe(PROGRAM.replace('q[1], q[3], q[2]', 'q[0], q[3], q[2]'))
  })

  it('says why it stays', () => {
    expect(resized(0, 'top', 3)).toBe('A barrier is on one wire at least.')
    expect(resized(0, 'bottom', 5)).toBe('There is no such wire.')
    expect(resized(1, 'top', 3)).toBe('The gate is on that wire already.')
    expect(resized(2, 'bottom', 3)).toMatch(/unroll/)
    const [body] = document.steps[2]!.box!.bodies
    const scope = { steps: body!.iterations[0]!, location: body!.location }
    const inLoop = resizeStep(document, { scope, step: scope.steps[0]!, end: 'bottom', wire: 3 })
    expect(inLoop).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/in the text/) })
  })
})
