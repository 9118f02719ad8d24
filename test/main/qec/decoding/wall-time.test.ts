import { describe, expect, it } from 'vitest'
import { LOGICAL_Z } from '../../../../main/qec/code/five-qubit'
import { readoutFor } from '../../../../main/qec/code/logical-readout'
import { decodeWindow } from '../../../../main/qec/decoding/cyclic-window'
import {
  addWallTimes,
  allocateShots,
  groupedTimes,
  openAtEnd,
  type RoundTimes,
  type WallTimes,
  wallTimes,
} from '../../../../main/qec/decoding/wall-time'
import { wordsOf } from '../../../../main/qec/decoding/words'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import { type PlaneLayout, planeLayout, roundPlane } from '../../../../main/qec/schedule/plane-layout'
import { uniforms } from '../../../../main/qec/statistics/random'
import { freshSeed, randomPlanes, randomTables } from '../fixtures/random-bits'

const TIMES: RoundTimes = { round_ns: 1000, triggered_ns: [-500, -250, 25, 250], tail_ns: 240 }

/** One shot, round after round: the first generator that triggers ends the pass and the repeat takes its time. */
function lastedSlowly(planes: BitPlanes, layout: PlaneLayout, shot: number): number {
  const bit = (round: number, kind: 'a' | 'f' | 's', k: number) =>
    bitAt(planes, roundPlane(layout, { round, kind, generator: k }), shot)
  let reference = [0, 1, 2, 3].map(k => bit(0, 'a', k))
  let time = 0
  for (let round = 1; round <= layout.rounds; round++) {
    time += TIMES.round_ns
    const trigger = [0, 1, 2, 3].find(k => bit(round, 'a', k) !== reference[k] || bit(round, 'f', k) === 1)
    if (trigger === undefined) continue
    time += TIMES.triggered_ns[trigger]!
    reference = [0, 1, 2, 3].map(k => bit(round, 's', k))
  }
  return time
}

const tally = (times: readonly number[]): [number, number][] => {
  const found = new Map<number, number>()
  for (const time of times) found.set(time, (found.get(time) ?? 0) + 1)
  return [...found].sort(([a], [b]) => a - b)
}
const sorted = (times: WallTimes) => [...times].sort(([a], [b]) => a - b)

/** Counted in two ranges, as a decoder's slices are, of all the shots but those that `kept` leaves out. */
function measured(planes: BitPlanes, layout: PlaneLayout, kept: Int32Array): WallTimes {
  const words = wordsOf(planes)
  const half = Math.floor(kept.length / 2)
  const part = (from: number, to: number) =>
    wallTimes(words, layout, { times: TIMES, range: { from, to }, kept: kept.subarray(from, to) })
  return addWallTimes(part(0, half), part(half, kept.length))
}

const shotsIn = (kept: Int32Array, shots: number) =>
  Array.from({ length: shots }, (_, shot) => shot).filter(shot => (kept[shot >> 5]! >>> (shot & 31)) & 1)

describe('the time that the rounds of a shot took', () => {
  it.each([
    [1, 67, 0.05],
    [5, 333, 0.1],
    [9, 150, 0.5],
  ])(
    'agrees with the per-shot reference where rounds repeat: %d rounds, %d shots, density %d',
    (rounds, shots, density) => {
      const seed = freshSeed()
      const random = uniforms(BigInt(seed))
      const layout = planeLayout('correction', { rounds })
      const planes = randomPlanes(layout.total, shots, density, random)
      const kept = Int32Array.from({ length: Math.ceil(shots / 32) }, () => Math.floor(random() * 2 ** 32) | 0)
      if (shots % 32 > 0) kept[kept.length - 1]! &= (1 << (shots % 32)) - 1
      const slow = tally(shotsIn(kept, shots).map(shot => lastedSlowly(planes, layout, shot)))
      expect(sorted(measured(planes, layout, kept)), `seed ${seed}`).toEqual(slow)
    },
  )

  it('knows the windows that are open at the end as the window decoder does', () => {
    const seed = freshSeed()
    const random = uniforms(BigInt(seed))
    for (const [rounds, shots, density] of [
      [1, 67, 0.3],
      [4, 333, 0.1],
      [7, 96, 0.02],
    ] as const) {
      const layout = planeLayout('correction', { rounds, protocol: 'cyclic-window', closing: 'erasure' })
      const planes = randomPlanes(layout.total, shots, density, random)
      const { accepted } = decodeWindow(planes, {
        layout,
        tables: randomTables(random),
        readout: readoutFor(LOGICAL_Z),
        logical: LOGICAL_Z,
        flip_on_failed_check: false,
      })
      const open = openAtEnd(wordsOf(planes), layout, { from: 0, to: Math.ceil(shots / 32) })
      const bits = Array.from(accepted, (_, shot) => (open[shot >> 5]! >>> (shot & 31)) & 1)
      expect(bits, `seed ${seed}`).toEqual(Array.from(accepted, kept => 1 - kept))
    }
  })

  it('adds one extraction to the shots of cyclic windows that end with an open one', () => {
    const layout = planeLayout('correction', { rounds: 3, protocol: 'cyclic-window' })
    const planes = randomPlanes(layout.total, 64, 0.1, uniforms(7n))
    const open = openAtEnd(wordsOf(planes), layout, { from: 0, to: 2 })
    const tails = Array.from({ length: 64 }, (_, shot) => (open[shot >> 5]! >>> (shot & 31)) & 1)
    const expected = tally(tails.map(tail => 3000 + 240 * tail))
    expect(expected).toHaveLength(2)
    expect(sorted(measured(planes, layout, Int32Array.of(-1, -1)))).toEqual(expected)
  })

  it('is that of the rounds alone in detection mode, whatever triggers', () => {
    const layout = planeLayout('detection', { rounds: 3 })
    const planes = randomPlanes(layout.total, 64, 0.3, uniforms(7n))
    expect(sorted(measured(planes, layout, Int32Array.of(-1, -1)))).toEqual([[3000, 64]])
  })
})

describe('groups of like wall times', () => {
  const times = new Map([
    [4000, 800],
    [4250, 150],
    [3500, 30],
    [4500, 15],
    [4750, 5],
  ])
  const mean = (groups: readonly { duration_ns: number; shots: number }[]) =>
    groups.reduce((sum, group) => sum + group.duration_ns * group.shots, 0) /
    groups.reduce((sum, { shots }) => sum + shots, 0)

  it('are the durations themselves where there are few enough', () => {
    expect(groupedTimes(times, 1000).map(({ duration_ns }) => duration_ns)).toEqual([3500, 4000, 4250, 4500, 4750])
  })
  it('keep the number of shots and the mean duration however few they are', () => {
    for (const most of [1, 2, 3, 16]) {
      const groups = groupedTimes(times, most)
      expect(groups.length).toBeLessThanOrEqual(most)
      expect(groups.reduce((sum, { shots }) => sum + shots, 0)).toBe(1000)
      expect(mean(groups)).toBeCloseTo(4033.75, 9)
    }
  })
  it('share any number of shots out, every one of them', () => {
    for (const shots of [1, 7, 100, 1000, 12_345]) {
      const shared = allocateShots(groupedTimes(times, 1000), shots)
      expect(shared.reduce((sum, group) => sum + group.shots, 0)).toBe(shots)
    }
    expect(allocateShots(groupedTimes(times, 1000), 200).map(({ shots }) => shots)).toEqual([6, 160, 30, 3, 1])
  })
})
