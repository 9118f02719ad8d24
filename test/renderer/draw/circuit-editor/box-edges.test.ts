import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CircuitDocument } from '../../../../main/circuits/editing/document/model'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import type { Outcome } from '../../../../main/circuits/editing/gestures/outcome'
import { resizeBox } from '../../../../main/circuits/editing/gestures/resize'
import { outermost } from '../../../../main/circuits/editing/gestures/scope'
import { columnsDrawn, edgeAt, edgeDragged, stepsMovedIn } from '../../../../renderer/src/draw/circuit-editor/box-edges'
import { gridOf } from '../../../../renderer/src/draw/circuit-editor/cells'

const HEAD = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[4] q;\nbit[2] c;\n'
const PROGRAM = `${HEAD}h q[0]; // first
x q[1];
for uint i in [0:1] {
  x q[1]; // held
  cx q[0], q[1];
  z q[0];
}
y q[0]; // behind
s q[1];
t q[3];
h q[0];
`
const drawn = (document: CircuitDocument) => ({
  document,
  scope: outermost(document),
  grid: gridOf(document.steps, document.qubits.length),
})
const boxIn = ({ document, grid }: ReturnType<typeof drawn>) => {
  const placed = grid.placed.find(({ step }) => step.box !== null)!
  return { placed, step: placed.step, index: document.steps.indexOf(placed.step) }
}
type Edge = { readonly end: 'first' | 'last'; readonly columns: number; readonly wire: number }
const dragged = (text: string, edge: Edge) => {
  const drawing = drawn(readDocument(text))
  return edgeDragged(drawing, { placed: boxIn(drawing).placed, ...edge })
}
const textOf = (outcome: Outcome | null): string => {
  if (outcome?.kind !== 'edited') throw new Error(outcome?.reason ?? 'nothing was passed')
  return outcome.document.text
}

describe('an edge of a loop', () => {
  it('takes in all that it passes, in its order, with the comments left where they are', () => {
    expect(textOf(dragged(PROGRAM, { end: 'last', columns: 2, wire: 0 }))).toBe(
      PROGRAM.replace('  z q[0];\n', '  z q[0];\n  y q[0];\n  s q[1];\n  h q[0];\n').replace(
        '\n}\ny q[0]; // behind\ns q[1];\nt q[3];\nh q[0];\n',
        '\n}\n// behind\nt q[3];\n',
      ),
    )
    expect(textOf(dragged(PROGRAM, { end: 'first', columns: 1, wire: 1 }))).toBe(
      PROGRAM.replace('h q[0]; // first\nx q[1];\n', '// first\n').replace(
        '  x q[1]; // held',
        '  h q[0];\n  x q[1];\n  x q[1]; // held',
      ),
    )
  })

  it('puts one out for each column, and keeps one', () => {
    const two = PROGRAM.replace('  cx q[0], q[1];\n  z q[0];\n}\n', '}\ncx q[0], q[1];\nz q[0];\n')
    expect(textOf(dragged(PROGRAM, { end: 'last', columns: -2, wire: 0 }))).toBe(two)
    expect(textOf(dragged(PROGRAM, { end: 'last', columns: -9, wire: 0 }))).toBe(two)
    expect(dragged(two, { end: 'last', columns: -1, wire: 0 })).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/one gate alone/),
    })
  })

  it('takes in what stands between the box and the pointer on other wires', () => {
    const apart = `${HEAD}z q[2];\nfor uint i in [0:1] { x q[0]; }\nh q[0];\ny q[2];\n`
    expect(textOf(dragged(apart, { end: 'last', columns: 1, wire: 0 }))).toContain('{ x q[0]; h q[0]; }')
    expect(textOf(dragged(apart, { end: 'last', columns: 1, wire: 2 }))).toContain('{ x q[0]; h q[0]; y q[2]; }')
  })

  it('says why it stays where others stand between, and does nothing where nothing is passed', () => {
    const measured = `${HEAD}for uint i in [0:1] { x q[0]; }\nc[0] = measure q[2];\nif (c[0]) x q[3];\nif (c[0]) x q[0];\n`
    expect(dragged(measured, { end: 'last', columns: 2, wire: 0 })).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/change their order/),
    })
    expect(dragged(`${HEAD}for uint i in [0:1] { x q[0]; }\n`, { end: 'last', columns: 3, wire: 3 })).toBeNull()
  })

  it('is taken hold of at the sides of loops, branches and gates under a condition, and drawn from column to column', () => {
    const { document, grid } = drawn(readDocument(PROGRAM))
    const { placed, step } = boxIn({ ...drawn(document), grid })
    expect([0.1, 0.5, 0.9].map(at => edgeAt(document, { step, at, reach: 0.2 }))).toEqual(['first', null, 'last'])
    expect(edgeAt(document, { step: document.steps[0]!, at: 0.1, reach: 0.2 })).toBeNull()
    expect([1.1, 2.4, 2.6, 3.6].map(place => columnsDrawn({ ...placed, moment: 1 }, 'last', place))).toEqual([
      -1, 0, 1, 2,
    ])
    expect([-0.6, 0.4, 1.2, 1.6].map(place => columnsDrawn({ ...placed, moment: 1 }, 'first', place))).toEqual([
      2, 1, 0, -1,
    ])
  })

  const plain = fc.constantFrom(
    'h q[0];',
    'x q[1]; // it',
    'cx q[0], q[1];',
    'rz(0.5) q[2];',
    'ccx q[0], q[1], q[2];',
    '@note\nz q[3];',
  )
  const list = (minLength: number) => fc.array(plain, { minLength, maxLength: 6 })
  const programs = fc
    .tuple(list(0), list(1), list(0))
    .map(([ahead, held, behind]) =>
      [HEAD.trimEnd(), ...ahead, 'for uint i in [0:1] {', ...held, '}', ...behind, ''].join('\n'),
    )
  const edges = fc.record({
    end: fc.constantFrom('first' as const, 'last' as const),
    columns: fc.integer({ min: -4, max: 4 }),
    wire: fc.nat(3),
  })

  it('leaves each statement in the program once, and moves as the keys do one by one', () => {
    fc.assert(
      fc.property(programs, edges, (text, edge) => {
        const before = drawn(readDocument(text))
        const outcome = dragged(text, edge)
        if (outcome?.kind !== 'edited') return
        expect(outcome.document.faults).toEqual([])
        const words = (all: string) => all.split(/\s+/).sort()
        expect(words(outcome.document.text)).toEqual(words(text))
        const { placed } = boxIn(before)
        const count =
          edge.columns < 0
            ? Math.min(-edge.columns, placed.step.box!.bodies[0]!.iterations[0]!.length - 1)
            : stepsMovedIn(before.grid, { placed, ...edge }).length
        const keyed = byKeys(before.document, edge, count)
        // Among steps on other wires, the keys take the nearest one in the text.
        if (keyed?.text === outcome.document.text || edge.columns > 0) return
        expect(keyed?.circuit).toEqual(outcome.document.circuit)
      }),
      { numRuns: 150 },
    )
  })
})

/** The document after `count` presses of Alt and an arrow, one for each step. */
function byKeys(document: CircuitDocument, { end, columns }: Edge, count: number): CircuitDocument | null {
  if (count === 0) return document
  const scope = outermost(document)
  const step = document.steps.find(({ box }) => box !== null)!
  const outcome = resizeBox(document, { scope, step, end, change: columns < 0 ? 'out' : 'in' })
  return outcome.kind === 'edited' ? byKeys(outcome.document, { end, columns, wire: 0 }, count - 1) : null
}
