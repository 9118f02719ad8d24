/** What all faults of a stretch leave together, exactly: every operation errs on its own, in one of its ways or not at all. */
import { syndromeOf } from '../code/five-qubit'
import type { FrameEffect, FrameFault } from '../program/frame-faults'

/** What is left on D0..D4, the first local qubits. */
export const leftOnData = ({ x, z }: FrameEffect): number => syndromeOf({ x: x & 31, z: z & 31 })

/**
 * How likely each pattern of `width` bits is. `seen` names the pattern of one fault; those of several add by XOR. Faults of
 * one operation exclude each other. Time O(2^width × distinct patterns, summed over the operations).
 */
export function patternOdds(
  faults: readonly FrameFault[],
  width: number,
  seen: (effect: FrameEffect) => number,
): Float64Array {
  const ways = new Map<number, Map<number, number>>()
  for (const { op, probability, effect } of faults) {
    const pattern = seen(effect)
    if (pattern === 0) continue
    const of = ways.get(op) ?? new Map<number, number>()
    ways.set(op, of.set(pattern, (of.get(pattern) ?? 0) + probability))
  }
  const none = new Float64Array(2 ** width)
  none[0] = 1
  return [...ways.values()].reduce(afterOperation, none)
}

function afterOperation(before: Float64Array, ways: ReadonlyMap<number, number>): Float64Array {
  const quiet = 1 - [...ways.values()].reduce((sum, probability) => sum + probability, 0)
  const after = before.map(odds => odds * quiet)
  for (const [pattern, probability] of ways)
    for (let i = 0; i < after.length; i++) after[i]! += before[i ^ pattern]! * probability
  return after
}
