import { describe, expect, it } from 'vitest'
import type { CircuitDocument, DrawnStep } from '../../../../main/circuits/editing/document/model'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import {
  changeCondition,
  changeConditionText,
  changeParameter,
  changeStep,
} from '../../../../main/circuits/editing/gestures/change'
import { insertOperations } from '../../../../main/circuits/editing/gestures/insert'
import { moveStep } from '../../../../main/circuits/editing/gestures/move'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import { removeSteps } from '../../../../main/circuits/editing/gestures/remove'
import { resizeBox } from '../../../../main/circuits/editing/gestures/resize'
import { outermost, type Scope } from '../../../../main/circuits/editing/gestures/scope'
import { unrollStep } from '../../../../main/circuits/editing/gestures/unroll'
import { addWire } from '../../../../main/circuits/editing/gestures/wires'
import type { GateOperation } from '../../../../main/circuits/editing/writing/operation'

const BELL = `OPENQASM 3.0; // a pair
include "stdgates.inc";
qubit[3] q;
bit[2] c;

h q[0];   // superpose
cx q[0], q[1]; /* entangle */
rz(pi / 4) q[2];
c[0] = measure q[0];
`

const PLAIN = { params: [], controls: [], clbits: [], condition: null }
const plain = (name: string, qubits: number[], more: Partial<GateOperation> = {}): GateOperation =>
  Object.assign({ ...PLAIN, name, qubits }, more)
const textOf = (outcome: Outcome): string => {
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome.document.text
}
const reasonOf = (outcome: Outcome) => (outcome.kind === 'refused' ? outcome.reason : null)
const put = (document: CircuitDocument, moment: number, ...operations: GateOperation[]) =>
  insertOperations(document, { scope: outermost(document), operations, moment })
const stepAt = (document: CircuitDocument, id: string): DrawnStep => {
  const find = (steps: readonly DrawnStep[]): DrawnStep | undefined =>
    steps.find(step => step.id === id) ??
    steps.flatMap(({ box }) => box?.bodies.flatMap(each => each.iterations.flatMap(ran => find(ran) ?? [])) ?? [])[0]
  return find(document.steps)!
}

describe('a gate put into a program', () => {
  const document = readDocument(BELL)

  it('stands on a line of its own before the next gate of its wires', () => {
    expect(textOf(put(document, 1, plain('x', [0])))).toBe(BELL.replace('cx q[0], q[1];', 'x q[0];\ncx q[0], q[1];'))
  })

  it('stands behind all of the program where its wires are free, and after the comment of the last line', () => {
    expect(textOf(put(document, 9, plain('x', [1])))).toBe(`${BELL.trimEnd()}\nx q[1];\n`)
    const commented = readDocument(`${BELL.trimEnd()} // read\n`)
    expect(textOf(put(commented, 9, plain('x', [1])))).toBe(`${BELL.trimEnd()} // read\nx q[1];\n`)
  })

  it('stands before the end of a program that ends before its text does', () => {
    const [begun, end] = [BELL.trimEnd(), 'end; // here\n// and nothing more\n']
    const ended = readDocument(`${begun}\n${end}`)
    expect(textOf(put(ended, 9, plain('x', [1])))).toBe(`${begun}\nx q[1];\n${end}`)
    const bare = readDocument('OPENQASM 3.0;\nqubit q;\nend;\n')
    expect(textOf(put(bare, 0, plain('U', [0], { params: ['1', '2', '3'] })))).toMatch(
      /qubit q;\nU\(1, 2, 3\) q;\nend;\n$/,
    )
  })

  it.each([
    ['controls of the table by name', plain('x', [1], { controls: [{ qubit: 0, value: 1 }] }), 'cx q[0], q[1];'],
    [
      'other controls by modifiers',
      plain('rz', [2], {
        params: ['pi/2'],
        controls: [
          { qubit: 0, value: 0 },
          { qubit: 1, value: 1 },
        ],
      }),
      'negctrl @ ctrl @ rz(pi/2) q[0], q[1], q[2];',
    ],
    ['a measurement', plain('measure', [1], { clbits: [1] }), 'c[1] = measure q[1];'],
    ['a condition on one bit', plain('x', [1], { condition: { clbits: [0], value: 1 } }), 'if (c[0] == 1) x q[1];'],
    ['a condition on a register', plain('x', [1], { condition: { clbits: [0, 1], value: 2 } }), 'if (c == 2) x q[1];'],
    ['a barrier', plain('barrier', [0, 2]), 'barrier q[0], q[2];'],
  ])('is written with %s', (_, operation, statement) => {
    expect(textOf(put(document, 99, operation))).toContain(statement)
  })

  it('brings the library that its name needs, and the definition that no library holds', () => {
    const bare = readDocument('OPENQASM 3.0;\nqubit[2] q;\n')
    expect(textOf(put(bare, 0, plain('h', [0])))).toBe('OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[2] q;\nh q[0];\n')
    expect(textOf(put(bare, 0, plain('iswap', [0, 1])))).toMatch(/include.*\ngate iswap a, b \{ .* \}\nqubit/)
  })

  it('is refused where the form of the text cannot say it, with the reason', () => {
    const old = readDocument('OPENQASM 2.0;\ninclude "qelib1.inc";\nqreg q[4];\ncreg c[2];\nh q[0];\n')
    const under = plain('h', [3], { controls: [0, 1, 2].map(qubit => ({ qubit, value: 1 as const })) })
    expect(reasonOf(put(old, 0, under))).toContain('OpenQASM 2 has no gate')
    expect(reasonOf(put(old, 0, plain('x', [1], { condition: { clbits: [0], value: 1 } })))).toContain('whole')
    expect(textOf(put(old, 0, plain('x', [1], { condition: { clbits: [0, 1], value: 3 } })))).toContain(
      'if (c == 3) x q[1];',
    )
  })
})

