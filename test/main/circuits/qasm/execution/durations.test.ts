import { describe, expect, it } from 'vitest'
import { QasmError } from '../../../../../main/circuits/qasm/model/diagnostics'
import { parseQasm } from '../parse-qasm'

const HEAD = 'OPENQASM 3.0; include "stdgates.inc";\nqubit[2] q; bit c;\n'

function message(text: string): string {
  try {
    parseQasm(HEAD + text)
  } catch (error) {
    if (error instanceof QasmError) return error.problems[0]!.message
    throw error
  }
  return 'no fault'
}

describe('times', () => {
  it.each([
    'delay[100ns] q;',
    'stretch s; delay[s] q[0];',
    'duration d = 2 * 50ns; delay[-d / 2 + 3.5us] q[0], q[1];',
    'const duration d = 20dt; for int i in [1:1] delay[i * d];',
    'delay[durationof({ x q[0]; cx q[0], q[1]; })] q[0];',
    'box[1ms] { }',
  ])('%s leaves nothing but a note with its place', text => {
    const { circuit, notes } = parseQasm(`${HEAD}x q[0]; ${text}`)
    expect(circuit.instructions).toEqual([{ name: 'x', qubits: [0] }])
    expect(notes).toEqual([
      expect.stringMatching(/^A duration is left out \(at line 3, column [0-9]+\): circuits carry/),
    ])
  })

  it('are counted where there are several', () => {
    const { notes } = parseQasm(`${HEAD}box[1us] { x q[0]; }\n delay[1ns] q; for int i in [0:2] delay[i * 1us] q[0];`)
    expect(notes).toEqual([expect.stringMatching(/^5 durations are left out \(the first at line 3, column 1\)/)])
  })

  it.each([
    ['delay q;', /delay\[100ns\]/],
    ['delay[5] q;', /expected a duration such as 100ns, found a number/],
    ['delay[1ns + 2] q;', /\+ does not take a duration here/],
    ['delay[1ns * 1ns] q;', /\* does not take a duration/],
    ['delay[2 / 1ns] q;', /\/ does not take a duration/],
    ['delay[1ns] c;', /c is no qubit/],
    ['delay[d] q;', /d is not declared/],
    ['duration d = 5;', /found a number/],
    ['rx(1ns) q[0];', /1ns has no value/],
    ['delay[100ns] q[{0, durationof({ x q[0]; })}];', /durationof.* has no value/],
  ])('%s is explained', (text, want) => expect(message(text)).toMatch(want))
})
