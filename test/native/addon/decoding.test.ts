import { describe, expect, it } from 'vitest'
import type { FlagMapCall } from '../../../main/simulation/addon/interface'
import { findAddon } from '../../main/simulation/engine-fixtures'

const addon = findAddon()

const unit = (symbols: number) => Float64Array.from({ length: symbols * 256 }, (_, i) => Number((i % 256) % 17 === 0))

/** One round that showed nothing; shot 1 is read as wrong. */
const call = (changes: object = {}): FlagMapCall => {
  const planes = new Uint8Array(25 * 8)
  planes[24 * 8] = 2
  return {
    planes,
    shots: 64,
    rounds: 1,
    per_round: 12,
    tail: 0,
    start: Float64Array.from({ length: 256 }, (_, i) => Number(i % 16 === 0)),
    quiet: unit(1),
    steps: unit(256),
    turning: 0,
    first: 24,
    count: 1,
    bits: Int32Array.of(1, 0),
    conditional: 0,
    base: Uint8Array.of(0, 1),
    rows: new Float64Array(32).fill(1),
    threads: 1,
    ...changes,
  }
}

const hostile: [string, unknown][] = [
  ['nothing in it', {}],
  ['no shots', call({ shots: 0 })],
  ['half a round', call({ rounds: 0.5 })],
  ['less than no round', call({ rounds: -1 })],
  ['too many rounds', call({ rounds: 100_000 })],
  ['an odd number of planes a round', call({ per_round: 9 })],
  ['a closing extraction in an adaptive run', call({ tail: 4 })],
  ['too few planes', call({ planes: new Uint8Array(24 * 8) })],
  ['half a plane', call({ planes: new Uint8Array(25 * 8 + 4) })],
  ['planes that are no bytes', call({ planes: new Float64Array(25) })],
  ['a readout beyond the planes', call({ first: 25 })],
  ['too many planes read', call({ count: 17 })],
  ['a bit without references', call({ bits: Int32Array.of(1) })],
  ['a bit of a plane that is not read', call({ bits: Int32Array.of(2, 0) })],
  ['a bit of a negative plane', call({ bits: Int32Array.of(-1, 0) })],
  ['a reference that does not exist', call({ bits: Int32Array.of(1, 16) })],
  ['a short condition', call({ conditional: 1 })],
  ['symbols without an outcome', call({ base: Uint8Array.of(0) })],
  ['symbols without a row', call({ rows: new Float64Array(16) })],
  ['a row that is no number', call({ rows: new Float64Array(32).fill(Number.NaN) })],
  ['a short start', call({ start: new Float64Array(255) })],
  ['a short matrix', call({ quiet: new Float64Array(255) })],
  ['an infinite matrix', call({ quiet: new Float64Array(256).fill(Number.POSITIVE_INFINITY) })],
  ['matrices of the other protocol', call({ steps: unit(272) })],
  ['a turn of more than sixteen changes', call({ turning: 2 ** 16 })],
  ['no threads', call({ threads: 0 })],
]

describe.skipIf(!addon)('the call for beliefs', () => {
  it('decodes what was handed over', async () => {
    const { accepted, wrong, counts } = await addon!.decodeBeliefs(call()).promise
    expect([[...accepted], [...wrong]]).toEqual([
      [-1, -1],
      [2, 0],
    ])
    expect([...counts]).toEqual([64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0])
  })

  it.each(hostile)('refuses %s at once', (_, unsound) => {
    expect(() => addon!.decodeBeliefs(unsound as FlagMapCall)).toThrow(/./)
  })

  it('rejects once cancelled', async () => {
    const task = addon!.decodeBeliefs(call())
    task.cancel()
    await task.promise.catch(error => expect(error).toMatchObject({ message: 'cancelled' }))
  })
})
