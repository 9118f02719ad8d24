import { describe, expect, it } from 'vitest'
import type { NativeAddon } from '../../../main/simulation/addon/interface'
import { findAddon, outcomeOf, REFUSED } from '../../main/simulation/engine-fixtures'

const addon = findAddon()

type Call = Parameters<NativeAddon['countStabilizer']>[0]

/** One Hadamard, one measurement into bit 0. */
const call = (changes: object = {}): Call => ({
  qubits: 2,
  clbits: 1,
  ops: Int32Array.of(0, 0, 0, -1, 7, 0, 0, -1),
  rates: new Float64Array(6),
  conditions: new Int32Array(),
  shots: 100,
  seed: 1n,
  threads: 1,
  most_bytes: 2 ** 20,
  ...changes,
})

/** An X under the condition at `at`. */
const conditioned = (at: number, ...conditions: number[]) =>
  call({ ops: Int32Array.of(2, 0, 0, at), rates: new Float64Array(3), conditions: Int32Array.from(conditions) })

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
  ['a condition where there is none', conditioned(0)],
  ['a condition below the first', conditioned(-2, 1, 0)],
  ['a condition of no literals', conditioned(0, 0, 0)],
  ['a condition that goes on past the end', conditioned(0, 2, 0)],
  ['a condition of a negative count', conditioned(0, -1, 0)],
  ['a condition on a bit out of range', conditioned(0, 1, 2)],
  ['a condition on a negative literal', conditioned(0, 1, -1)],
  ['no list of conditions', call({ conditions: undefined })],
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
  it.each(hostile)('refuse %s', async (_, wrong) => {
    const [given, long] = [wrong as Call, { ...(wrong as Call), shots: (wrong as Call).shots && 5_000 }]
    await expect(outcomeOf(() => addon!.countStabilizer(given))).rejects.toThrow(REFUSED)
    await expect(outcomeOf(() => addon!.countStabilizer(long))).rejects.toThrow(REFUSED)
    await expect(outcomeOf(() => addon!.sampleStabilizer(given))).rejects.toThrow(REFUSED)
    await expect(outcomeOf(() => addon!.packStabilizer(given))).rejects.toThrow(REFUSED)
  })

  it('count few shots of a small program at once, and the same as among many on a thread', async () => {
    const ops = Int32Array.of(0, 0, 0, -1, 4, 0, 1, -1, 7, 0, 0, -1, 7, 1, 1, -1, 0, 1, 0, -1, 7, 1, 2, -1)
    const small = call({ clbits: 3, ops, rates: new Float64Array(18), shots: 800, seed: 99n })
    const { keys, counts } = await addon!.countStabilizer(small).promise
    const { packed } = await addon!.packStabilizer(small).promise
    const times = new Map<number, number>()
    for (const shot of packed) times.set(shot, (times.get(shot) ?? 0) + 1)
    expect([...counts].map((count, k) => [keys[k * 8]!, count])).toEqual([...times].sort(([a], [b]) => a - b))
  })

  it('refuse planes of more than 1 GiB', () => {
    expect(() => addon!.sampleStabilizer(call({ clbits: 2 ** 16, shots: 2 ** 20 }))).toThrow('1 GiB')
    expect(() => addon!.packStabilizer(call({ clbits: 2 ** 16, shots: 2 ** 20 }))).toThrow('1 GiB')
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
    const chosen = [...call().ops, 0, 1, 0, 0]
    expect(await path()).toBe(0)
    expect(await path({ rates: Float64Array.of(0, 0, 0, 0.1, 0, 0) })).toBe(1)
    expect(
      await path({ ops: Int32Array.from(chosen), rates: new Float64Array(9), conditions: Int32Array.of(1, 1) }),
    ).toBe(2)
  })
})
