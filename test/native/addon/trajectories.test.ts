import { describe, expect, it } from 'vitest'
import type { NativeAddon } from '../../../main/simulation/addon/interface'
import { findAddon, outcomeOf, REFUSED } from '../../main/simulation/engine-fixtures'

const addon = findAddon()

type Call = Parameters<NativeAddon['runTrajectories']>[0]

const op = (...words: number[]) => ({ ops: Int32Array.of(...words), rates: new Float64Array(3) })

/** An X on qubit 0, which is then read into slot 0. */
const call = (changes: object = {}): Call => ({
  qubits: 2,
  slots: 1,
  ops: Int32Array.of(0, 0, -1, -1, 0, -1, 1, 0, -1, -1, 0, -1),
  rates: new Float64Array(6),
  matrices: Float64Array.of(0, 0, 1, 0, 1, 0, 0, 0),
  conditions: Int32Array.of(1, 1),
  shots: 100,
  seed: 1n,
  state_bytes: 2 ** 20,
  precision: 64,
  threads: 1,
  ...changes,
})

const hostile: [string, unknown][] = [
  ['nothing in it', {}],
  ['too many qubits', call({ qubits: 31 })],
  ['half a qubit', call({ qubits: 1.5 })],
  ['an unknown code', call(op(7, 0, -1, -1, 0, -1))],
  ['a negative code', call(op(-1, 0, -1, -1, 0, -1))],
  ['a qubit out of range', call(op(2, 2, -1, -1, 0, -1))],
  ['no qubit', call(op(5, -1, -1, -1, 0, -1))],
  ['a control out of range', call(op(0, 0, 2, -1, 0, -1))],
  ['a second control without a first', call({ qubits: 3, ...op(0, 0, -1, 1, 0, -1) })],
  ['a Pauli pair on one qubit', call(op(4, 1, 1, -1, 0, -1))],
  ['a Pauli pair without its second', call(op(4, 1, -1, -1, 0, -1))],
  ['a matrix out of range', call(op(0, 0, -1, -1, 1, -1))],
  ['a slot out of range', call(op(1, 0, -1, -1, 1, -1))],
  ['a condition out of range', call(op(2, 0, -1, -1, 0, 1))],
  ['a condition on a slot out of range', call({ conditions: Int32Array.of(1, 2) })],
  ['a condition without end', call({ conditions: Int32Array.of(3, 1) })],
  ['a rate that is no number', call({ rates: new Float64Array(6).fill(Number.NaN) })],
  ['a rate above 1', call({ rates: new Float64Array(6).fill(1.5) })],
  ['too few rates', call({ rates: new Float64Array(3) })],
  ['half an op', call({ ops: new Int32Array(9) })],
  ['half a matrix', call({ matrices: new Float64Array(4) })],
  ['an infinite matrix', call({ matrices: new Float64Array(8).fill(Number.POSITIVE_INFINITY) })],
  ['no shots', call({ shots: 0 })],
  ['a seed that is no bigint', call({ seed: 1 })],
  ['no threads', call({ threads: 0 })],
]

describe.skipIf(!addon)('the call for trajectories', () => {
  it('counts what was asked for', async () => {
    const { words, keys, counts } = await addon!.runTrajectories(call()).promise
    expect([words, [...keys], [...counts]]).toEqual([1, [1, 0, 0, 0, 0, 0, 0, 0], [100]])
  })

  it.each(hostile)('refuses %s', async (_, unsound) => {
    await expect(outcomeOf(() => addon!.runTrajectories(unsound as Call))).rejects.toThrow(REFUSED)
  })

  it('refuses a call without an argument', () => {
    expect(() => (addon!.runTrajectories as (call?: Call) => unknown)()).toThrow(TypeError)
  })
})
