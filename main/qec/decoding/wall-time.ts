/**
 * How long the rounds of each shot lasted, read from its bits: a round that triggered ends early and is followed by the
 * unflagged repeat (adaptive), or a window that is open after the last pass is closed by one more extraction
 * (cyclic-window).
 */
import { sum } from '../../contract/numbers/arithmetic'
import { GENERATOR_INDICES } from '../code/five-qubit'
import { type PlaneLayout, roundPlane } from '../schedule/plane-layout'
import { type WordRange, walkTriggers } from './triggers'
import type { WordPlanes } from './words'

/** Nanoseconds. */
export interface RoundTimes {
  readonly round_ns: number
  /** By generator k: additional duration (negative: shorter) of a round whose first trigger came there. */
  readonly triggered_ns: readonly number[]
  /** Duration of the extraction that closes an open window. */
  readonly tail_ns: number
}

/** Shots by the nanoseconds that their rounds took together. */
export type WallTimes = ReadonlyMap<number, number>

/** Wall times of the shots of the range that are set in `kept`, whose first bit is the first shot of the range. */
export function wallTimes(
  planes: WordPlanes,
  layout: PlaneLayout,
  { times, range, kept }: { readonly times: RoundTimes; readonly range: WordRange; readonly kept: Int32Array },
): WallTimes {
  const least = layout.rounds * times.round_ns
  const timeOf =
    layout.perRound === 12 ? repeatTime(planes, { layout, range }, times) : tailTime(planes, { layout, range }, times)
  const found = new Map<number, number>()
  kept.forEach((shots, index) => {
    for (let rest = shots; rest !== 0; rest &= rest - 1) {
      const time = least + timeOf(index, 31 - Math.clz32(rest & -rest))
      found.set(time, (found.get(time) ?? 0) + 1)
    }
  })
  return found
}

/** Additional time of one shot, by its word in the range and its bit. */
type AddedTime = (index: number, bit: number) => number

/** Shots of a range of words, and where their planes are. */
interface ShotRange {
  readonly layout: PlaneLayout
  readonly range: WordRange
}

function repeatTime(planes: WordPlanes, { layout, range }: ShotRange, { triggered_ns }: RoundTimes): AddedTime {
  const counters = GENERATOR_INDICES.map(() => new WordCounter(range.to - range.from))
  walkTriggers(planes, { layout, range, adaptive: true }, ({ index, hits }) => {
    for (const k of GENERATOR_INDICES) counters[k]!.add(index, hits[k]!)
  })
  return (index, bit) =>
    GENERATOR_INDICES.reduce<number>((sum, k) => sum + counters[k]!.at(index, bit) * triggered_ns[k]!, 0)
}

function tailTime(planes: WordPlanes, { layout, range }: ShotRange, { tail_ns }: RoundTimes): AddedTime {
  if (layout.tail === 0) return () => 0
  const open = openAtEnd(planes, layout, range)
  return (index, bit) => ((open[index]! >>> bit) & 1) * tail_ns
}

/** Counts of 32 shots at once: plane b holds bit b of each shot's count. */
class WordCounter {
  private readonly planes: Int32Array[] = []

  constructor(private readonly words: number) {}

  /** Adds 1 to the counts of these shots. */
  add(index: number, shots: number): void {
    for (let [b, carry] = [0, shots]; carry !== 0; b++) {
      this.planes[b] ??= new Int32Array(this.words)
      const plane = this.planes[b]!
      const next = plane[index]! & carry
      plane[index]! ^= carry
      carry = next
    }
  }

  at(index: number, bit: number): number {
    return this.planes.reduce((sum, plane, b) => sum + (((plane[index]! >>> bit) & 1) << b), 0)
  }
}

/**
 * Cyclic-window: the shots whose window is still open after the last pass. Walks as `decodeWindow` does, a word at a
 * time.
 */
export function openAtEnd({ words, stride }: WordPlanes, layout: PlaneLayout, { from, to }: WordRange): Int32Array {
  const references = GENERATOR_INDICES.map(k =>
    words.slice(
      roundPlane(layout, { round: 0, kind: 'a', generator: k }) * stride + from,
      roundPlane(layout, { round: 0, kind: 'a', generator: k }) * stride + to,
    ),
  )
  const opened = GENERATOR_INDICES.map(() => new Int32Array(to - from))
  const openAt = (index: number) => opened.reduce((sum, one) => sum | one[index]!, 0)
  for (let round = 1; round <= layout.rounds; round++)
    for (const k of GENERATOR_INDICES) {
      const [a, f] = [
        roundPlane(layout, { round, kind: 'a', generator: k }) * stride,
        roundPlane(layout, { round, kind: 'f', generator: k }) * stride,
      ]
      for (let word = from; word < to; word++) {
        const index = word - from
        const open = openAt(index)
        const change = words[a + word]! ^ references[k]![index]!
        references[k]![index]! ^= change & open
        opened[k]![index] = (change | words[f + word]!) & ~open
      }
    }
  return Int32Array.from({ length: to - from }, (_, index) => openAt(index))
}

export function addWallTimes(a: WallTimes, b: WallTimes): WallTimes {
  const sum = new Map(a)
  for (const [time, shots] of b) sum.set(time, (sum.get(time) ?? 0) + shots)
  return sum
}

/** Shots of similar durations, at the mean of their durations. */
export interface WallTimeGroup {
  readonly duration_ns: number
  readonly shots: number
}

/**
 * At most `most` groups with about equal numbers of shots, shortest first; shots of one duration are never split. The
 * survival of a qubit is nearly linear over the durations of a group.
 */
export function groupedTimes(times: WallTimes, most: number): WallTimeGroup[] {
  const total = sum([...times.values()])
  const groups: { sum: number; shots: number }[] = []
  let [before, last] = [0, -1]
  for (const [time, shots] of [...times].sort(([a], [b]) => a - b)) {
    const group = Math.min(most - 1, Math.floor(((before + shots / 2) / total) * most))
    if (group !== last || groups.length === 0) groups.push({ sum: 0, shots: 0 })
    groups.at(-1)!.sum += time * shots
    groups.at(-1)!.shots += shots
    last = group
    before += shots
  }
  return groups.map(({ sum, shots }) => ({ duration_ns: sum / shots, shots }))
}

/**
 * Allocates `shots` to the groups in proportion to the groups' own shots, by largest remainders (Hamilton's method);
 * drops groups that get none.
 */
export function allocateShots(groups: readonly WallTimeGroup[], shots: number): WallTimeGroup[] {
  const total = sum(groups.map(group => group.shots))
  const exact = groups.map(group => (group.shots / total) * shots)
  const given = exact.map(Math.floor)
  const left = shots - sum(given)
  const order = exact.map((_, i) => i).sort((a, b) => exact[b]! - given[b]! - (exact[a]! - given[a]!) || a - b)
  for (const i of order.slice(0, left)) given[i]!++
  return groups.map(({ duration_ns }, i) => ({ duration_ns, shots: given[i]! })).filter(group => group.shots > 0)
}
