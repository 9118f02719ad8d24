import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../main/circuits/editing/document/read-document'
import { circuitState } from '../../../../main/simulation/live/circuit-state'
import { gridOf } from '../../../../renderer/src/draw/circuit-editor/cells'
import { type Opened, viewOf } from '../../../../renderer/src/draw/circuit-editor/editor-view'
import {
  basisRows,
  complexText,
  degreesText,
  hueOf,
  oneText,
  projected,
  qubitText,
} from '../../../../renderer/src/draw/circuit-state/figures'
import { stateQuestion } from '../../../../renderer/src/draw/circuit-state/state-question'

const HEAD = 'OPENQASM 3.0; include "stdgates.inc"; qubit[2] q; bit[2] c;'
function asked(text: string, moment = 99, more: { opened?: Opened[]; held?: never[]; parameters?: object } = {}) {
  const view = viewOf(readDocument(text), more.opened ?? [])
  const grid = gridOf(view.scope.steps, view.document.qubits.length)
  return stateQuestion({ view, grid, moment, held: more.held ?? [], parameters: { ...more.parameters } })
}
const names = (answer: ReturnType<typeof asked>) =>
  'question' in answer
    ? answer.question.request.circuit.instructions.map(({ name, qubits }) => `${name}${qubits}`).join(' ')
    : answer.reason

describe('the question for a state', () => {
  it('holds what stands in earlier moments, in the order of the text', () => {
    const text = `${HEAD} h q[0]; x q[0]; z q[1]; cx q[0], q[1];`
    expect([0, 1, 2, 3].map(moment => names(asked(text, moment)))).toEqual(['', 'h0 z1', 'h0 x0 z1', 'h0 x0 z1 cx0,1'])
  })

  it('holds the iterations before the one that is open, and what stands before the box', () => {
    const text = `${HEAD} h q[0]; for uint i in [0:1] { x q[i]; y q[i]; } z q[1];`
    const opened: Opened[] = [{ kind: 'body', step: '1', body: 0, iteration: 1 }]
    expect(names(asked(text, 1, { opened }))).toBe('h0 x0 y0 x1')
  })

  it.each([
    ['faults', `${HEAD} h q[7];`, {}],
    ['Give a value for a', 'OPENQASM 3.0; include "stdgates.inc"; input float a; qubit q; rx(a) q;', {}],
    [
      'a loop that measurements decide',
      `${HEAD} c[0] = measure q[0]; while (c[0] == 1) { x q[0]; c[0] = measure q[0]; }`,
      { opened: [{ kind: 'body' as const, step: '1', body: 0, iteration: 0 }] },
    ],
    [
      'no state by itself',
      `${HEAD} gate mine a { h a; } mine q[0];`,
      { opened: [{ kind: 'definition' as const, name: 'mine' }] },
    ],
  ])('is not asked, with the reason: %s', (reason, text, more) => {
    expect(names(asked(text, 1, more))).toContain(reason)
  })

  it('pins a measurement only while it is there', () => {
    const held = [{ instruction: 1, position: 0, qubit: 0, outcome: 1 as const }] as never[]
    const pinned = (text: string, moment?: number) => {
      const answer = asked(text, moment, { held })
      return 'question' in answer ? answer.question.request.pinned : null
    }
    const text = `${HEAD} h q[0]; c[0] = measure q[0];`
    expect(pinned(text)).toEqual([{ instruction: 1, position: 0, outcome: 1 }])
    expect(pinned(text, 1)).toEqual([])
    expect(pinned(`${HEAD} h q[0]; c[0] = measure q[1];`)).toEqual([])
  })
})

describe('the figures of a state', () => {
  const instructions = [
    { name: 'h', qubits: [0] },
    { name: 's', qubits: [0] },
    { name: 'x', qubits: [1] },
  ]
  const state = circuitState({ circuit: { num_qubits: 2, instructions } }, () => undefined)

  it('list basis states with size and phase, by value or by probability', () => {
    const rows = basisRows(state, false)
    expect(rows.map(({ ket }) => ket)).toEqual(['|10⟩', '|11⟩'])
    expect(rows.map(({ amplitude }) => degreesText(amplitude!.degrees))).toEqual(['0°', '90°'])
    const uneven = { ...state, probabilities: [0.1, 0, 0.9, 0], amplitudes: null }
    expect(basisRows(uneven, true).map(({ ket }) => ket)).toEqual(['|10⟩', '|00⟩'])
  })

  it('are written with their signs', () => {
    expect(complexText(0.5, -Math.SQRT1_2)).toBe('0.5 − 0.707i')
    expect(complexText(0, -1)).toBe('−1i')
    expect(complexText(-1, 0)).toBe('−1')
    expect([hueOf(-90), hueOf(180)]).toEqual([270, 180])
  })

  it('say of each wire how probable 1 is there, without rounding', () => {
    expect(state.qubit_states.map(oneText)).toEqual(['50 %', '100 %'])
    expect([1, 1 + 1e-13, 0.5].map(z => oneText({ z }))).toEqual(['0 %', '0 %', '25 %'])
    expect(qubitText('q[0]', state.qubit_states[0]!)).toBe('q[0]: 1 with 50 %, Bloch vector (0, 1, 0) of length 1')
  })

  it('put |0⟩ at the top of the sphere and +Y at the right', () => {
    expect(projected({ x: 0, y: 0, z: 1 })).toEqual({ across: 0, down: -1 })
    expect(projected({ x: 0, y: 1, z: 0 }).across).toBe(1)
  })
})
