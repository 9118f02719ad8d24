import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import { outermost } from '../../../../main/circuits/editing/gestures/scope'
import { changeHead, guardSteps, headText, repeatSteps } from '../../../../main/circuits/editing/gestures/wrap'

const HEAD = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[2] q;\nbit[2] c;\n'
const read = (body: string) => readDocument(HEAD + body)
const bodyOf = (outcome: Outcome): string =>
  outcome.kind === 'refused' ? outcome.reason : outcome.document.text.slice(HEAD.length)
const instructions = (outcome: Outcome) =>
  outcome.kind === 'refused'
    ? []
    : outcome.document.circuit!.instructions.map(({ name, qubits }) => `${name} ${qubits}`)
const repeated = (body: string, chosen: readonly number[], times: number): Outcome => {
  const document = read(body)
  return repeatSteps(document, { scope: outermost(document), steps: chosen.map(at => document.steps[at]!), times })
}

describe('steps that are repeated', () => {
  it('stand in a loop with all that stood between them', () => {
    const outcome = repeated('x q[1];\n  h q[0]; // turn\n  cx q[0], q[1];\n', [1, 2], 3)
    expect(bodyOf(outcome)).toBe('x q[1];\n  for uint i in [0:2] {\n    h q[0]; // turn\n    cx q[0], q[1];\n  }\n')
    expect(instructions(outcome)).toEqual(['x 1', ...[1, 2, 3].flatMap(() => ['h 0', 'cx 0,1'])])
  })

  it('stay on their line where others stand before them', () => {
    expect(bodyOf(repeated('x q[1]; h q[0];\n', [1], 2))).toBe('x q[1]; for uint i in [0:1] { h q[0]; }\n')
  })

  it('are brought together where that changes no order, and refused where it would', () => {
    expect(instructions(repeated('h q[0];\nx q[1];\ns q[0];\n', [0, 2], 2))).toEqual([
      'x 1',
      'h 0',
      's 0',
      'h 0',
      's 0',
    ])
    expect(bodyOf(repeated('h q[0];\nx q[0];\ns q[0];\n', [0, 2], 2))).toMatch(/another order/)
  })

  it('get a variable that nothing else is', () => {
    expect(bodyOf(repeated('int i = 2;\nh q[0];\n', [0], 2))).toContain('for uint j in [0:1] {')
  })

  it.each([0, 1.5, Number.NaN])('are refused %s times', times => {
    expect(bodyOf(repeated('h q[0];\n', [0], times))).toMatch(/whole number from 1/)
  })

  it('need a form that has loops', () => {
    const document = readDocument('OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg q[1];\nx q[0];\n')
    expect(bodyOf(repeatSteps(document, { scope: outermost(document), steps: document.steps, times: 2 }))).toMatch(
      /Only OpenQASM 3/,
    )
  })
})

describe('steps under a condition', () => {
  it('run together where it holds', () => {
    const document = read('c[0] = measure q[0];\nx q[1];\nz q[1];\n')
    const outcome = guardSteps(document, {
      scope: outermost(document),
      steps: document.steps.slice(1),
      condition: 'c[0]',
    })
    expect(bodyOf(outcome)).toBe('c[0] = measure q[0];\nif (c[0]) {\n  x q[1];\n  z q[1];\n}\n')
    if (outcome.kind === 'edited')
      expect(outcome.document.circuit!.instructions.slice(1).map(({ condition }) => condition)).toEqual([
        { clbit: 0, value: 1 },
        { clbit: 0, value: 1 },
      ])
    expect(
      bodyOf(
        guardSteps(document, { scope: outermost(document), steps: document.steps.slice(1), condition: 'nothing' }),
      ),
    ).toMatch(/nothing/)
  })
})

describe('the head of a box', () => {
  it('is written anew', () => {
    const document = read('for uint i in [0:1] { h q[0]; }\nif (c == 1) { x q[1]; z q[1]; }\n')
    expect(document.steps.map(step => headText(document, step))).toEqual(['for uint i in [0:1]', 'if (c == 1)'])
    expect(bodyOf(changeHead(document, document.steps[0]!, 'for uint i in [0:4]'))).toContain('[0:4] { h q[0]; }')
    expect(bodyOf(changeHead(document, document.steps[1]!, 'if (c == 2)'))).toContain('if (c == 2) { x q[1];')
    expect(bodyOf(changeHead(document, document.steps[0]!, 'for uint i'))).toMatch(/\w{4}/)
    expect(bodyOf(changeHead(document, document.steps[0]!, 'x q[0]; for uint i in [0:1]'))).toMatch(/A head is/)
  })
})