describe('a gate moved', () => {
  const document = readDocument(BELL)
  const move = (id: string, operands: number[], moment: number | null) =>
    moveStep(document, { scope: outermost(document), step: stepAt(document, id), operands, moment })

  it('to another wire changes its operand and nothing else', () => {
    expect(textOf(move('0', [2], null))).toBe(BELL.replace('h q[0];', 'h q[2];'))
    expect(textOf(move('1', [0, 2], null))).toBe(BELL.replace('cx q[0], q[1];', 'cx q[0], q[2];'))
  })

  it('to another column takes its statement there, and leaves comments where they are', () => {
    expect(textOf(move('2', [1], 1))).toBe(
      BELL.replace('rz(pi / 4) q[2];\n', '').replace('cx q[0]', 'rz(pi / 4) q[1];\ncx q[0]'),
    )
    expect(textOf(move('0', [0], 2))).toBe(
      BELL.replace('h q[0];   // superpose\n', '// superpose\n').replace('c[0] =', 'h q[0];\nc[0] ='),
    )
  })

  it('takes its outcome to another bit', () => {
    const moved = { scope: outermost(document), step: stepAt(document, '3'), operands: [0], clbit: 1, moment: null }
    expect(textOf(moveStep(document, moved))).toBe(BELL.replace('c[0] = measure', 'c[1] = measure'))
  })

  it('is refused where one statement stands for many, with the offer to unroll it', () => {
    const many = readDocument('OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[2] q;\nh q;\n')
    const moved = moveStep(many, { scope: outermost(many), step: many.steps[0]!, operands: [1, 0], moment: null })
    expect(moved).toMatchObject({ kind: 'refused', unroll: '0' })
    expect(textOf(unrollStep(many, many.steps[0]!))).toContain('h q[0];\nh q[1];')
  })
})

describe('steps taken away', () => {
  const document = readDocument(BELL)
  const without = (...ids: string[]) =>
    textOf(
      removeSteps(
        document,
        outermost(document),
        ids.map(id => stepAt(document, id)),
      ),
    )

  it('take their lines with them, and leave comments', () => {
    expect(without('2')).toBe(BELL.replace('rz(pi / 4) q[2];\n', ''))
    expect(without('0', '1')).toBe(
      BELL.replace('h q[0];   // superpose', '// superpose').replace('cx q[0], q[1]; /*', '/*'),
    )
  })

  it('leave others on the same line', () => {
    const line = readDocument('OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit q; x q; y q; z q;\n')
    expect(textOf(removeSteps(line, outermost(line), [line.steps[1]!]))).toContain('qubit q; x q; z q;')
  })
})

