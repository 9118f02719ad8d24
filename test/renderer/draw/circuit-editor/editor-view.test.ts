import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { insertOperations } from '../../../../main/circuits/editing/gestures/insert'
import { moveStep } from '../../../../main/circuits/editing/gestures/move'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import {
  gridOf,
  operandsDrawn,
  shifted,
  stepAt,
  stepsBetween,
} from '../../../../renderer/src/draw/circuit-editor/cells'
import { openingOf, stepsAtCursor, viewOf } from '../../../../renderer/src/draw/circuit-editor/editor-view'
import { gateOfKey, operationAt, PALETTE } from '../../../../renderer/src/draw/circuit-editor/palette'

const document = readDocument(`OPENQASM 3.0;
include "stdgates.inc";
gate pair a, b { h a; cx a, b; }
qubit[3] q;
bit[1] c;
h q[0];
for uint i in [0:1] { x q[i]; }
pair q[0], q[2];
negctrl @ x q[0], q[1];
c[0] = measure q[0];
`)

describe('what is open in the drawing', () => {
  it('is the circuit, an iteration of a loop, or the body of a gate on its own qubits', () => {
    const [, loop, call] = document.steps
    const inLoop = viewOf(document, [{ ...openingOf(document, loop!)!, iteration: 1 } as never])
    expect(inLoop).toMatchObject({ trail: ['for uint i in [0:1], iteration 2 of 2'], iteration: { now: 1, count: 2 } })
    expect(inLoop.scope.steps.map(({ qubits }) => qubits)).toEqual([[1]])
    const inGate = viewOf(document, [openingOf(document, call!)!])
    expect(inGate.document.qubits.map(({ name }) => name)).toEqual(['a', 'b'])
    const more = insertOperations(inGate.document, {
      scope: inGate.scope,
      operations: [operationAt('z', 1, { qubits: 2 })!],
      moment: 9,
    })
    expect(more.kind === 'edited' && more.document.text).toContain('{ h a; cx a, b; z b; }')
  })

  it('is the body of a subroutine on what it was given, for all of its calls', () => {
    const flip = 'def flip(qubit a, qubit[2] b) -> bit {\n  cx a, b[1]; // copy\n  return measure b[1];\n}\n'
    const program = readDocument(
      `OPENQASM 3.0;\ninclude "stdgates.inc";\n${flip}qubit[4] q;\nbit[2] c;\nc[0] = flip(q[0], q[1:2]);\nc[1] = flip(q[3], q[0:1]);\n`,
    )
    const [, call] = program.steps
    const { document, scope } = viewOf(program, [openingOf(program, call!)!])
    expect(document.qubits.map(({ name }) => name)).toEqual(['b[0]', 'b[1]', 'q[2]', 'a'])
    const textOf = (outcome: Outcome) => (outcome.kind === 'edited' ? outcome.document.text : outcome.reason)
    const put = (name: string, wire: number, moment: number) =>
      textOf(insertOperations(document, { scope, operations: [operationAt(name, wire, { qubits: 4 })!], moment }))
    const first = program.text.replace('  cx a', '  z a;\n  cx a')
    expect(put('z', 3, 0)).toBe(first)
    expect(put('z', 1, 9)).toBe(program.text.replace('  return', '  z b[1];\n  return'))
    expect(put('z', 2, 0)).toBe('q[2] is not given to this subroutine: its body acts on its own parameters only.')
    const measurement = operationAt('measure', 3, { qubits: 4, bit: 0 })!
    expect(textOf(insertOperations(document, { scope, operations: [measurement], moment: 0 }))).toMatch(
      /^c\[0\] is not given/,
    )
    const move = (operands: number[]) =>
      textOf(moveStep(document, { scope, step: scope.steps[0]!, operands, moment: null }))
    expect(move([1, 3])).toBe(program.text.replace('cx a, b[1]', 'cx b[1], a'))
    expect(move([2, 1])).toMatch(/^q\[2\] is not given/)
  })

  it('stays as far open as the edited text allows', () => {
    expect(viewOf(document, [{ kind: 'definition', name: 'gone' }])).toMatchObject({ depth: 0, trail: [] })
    expect(openingOf(document, document.steps[0]!)).toBeNull()
  })
})

