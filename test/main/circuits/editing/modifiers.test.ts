import { describe, expect, it } from 'vitest'
import type { CircuitDocument } from '../../../../main/circuits/editing/document/model'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { changeParameter } from '../../../../main/circuits/editing/gestures/change'
import { insertOperations } from '../../../../main/circuits/editing/gestures/insert'
import {
  type ControlChange,
  changeControl,
  controlsOf,
  invertStep,
} from '../../../../main/circuits/editing/gestures/modifiers'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import { resizeBox } from '../../../../main/circuits/editing/gestures/resize'
import { outermost } from '../../../../main/circuits/editing/gestures/scope'

const HEAD = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[4] q;\nbit[2] c;\n'
const textOf = (outcome: Outcome): string => {
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.document.text
}
/** The statements behind the head, after a gesture on the step at that position. */
const after = (body: string, gesture: (document: CircuitDocument) => Outcome): string => {
  const outcome = gesture(readDocument(HEAD + body))
  return outcome.kind === 'refused' ? `refused: ${outcome.reason}` : outcome.document.text.slice(HEAD.length)
}
const controlled = (body: string, change: ControlChange) =>
  after(body, document => changeControl(document, document.steps[0]!, change))
const inverse = (body: string) => after(body, document => invertStep(document, document.steps[0]!))

describe('a control of a gate', () => {
  it.each([
    ['x q[1]; // flip\n', { qubit: 0, value: 1 }, 'cx q[0], q[1]; // flip\n'],
    ['cx q[0], q[1];\n', { qubit: 2, value: 1 }, 'ccx q[0], q[2], q[1];\n'],
    ['cx q[0], q[1];\n', { qubit: 0, value: 0 }, 'negctrl @ x q[0], q[1];\n'],
    ['negctrl @ x q[0], q[1];\n', { qubit: 0, value: 1 }, 'cx q[0], q[1];\n'],
    ['ccx q[0], q[1], q[2];\n', { qubit: 0, value: null }, 'cx q[1], q[2];\n'],
    ['cp(pi/4) q[0], q[1];\n', { qubit: 0, value: null }, 'p(pi/4) q[1];\n'],
    ['if (c[0]) h q[0];\n', { qubit: 3, value: 0 }, 'if (c[0] == 1) negctrl @ h q[3], q[0];\n'],
  ] as const)('is added to %j, or removed, by %j as %j', (body, change, is) => {
    expect(controlled(body, change)).toBe(is)
  })

  it('is offered for gates, and refused for what is none, on the wire of the gate, and where the form has no word for it', () => {
    const of = (body: string) => {
      const document = readDocument(HEAD + body)
      return controlsOf(document, document.steps[0]!)
    }
    expect(of('ctrl @ cx q[2], q[0], q[1];\n')).toEqual([
      { qubit: 2, value: 1 },
      { qubit: 0, value: 1 },
    ])
    expect(of('c[0] = measure q[0];\n')).toEqual([])
    expect(controlled('c[0] = measure q[0];\n', { qubit: 1, value: 1 })).toContain('cannot be controlled')
    expect(controlled('x q[1];\n', { qubit: 1, value: 1 })).toContain('acts on that wire')
    expect(controlled('h q;\n', { qubit: 1, value: 1 })).toContain('unroll')
    const json = readDocument('{"num_qubits": 3, "instructions": [{"name": "x", "qubits": [0]}]}')
    expect(textOf(changeControl(json, json.steps[0]!, { qubit: 2, value: 1 }))).toContain(
      '{"name":"cx","qubits":[2,0]}',
    )
    expect(changeControl(json, json.steps[0]!, { qubit: 2, value: 0 })).toMatchObject({ kind: 'refused' })
  })
})

describe('the inverse of a gate', () => {
  it.each([
    ['s q[0];\n', 'sdg q[0];\n'],
    ['sx q[0];\n', 'inv @ sx q[0];\n'],
    ['inv @ sx q[0];\n', 'sx q[0];\n'],
    ['rz(pi/4) q[0];\n', 'rz(-pi/4) q[0];\n'],
    ['rz(-pi/4) q[0];\n', 'rz(pi/4) q[0];\n'],
    ['rz(1 - pi) q[0];\n', 'rz(-(1 - pi)) q[0];\n'],
    ['rz(-(1 - pi)) q[0];\n', 'rz(1 - pi) q[0];\n'],
    ['h q[0];\n', 'refused: h is its own inverse.'],
    ['reset q[0];\n', 'refused: reset has no inverse.'],
  ])('of %j is %j', (body, is) => {
    expect(inverse(body)).toBe(is)
  })

  it('of several angles, and of a gate of the program, is written as inv, and taken away again', () => {
    const body = 'gate two(t) a, b { rx(t) a; cx a, b; }\ntwo(0.5) q[0], q[1];\n'
    const inverted = inverse(body)
    expect(inverted).toBe(body.replace('two(0.5)', 'inv @ two(0.5)'))
    expect(inverse(inverted)).toBe(body)
    expect(inverse('U(1, 2, 3) q[0];\n')).toBe('inv @ U(1, 2, 3) q[0];\n')
  })
})

