/** Programs on qubits of a device, which has many more than they use. */
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { insertOperations } from '../../../../main/circuits/editing/gestures/insert'
import { moveStep } from '../../../../main/circuits/editing/gestures/move'
import { outermost } from '../../../../main/circuits/editing/gestures/scope'
import { gridOf } from '../../../../renderer/src/draw/circuit-editor/cells'
import { viewOf } from '../../../../renderer/src/draw/circuit-editor/editor-view'
import { stateQuestion } from '../../../../renderer/src/draw/circuit-state/state-question'

const TEXT = `OPENQASM 3.0;
include "stdgates.inc";
bit[2] c;
def flip(qubit a) { x a; }
h $17;
cx $17, $34; // the pair
if (c[0]) { ctrl @ z $34, $5; }
flip($5);
c[0] = measure $17;
`

const document = readDocument(TEXT)
const scope = outermost(document)

describe('a program on physical qubits', () => {
  it('is drawn on those that it uses', () => {
    expect(document.qubits.map(({ name }) => name)).toEqual(['$5', '$17', '$34'])
    expect(document.steps.map(({ qubits }) => qubits)).toEqual([[1], [1, 2], [0, 2], [0], [1]])
    expect(document.steps[1]!.gates[0]!.qubits).toEqual([1, 2])
    const [branch] = document.steps[2]!.box?.bodies[0]?.iterations[0] ?? [document.steps[2]!]
    expect(branch!.gates[0]!.controls).toEqual([{ qubit: 2, value: 1 }])
    expect([...(document.steps[3]!.box?.given?.keys() ?? [])]).toEqual([0])
  })

  it('is edited on the qubits that it names', () => {
    const [, pair] = document.steps
    const moved = moveStep(document, { scope, step: pair!, operands: [1, 0], moment: null })
    expect(moved).toMatchObject({ kind: 'edited', document: { text: TEXT.replace('cx $17, $34;', 'cx $17, $5;') } })
    const operation = { name: 'x', params: [], controls: [], qubits: [2], clbits: [], condition: null, powers: [] }
    const put = insertOperations(document, { scope, operations: [operation], moment: 9 })
    expect(put).toMatchObject({ document: { text: expect.stringContaining('x $34;') } })
  })

  it('has the state of those qubits', () => {
    const view = viewOf(document, [])
    const grid = gridOf(view.scope.steps, document.qubits.length)
    const asked = stateQuestion({ view, grid, moment: grid.depth, held: [], parameters: {} })
    const { request } = (asked as Extract<typeof asked, { question: unknown }>).question
    expect(request.circuit.num_qubits).toBe(3)
    expect(request.circuit.instructions[1]).toMatchObject({ name: 'cx', qubits: [1, 2] })
  })
})
