import { describe, expect, it } from 'vitest'
import type { NativeAddon } from '../../main/simulation/native'
import { findAddon } from '../main/simulation/engines'

const addon = findAddon()

type Call = Parameters<NativeAddon['countStabilizer']>[0]

/** One Hadamard, one measurement into bit 0. */
const call = (changes: object = {}): Call => ({
  qubits: 2,
  clbits: 1,
  ops: Int32Array.of(0, 0, 0, -1, 7, 0, 0, -1),
  rates: new Float64Array(6),
  shots: 100,
  seed: 1n,
  threads: 1,
  most_bytes: 2 ** 20,
  ...changes,
})

const hostile: [string, unknown][] = [
  ['nothing in it', {}],
  ['too many qubits', call({ qubits: 10_001 })],
  ['too many bits', call({ clbits: 2 ** 16 + 1 })],
  ['half a qubit', call({ qubits: 1.5 })],
  ['an unknown code', call({ ops: Int32Array.of(11, 0, 0, -1), rates: new Float64Array(3) })],
  ['a negative code', call({ ops: Int32Array.of(-1, 0, 0, -1), rates: new Float64Array(3) })],
  ['a qubit out of range', call({ ops: Int32Array.of(0, 2, 0, -1), rates: new Float64Array(3) })],
  ['a gate on one qubit twice', call({ ops: Int32Array.of(4, 1, 1, -1), rates: new Float64Array(3) })],
  ['a bit out of range', call({ ops: Int32Array.of(7, 0, 1, -1), rates: new Float64Array(3) })],
  ['a condition out of range', call({ ops: Int32Array.of(2, 0, 0, 2), rates: new Float64Array(3) })],
  ['a condition that is none', call({ ops: Int32Array.of(2, 0, 0, -2), rates: new Float64Array(3) })],
  ['a rate that is no number', call({ rates: new Float64Array(6).fill(Number.NaN) })],
  ['rates of too large a sum', call({ rates: new Float64Array(6).fill(0.5) })],
  ['too few rates', call({ rates: new Float64Array(3) })],
  ['half an op', call({ ops: new Int32Array(6) })],
  ['ops of another type', call({ ops: new Float64Array(8) })],
  ['no shots', call({ shots: 0 })],
  ['a seed that is a number', call({ seed: 1 })],
  ['no threads', call({ threads: 0 })],
]

describe.skipIf(!addon)('the stabilizer calls of the addon', () => {
  it.each(hostile)('refuse %s', (_, wrong) => {
    expect(() => addon!.countStabilizer(wrong as Call)).toThrow(/./)
    expect(() => addon!.sampleStabilizer(wrong as Call)).toThrow(/./)
  })

  it('refuse planes of more than 1 GiB', () => {
    expect(() => addon!.sampleStabilizer(call({ clbits: 2 ** 16, shots: 2 ** 20 }))).toThrow('1 GiB')
  })

  it('run a program of no qubits and no bits', async () => {
    const empty = call({ qubits: 0, clbits: 0, ops: new Int32Array(), rates: new Float64Array() })
    expect((await addon!.sampleStabilizer(empty).promise).planes).toEqual(new Uint8Array())
    expect([...(await addon!.countStabilizer(empty).promise).counts]).toEqual([100])
  })

  it('copy their arguments in', async () => {
    const wanted = await addon!.sampleStabilizer(call()).promise
    const changed = call()
    const task = addon!.sampleStabilizer(changed)
    changed.ops.fill(99)
    expect(await task.promise).toEqual(wanted)
  })

  it('name the way by which a program is sampled', async () => {
    const path = async (changes: object = {}) => (await addon!.sampleStabilizer(call(changes)).promise).path
    const chosen = [...call().ops, 0, 1, 0, 1]
    expect(await path()).toBe(0)
    expect(await path({ rates: Float64Array.of(0, 0, 0, 0.1, 0, 0) })).toBe(1)
    expect(await path({ ops: Int32Array.from(chosen), rates: new Float64Array(9) })).toBe(2)
  })
})
