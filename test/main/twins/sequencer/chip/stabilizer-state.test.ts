import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StabilizerState } from '../../../../../main/twins/sequencer/chip/stabilizer-state'
import { tableau } from '../rig'

const QUBITS = 4
const qubit = fc.nat(QUBITS - 1)
const gate = fc.oneof(
  fc.record({ op: fc.constantFrom('x90' as const, 'flip' as const, 'measure' as const, 'reset' as const), q: qubit }),
  fc.record({ op: fc.constant('turn' as const), q: qubit, quarters: fc.nat(3) }),
  fc
    .tuple(qubit, fc.nat(QUBITS - 2))
    .map(([q, other]) => ({ op: 'cz' as const, q, other: other >= q ? other + 1 : other })),
)

describe('the noiseless state', () => {
  it('has the outcomes of the tableau whose random outcomes are 0', () => {
    fc.assert(
      fc.property(fc.array(gate, { maxLength: 40 }), gates => {
        const [state, judge] = [StabilizerState.zeros(QUBITS), tableau(QUBITS)]
        for (const each of gates) {
          if (each.op === 'measure') expect(state.measure(each.q)).toBe(judge.measure(each.q))
          else if (each.op === 'reset') {
            state.reset(each.q)
            if (judge.measure(each.q) === 1) judge.x(each.q)
          } else if (each.op === 'cz') {
            state.cz(each.q, each.other)
            judge.cz(each.q, each.other)
          } else if (each.op === 'turn') {
            state.turn(each.q, each.quarters)
            for (let i = 0; i < each.quarters; i++) judge.s(each.q)
          } else if (each.op === 'flip') {
            state.flip(each.q)
            judge.x(each.q)
          } else {
            state.x90(each.q)
            judge.h(each.q)
            judge.s(each.q)
            judge.h(each.q)
          }
        }
      }),
    )
  })

  it('is the same however it was made, and another with another sign', () => {
    const [one, two] = [StabilizerState.zeros(2), StabilizerState.zeros(2)]
    for (const state of [one, two]) {
      state.x90(0)
      state.cz(0, 1)
    }
    two.cz(0, 1)
    two.turn(0, 4)
    two.cz(0, 1)
    expect(one.equals(two)).toBe(true)
    two.flip(1)
    expect(one.equals(two)).toBe(false)
    expect(one.equals(one.copy())).toBe(true)
  })
})
