import { expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { changeParameter } from '../../../../main/circuits/editing/gestures/change'

const HEAD = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit q;\n'
const document = readDocument(`${HEAD}rz(pi / 4) q;\n`)
const change = (expression: string) => changeParameter(document, { step: document.steps[0]!, position: 0, expression })
const written = (expression: string) => {
  const outcome = change(expression)
  return outcome.kind === 'refused' ? outcome.reason : outcome.document.text
}

it.each([
  [' 2pi/8 ', '2*pi/8'],
  ['-0.25 π + 1e3', '-0.25*π + 1e3'],
  ['sin(2τ)', 'sin(2*τ)'],
  ['1e-1pi', '1e-1*pi'],
])('%j is taken as %s', (typed, taken) => {
  expect(written(typed)).toBe(`${HEAD}rz(${taken}) q;\n`)
})

it('says of a parameter that cannot stand there what it is', () => {
  expect(written('pi//4')).toBe('pi//4 would begin a comment: one / divides.')
  expect(written('pi +')).toMatch(/^pi \+ cannot stand here: /)
  expect(written(' ')).toBe('A parameter needs a value, such as pi/2.')
})
