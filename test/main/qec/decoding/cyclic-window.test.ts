import { describe, expect, it } from 'vitest'
import { LOGICAL_Z } from '../../../../main/qec/code/five-qubit'
import { LOGICAL_OF, readoutFor, supportMask } from '../../../../main/qec/code/logical-readout'
import { anticommute, atIndex, multiply } from '../../../../main/qec/code/pauli'
import { decodeWindow } from '../../../../main/qec/decoding/cyclic-window'
import type { Decoding } from '../../../../main/qec/decoding/flag-lut'
import type { Pauli5 } from '../../../../main/qec/model/fault'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import { startFrame } from '../../../../main/qec/proof/flag-table'
import {
  dataPlane,
  planeLayout,
  planeNames,
  roundPlane,
  tailPlane,
  type WindowClosing,
} from '../../../../main/qec/schedule/plane-layout'
import { uniforms } from '../../../../main/qec/statistics/random'
import { freshSeed, randomPlanes, randomTables } from '../fixtures/random-bits'

const GENERATORS = [0, 1, 2, 3]
const asNumber = (bits: readonly number[]) => bits.reduce((sum, bit, k) => sum + bit * 2 ** k, 0)

/** One shot, slot after slot, as the protocol's rule is written: after a trigger the next four slots are the syndrome. */
function decodeSlowly(planes: BitPlanes, shot: number, { layout, tables, readout, logical, ...rest }: Decoding) {
  const slots = Array.from({ length: layout.rounds * 4 }, (_, slot) => {
    const [round, k] = [1 + Math.floor(slot / 4), slot % 4]
    const bit = (kind: 'a' | 'f') => bitAt(planes, roundPlane(layout, { round, kind, generator: k }), shot)
    return { k, a: bit('a'), f: bit('f') }
  })
  let reference: number[] = GENERATORS.map(k =>
    bitAt(planes, roundPlane(layout, { round: 0, kind: 'a', generator: k }), shot),
  )
  let frame: Pauli5 = atIndex(startFrame(asNumber(reference), logical))
  let accepted = true
  const triggers = [0, 0, 0, 0]
  for (let at = 0; at < slots.length; ) {
    const { k, a, f } = slots[at]!
    at++
    if (f === 0 && a === reference[k]) continue
    triggers[k]!++
    const whole = at + 4 <= slots.length
    const read = whole
      ? GENERATORS.map(j => slots.slice(at, at + 4).find(slot => slot.k === j)!.a)
      : GENERATORS.map(j => (layout.tail > 0 ? bitAt(planes, tailPlane(layout, j), shot) : 0))
    at += 4
    if (!whole && layout.tail === 0) accepted = false
    const change = asNumber(read.map((bit, j) => bit ^ reference[j]!))
    if (whole || layout.tail > 0)
      frame = multiply(frame, atIndex((f === 1 ? tables.flagged[k]! : tables.lookup)[change]!))
    reference = read
  }
  const parityOf = (p: Pauli5) =>
    GENERATORS.concat(4)
      .filter(i => (supportMask(p) >> i) & 1)
      .reduce((odd, i) => odd !== (bitAt(planes, dataPlane(layout, i), shot) === 1), anticommute(frame, p))
  const failed = parityOf(readout.check)
  return { accepted, triggers, wrong: parityOf(readout.representative) !== (failed && rest.flip_on_failed_check) }
}

const decodingFor = (rounds: number, closing: WindowClosing, random: () => number, logical = LOGICAL_Z): Decoding => ({
  layout: planeLayout('correction', { rounds, protocol: 'cyclic-window', closing }),
  tables: randomTables(random),
  readout: readoutFor(logical),
  logical,
  flip_on_failed_check: random() < 0.5,
})

describe.each(['extraction', 'erasure'] as const)('decoding cyclic windows, the tail left to an %s', closing => {
  it.each([
    [1, 1, 0.5],
    [1, 67, 0.05],
    [5, 333, 0.1],
    [3, 64, 0.5],
    [9, 501, 0.02],
  ])('agrees with the per-shot reference: %d passes, %d shots, density %d', (rounds, shots, density) => {
    const seed = freshSeed()
    const random = uniforms(BigInt(seed))
    for (const state of ['0', '+', '-i'] as const) {
      const decoding = decodingFor(rounds, closing, random, LOGICAL_OF[state].logical)
      const planes = randomPlanes(decoding.layout.total, shots, density, random)
      const fast = decodeWindow(planes, decoding)
      expect(fast.shots).toBe(shots)
      const triggers = [0, 0, 0, 0]
      for (let shot = 0; shot < shots; shot++) {
        const slow = decodeSlowly(planes, shot, decoding)
        const context = `seed ${seed}, state ${state}, shot ${shot}`
        expect(fast.accepted[shot] === 1, context).toBe(slow.accepted)
        if (slow.accepted) expect(fast.wrong[shot] === 1, context).toBe(slow.wrong)
        slow.triggers.forEach((count, k) => {
          triggers[k]! += count
        })
      }
      expect(fast.triggers, `seed ${seed}`).toEqual(triggers)
      expect(fast.flags.map(({ executed }) => executed)).toEqual(Array(4).fill(shots * rounds))
    }
  })

  it('gives the same in pieces as in one', () => {
    const seed = freshSeed()
    const random = uniforms(BigInt(seed))
    const decoding = decodingFor(4, closing, random)
    const planes = randomPlanes(decoding.layout.total, 300, 0.1, random)
    const whole = decodeWindow(planes, decoding)
    const pieces = [
      { from: 0, to: 16 },
      { from: 16, to: 38 },
    ].map(range => decodeWindow(planes, decoding, range))
    for (const field of ['wrong', 'accepted'] as const)
      expect(
        pieces.flatMap(piece => [...piece[field]]),
        `seed ${seed}`,
      ).toEqual([...whole[field]])
    GENERATORS.forEach(k => {
      expect(pieces[0]!.triggers[k]! + pieces[1]!.triggers[k]!).toBe(whole.triggers[k])
      expect(pieces[0]!.flags[k]!.raised + pieces[1]!.flags[k]!.raised).toBe(whole.flags[k]!.raised)
    })
  })
})

it('lays out eight planes a pass, then the closing extraction, then the data', () => {
  const closed = planeLayout('correction', { rounds: 3, protocol: 'cyclic-window' })
  expect(closed).toEqual({ rounds: 3, perRound: 8, tail: 4, total: 4 * 8 + 4 + 5 })
  expect(planeNames(closed).slice(8)).toEqual(
    ['s0', 's1', 's2', 's3', 'd0', 'd1', 'd2', 'd3', 'd4'].map(n => `final.${n}`),
  )
  expect(dataPlane(closed, 0)).toBe(tailPlane(closed, 3) + 1)
  const lost = planeLayout('correction', { rounds: 3, protocol: 'cyclic-window', closing: 'erasure' })
  expect(lost.total).toBe(closed.total - 4)
  expect(planeLayout('detection', { rounds: 3, protocol: 'cyclic-window' })).toEqual(
    planeLayout('detection', { rounds: 3 }),
  )
})