describe('a step changed in place', () => {
  const document = readDocument(BELL)

  it('takes another parameter as it is typed', () => {
    expect(
      textOf(changeParameter(document, { step: stepAt(document, '2'), position: 0, expression: 'sin(0.5) * pi' })),
    ).toBe(BELL.replace('pi / 4', 'sin(0.5) * pi'))
    expect(
      reasonOf(changeParameter(document, { step: stepAt(document, '2'), position: 0, expression: 'nonsense' })),
    ).toContain('nonsense')
    expect(
      reasonOf(changeParameter(document, { step: stepAt(document, '2'), position: 0, expression: ' ' })),
    ).toContain('needs a value')
  })

  it('takes another gate', () => {
    expect(textOf(changeStep(document, stepAt(document, '0'), plain('sx', [0])))).toBe(
      BELL.replace('h q[0]', 'sx q[0]'),
    )
  })

  it('takes a condition, another, and none', () => {
    const step = stepAt(document, '2')
    const conditioned = changeCondition(document, step, { clbits: [1], value: 0 })
    expect(textOf(conditioned)).toContain('if (c[1] == 0) rz(pi / 4) q[2];')
    const after = readDocument(textOf(conditioned))
    expect(textOf(changeConditionText(after, after.steps[2]!, 'c[0]'))).toContain('if (c[0]) rz(pi / 4) q[2];')
    expect(textOf(changeCondition(after, after.steps[2]!, null))).toBe(BELL)
  })
})