describe('a gate of the program with a name that objects of JavaScript have', () => {
  const NAMED = ['constructor', 'toString', 'valueOf']
  const body = (name: string) => `gate ${name} a { h a; }\n${name} q[0];\n`

  it.each(NAMED)('has controls and an inverse as any other: %s', name => {
    expect(controlled(body(name), { qubit: 1, value: 1 })).toBe(
      body(name).replace(`${name} q[0]`, `ctrl @ ${name} q[1], q[0]`),
    )
    expect(inverse(body(name))).toBe(body(name).replace(`${name} q[0]`, `inv @ ${name} q[0]`))
    expect(inverse(inverse(body(name)))).toBe(body(name))
  })

  it.each(NAMED)('is inserted without the library, which a gate of the library needs: %s', name => {
    const text = `OPENQASM 3.0;\ngate ${name} a { U(0, 0, 0) a; }\nqubit[1] q;\n`
    const inserted = (gate: string) => {
      const document = readDocument(text)
      const operation = { name: gate, params: [], controls: [], qubits: [0], clbits: [], condition: null }
      return textOf(insertOperations(document, { scope: outermost(document), operations: [operation], moment: 0 }))
    }
    expect(inserted(name)).toBe(`${text}${name} q[0];\n`)
    expect(inserted('h')).toContain('include "stdgates.inc";')
  })
})

describe('a parameter that nothing declares', () => {
  it('is refused with the offer to declare it as an input', () => {
    const document = readDocument(`${HEAD}rx(pi/2) q[0]; // turn\n`)
    const outcome = changeParameter(document, {
      step: document.steps[0]!,
      position: 0,
      expression: 't * sin(phase) / pi',
    })
    if (outcome.kind !== 'refused') throw new Error('done at once')
    expect(outcome.reason).toBe('t and phase are not declared in this circuit.')
    expect(outcome.instead?.label).toBe('Declare t and phase as input')
    const { text, program } = outcome.instead!.outcome.document
    expect(text).toContain('include "stdgates.inc";\ninput float t;\ninput float phase;\nqubit[4] q;')
    expect(text).toContain('rx(t * sin(phase) / pi) q[0]; // turn\n')
    expect(program?.inputs).toEqual(['t', 'phase'])
    expect(changeParameter(document, { step: document.steps[0]!, position: 0, expression: '1 +' })).toMatchObject({
      instead: null,
    })
    const under = readDocument(`${HEAD}ctrl @ ctrl @ rz(pi/2) q[0], q[1], q[2];\n`)
    const refusal = changeParameter(under, { step: under.steps[0]!, position: 0, expression: 'turn' })
    expect(refusal).toMatchObject({ reason: expect.stringContaining('an input cannot stand here'), instead: null })
  })
})

describe('a loop or branch', () => {
  const resized = (body: string, end: 'first' | 'last', change: 'in' | 'out', at = 0) =>
    after(body, document => resizeBox(document, { scope: outermost(document), step: document.steps[at]!, end, change }))
  const LOOP = 'h q[0];\nfor uint i in [0:1] { x q[i]; z q[0]; }\ns q[3];\ny q[1]; // last\n'

  it('takes the next gate of its wires in, and the one before', () => {
    expect(resized(LOOP, 'last', 'in', 1)).toBe(
      'h q[0];\nfor uint i in [0:1] { x q[i]; z q[0]; y q[1]; }\ns q[3];\n// last\n',
    )
    expect(resized(LOOP, 'first', 'in', 1)).toBe(
      'for uint i in [0:1] { h q[0]; x q[i]; z q[0]; }\ns q[3];\ny q[1]; // last\n',
    )
  })

  it('puts a gate out behind it or before it', () => {
    expect(resized(LOOP, 'last', 'out', 1)).toBe(
      'h q[0];\nfor uint i in [0:1] { x q[i]; }\nz q[0];\ns q[3];\ny q[1]; // last\n',
    )
    expect(resized(LOOP, 'first', 'out', 1)).toContain('refused')
    const lines = 'while (c[0]) {\n  x q[0]; // flip\n  c[0] = measure q[0];\n}\n'
    expect(resized(lines, 'last', 'out')).toBe('while (c[0]) {\n  x q[0]; // flip\n}\nc[0] = measure q[0];\n')
  })

  it('is made of a gate under a condition', () => {
    expect(resized('if (c[0]) x q[0];\nz q[0];\n', 'last', 'in')).toBe('if (c[0]) { x q[0]; z q[0]; }\n')
    expect(resized('if (c == 1) { x q[0]; }\nz q[0];\n', 'last', 'in')).toBe('if (c == 1) { x q[0]; z q[0]; }\n')
    expect(resized('z q[0];\nif (c[0]) x q[0];\n', 'first', 'in', 1)).toBe('if (c[0]) { z q[0]; x q[0]; }\n')
  })

  it('says why it cannot take in or put out', () => {
    expect(resized('if (c[0]) { x q[0]; y q[0]; } else { z q[0]; }\ns q[0];\n', 'last', 'in')).toContain('branches')
    expect(resized('for uint i in [0:1] x q[i];\n', 'last', 'out')).toContain('one gate alone')
    expect(resized('for uint i in [0:1] x q[i];\n', 'last', 'in')).toContain('no gate behind')
    expect(resized('h q[0];\n', 'last', 'in')).toContain('Only loops')
    expect(resized('for uint i in [0:1] x q[i];\nh q[3];\ncx q[3], q[0];\n', 'last', 'in')).toContain('stand between')
  })

  it('without braces gets them for a gate that is put before its own', () => {
    const document = readDocument(`${HEAD}for uint i in [0:1] x q[i];\n`)
    const body = document.steps[0]!.box!.bodies[0]!
    const operation = { name: 'z', params: [], controls: [], qubits: [0], clbits: [], condition: null }
    const scope = { steps: body.iterations[0]!, location: body.location }
    const put = (moment: number) => textOf(insertOperations(document, { scope, operations: [operation], moment }))
    expect(put(0)).toBe(`${HEAD}for uint i in [0:1] { z q[0]; x q[i]; }\n`)
    expect(put(1)).toBe(`${HEAD}for uint i in [0:1] { x q[i]; z q[0]; }\n`)
  })
})