describe('cells of the drawing', () => {
  const grid = gridOf(document.steps, 3)

  it('hold the step that is drawn over them', () => {
    expect(stepAt(grid, { wire: 0, moment: 0 })?.step).toBe(document.steps[0])
    expect(stepAt(grid, { wire: 1, moment: 2 })?.step).toBe(document.steps[2])
    expect(stepAt(grid, { wire: 2, moment: 0 })).toBeNull()
    expect(stepsBetween(grid, { wire: 2, moment: 2 }, { wire: 0, moment: 0 })).toEqual(document.steps.slice(0, 3))
  })

  it('show controls, open ones and targets', () => {
    expect(operandsDrawn(document.steps[3]!.gates[0]!)).toEqual([
      { wire: 0, look: 'open control' },
      { wire: 1, look: 'target' },
    ])
    expect(shifted([0, 2], 1, 3)).toBeNull()
    expect(shifted([0, 1], 1, 3)).toEqual([1, 2])
  })
})

describe('gates of the palette', () => {
  it('are all of the gate table, once each, each with its key', () => {
    const names = PALETTE.flatMap(({ gates }) => gates.map(({ name }) => name))
    expect(new Set(names).size).toBe(names.length)
    for (const { name, key } of PALETTE.flatMap(({ gates }) => gates)) if (key) expect(gateOfKey(key)).toBe(name)
  })

  it('find wires for all their qubits, or say that there are none', () => {
    expect(operationAt('cx', 2, { qubits: 3 })?.qubits).toEqual([1, 2])
    expect(operationAt('ccx', 0, { qubits: 2 })).toBeNull()
    expect(operationAt('u', 0, { qubits: 1 })?.params).toHaveLength(3)
    const { definitions } = readDocument('OPENQASM 3.0;\ngate constructor(t) a, b { U(t, 0, 0) a; }\nqubit[2] q;\n')
    expect(operationAt('constructor', 0, { qubits: 2, definitions })).toMatchObject({
      qubits: [0, 1],
      params: ['pi/2'],
    })
    expect(operationAt('constructor', 0, { qubits: 2 })).toMatchObject({ qubits: [0], params: [] })
    // Under controls, gates go on the wire that was meant, also on the last one, and around the controls.
    expect(operationAt('x', 1, { qubits: 2, controls: [{ qubit: 0, value: 1 }] })?.qubits).toEqual([1])
    expect(operationAt('swap', 0, { qubits: 3, controls: [{ qubit: 1, value: 1 }] })?.qubits).toEqual([0, 2])
    expect(operationAt('swap', 2, { qubits: 3, controls: [{ qubit: 1, value: 1 }] })?.qubits).toEqual([0, 2])
    expect(operationAt('swap', 1, { qubits: 2, controls: [{ qubit: 0, value: 1 }] })).toBeNull()
    // A wire that the gate acts on does not control it.
    const held = [{ qubit: 0, value: 1 } as const, { qubit: 2, value: 0 } as const]
    expect(operationAt('x', 0, { qubits: 3, controls: held })?.controls).toEqual([{ qubit: 2, value: 0 }])
  })
})

describe('the steps that the cursor of the text is at', () => {
  const text = [
    'OPENQASM 3.0;',
    'include "stdgates.inc";',
    'qubit[2] q; // two',
    '  h q[0];  x q[1]; // both',
    '// alone',
    'for uint i in [0:1] { y q[i]; } // passes',
    '',
  ].join('\r\n')
  const program = readDocument(text)
  const at = (words: string, view = viewOf(program, [])) =>
    stepsAtCursor(view, text.indexOf(words)).map(({ span }) => text.slice(span.start, span.end))

  it('are those whose statement it is in, or whose line, the one before it first', () => {
    expect(at('q[0]')).toEqual(['h q[0];'])
    expect(at('  h q[0]')).toEqual(['h q[0];'])
    expect(at(' x q[1]')).toEqual(['h q[0];'])
    expect(at('both')).toEqual(['x q[1];'])
    expect(at('passes')).toEqual(['for uint i in [0:1] { y q[i]; }'])
  })

  it('are none in a line without them', () => {
    expect(at('two')).toEqual([])
    expect(at('alone')).toEqual([])
    expect(stepsAtCursor(viewOf(program, []), text.length)).toEqual([])
    expect(stepsAtCursor(viewOf(readDocument(''), []), 0)).toEqual([])
  })

  it('are those of the body that is open', () => {
    const loop = viewOf(program, [openingOf(program, program.steps.at(-1)!)!])
    expect(at('passes', loop)).toEqual(['y q[i];'])
    expect(at('uint', loop)).toEqual(['y q[i];'])
  })
})
