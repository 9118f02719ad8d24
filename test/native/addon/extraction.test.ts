import { describe, expect, it } from 'vitest'
import { findAddon } from '../../main/simulation/engine-fixtures'

const addon = findAddon()
type Call = Parameters<NonNullable<typeof addon>['extractCirculant']>[0]

const call = (changes: object = {}): Call => ({ n: 7, m: 3, x: Uint8Array.of(35), y: Uint8Array.of(33), ...changes })
const long = () => call({ n: 655_373, m: 1, x: new Uint8Array(81_922), y: new Uint8Array(81_922) })

const hostile: [string, unknown][] = [
  ['nothing in it', {}],
  ['a length that is no number', call({ n: '7' })],
  ['a length of one', call({ n: 1 })],
  ['a length beyond 2^24', call({ n: 2 ** 24 + 1 })],
  ['half a bit', call({ n: 7.5 })],
  ['no output', call({ m: 0 })],
  ['more output than input', call({ m: 8 })],
  ['x too short', call({ x: new Uint8Array() })],
  ['x too long', call({ x: new Uint8Array(2) })],
  ['x of n bits', call({ x: Uint8Array.of(64) })],
  ['y of more than n bits', call({ y: Uint8Array.of(128) })],
  ['y that is no bytes', call({ y: new Float64Array(1) })],
  ['y that is text', call({ y: 'y' })],
]

describe.skipIf(!addon)('the call for an extraction', () => {
  it('extracts what was handed over, and leaves that alone', async () => {
    const inputs = call()
    expect(await addon!.extractCirculant(inputs).promise).toEqual(Uint8Array.of(4))
    expect([inputs.x[0], inputs.y[0]]).toEqual([35, 33])
  })

  it.each(hostile)('refuses %s at once', (_, unsound) => {
    expect(() => addon!.extractCirculant(unsound as Call)).toThrow(/./)
  })

  it('rejects once cancelled, or was done before', async () => {
    const task = addon!.extractCirculant(long())
    task.cancel()
    await task.promise.catch(error => expect(error).toMatchObject({ message: 'cancelled' }))
  })
})