describe('boxes', () => {
  const text = `OPENQASM 3.0;
include "stdgates.inc";
gate pair(t) a, b { h a; ctrl @ rz(t) a, b; }
qubit[5] q;
bit[2] c;
for uint i in [0:2] {
  h q[i]; // each
  cx q[i], q[3];
}
pair(pi/3) q[0], q[1];
if (c == 1) { x q[0]; z q[1]; }
`
  const document = readDocument(text)
  const loop = stepAt(document, '0')
  const body: Scope = { steps: loop.box!.bodies[0]!.iterations[1]!, location: loop.box!.bodies[0]!.location }

  it('list what is in them iteration by iteration', () => {
    expect(loop.box).toMatchObject({ kind: 'for', title: 'for uint i in [0:2]', values: [0, 1, 2] })
    expect(loop.box!.bodies[0]!.iterations.map(iteration => iteration.map(({ qubits }) => qubits))).toEqual([
      [[0], [0, 3]],
      [[1], [1, 3]],
      [[2], [2, 3]],
    ])
    expect(document.definitions[0]).toMatchObject({ name: 'pair', params: ['t'], qubits: ['a', 'b'] })
    expect(document.definitions[0]!.steps[1]!.gates[0]).toMatchObject({ name: 'rz', qubits: [1] })
  })

  it('are edited inside for all iterations', () => {
    const inside = insertOperations(document, { scope: body, operations: [plain('t', [3])], moment: 1 })
    expect(textOf(inside)).toBe(text.replace('  cx q[i], q[3];', '  t q[3];\n  cx q[i], q[3];'))
    expect(textOf(removeSteps(document, body, [body.steps[0]!]))).toBe(text.replace('h q[i]; // each', '// each'))
    const moved = moveStep(document, { scope: body, step: body.steps[1]!, operands: [1, 4], moment: null })
    expect(reasonOf(moved)).toBeNull()
    expect(moved.kind === 'edited' && moved.document.text).toBe(text.replace('cx q[i], q[3];', 'cx q[i], q[4];'))
  })

  it('are not written out where a measurement decides how often they run, with inputs or without', () => {
    for (const input of ['', 'input float theta;\n']) {
      const text = `OPENQASM 3.0;\n${input}qubit q;\nbit c;\nwhile (c == 0) { c = measure q; }\n`
      const document = readDocument(text)
      expect(reasonOf(unrollStep(document, document.steps[0]!))).toContain('known only when the circuit runs')
    }
  })

  it('are written out before what follows on their line, behind a comment in them', () => {
    const text = 'OPENQASM 3.0;\nqubit q;\nfor uint i in [0:1] { reset q; // again\n} reset q;\n'
    const document = readDocument(text)
    expect(textOf(unrollStep(document, document.steps[0]!))).toBe(
      'OPENQASM 3.0;\nqubit q;\nreset q; // again\nreset q; // again\n reset q;\n',
    )
  })

  it('refuse a move that one iteration alone would need, and offer to unroll', () => {
    const moved = moveStep(document, { scope: body, step: body.steps[0]!, operands: [2], moment: null })
    expect(moved).toMatchObject({ kind: 'refused', unroll: '0' })
  })

  it('are written out iteration by iteration, by their body, and by single conditions', () => {
    const unrolled = textOf(unrollStep(document, loop))
    expect(unrolled).toContain('h q[0]; // each\n  cx q[0], q[3];')
    expect(unrolled).toContain('h q[2]; // each\n  cx q[2], q[3];')
    expect(textOf(unrollStep(document, stepAt(document, '1')))).toContain('h q[0];\nctrl @ rz((pi/3)) q[0], q[1];')
    expect(textOf(unrollStep(document, stepAt(document, '2')))).toContain(
      'if (c == 1) { x q[0]; }\nif (c == 1) { z q[1]; }',
    )
  })

  it('hold the bound that is written before a loop, so that both go, and nothing comes between them', () => {
    const head = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit q;\nbit c;\nc = measure q;\n'
    const bounded = '@max_iterations 7 // at most\n// again\n@note { it\nwhile (c == 1) { h q; c = measure q; }\n'
    const looped = readDocument(`${head}${bounded}x q;\n`)
    const bound = looped.steps[1]!
    expect(bound.box).toMatchObject({ kind: 'while', title: 'while (c == 1)' })
    expect(textOf(removeSteps(looped, outermost(looped), [bound]))).toBe(`${head}x q;\n`)
    expect(textOf(put(looped, 1, plain('z', [0])))).toBe(`${head}z q;\n${bounded}x q;\n`)
    const nested = readDocument(`${head}if (c == 1) {\n${bounded}}\n`)
    expect(nested.steps[1]!.box!.bodies[0]!.location).toMatchObject({ kind: 'braces' })
  })

  it('go with their annotations, whatever these hold, and leave pragmas where they are', () => {
    const head = '#pragma of all\n@size [9\nqubit[2] q;\nbit c;\n'
    const lines = ['h q[0];', '@note "it { // and\n@twice\nrx(0.5) q[0];', '@if\nif (c == 1) { @inner\n  z q[1]; }']
    const text = `${head}#pragma before\n${lines.join('\n')}\n`
    const noted = readDocument(`OPENQASM 3.0;\ninclude "stdgates.inc";\n${text}`)
    const [, turn, asked] = noted.steps as [DrawnStep, DrawnStep, DrawnStep]
    const rest = (outcome: Outcome) => textOf(outcome).slice(noted.text.length - text.length)
    expect(asked.condition).toMatchObject({ text: 'c == 1' })
    expect(rest(removeSteps(noted, outermost(noted), [turn]))).toBe(text.replace(`${lines[1]}\n`, ''))
    expect(rest(removeSteps(noted, outermost(noted), noted.steps))).toBe(`${head}#pragma before\n`)
    expect(rest(put(noted, 1, plain('x', [0])))).toBe(text.replace('@note', 'x q[0];\n@note'))
    const moved = moveStep(noted, { scope: outermost(noted), step: turn, operands: [0], moment: 0 })
    expect(rest(moved)).toBe(`${head}#pragma before\n${lines[1]}\n${lines[0]}\n${lines[2]}\n`)
    expect(rest(changeParameter(noted, { step: turn, position: 0, expression: 'pi' }))).toBe(text.replace('0.5', 'pi'))
    expect(rest(changeStep(noted, turn, plain('sx', [1])))).toBe(text.replace('rx(0.5) q[0]', 'sx q[1]'))
    expect(rest(changeCondition(noted, asked, null))).toBe(text.replace('if (c == 1) { @inner\n  z q[1]; }', 'z q[1];'))
    const takenIn = { scope: outermost(noted), step: asked, end: 'first', change: 'in' } as const
    expect(rest(resizeBox(noted, takenIn))).toBe(
      `${head}#pragma before\n${lines[0]}\n@if\nif (c == 1) { ${lines[1]} @inner\n  z q[1]; }\n`,
    )
    expect(rest(addWire(noted, 'qubit', 'q'))).toBe(text.replace('qubit[2]', 'qubit[3]'))
  })
})
