/**
 * Exact odds of the pattern that all faults of a program leave together: operations fail independently, each in at most
 * one way.
 */
import { sum } from '../../contract/numbers/arithmetic'
import { syndromeOf } from '../code/five-qubit'
import { parity } from '../code/pauli'
import type { FrameEffect, FrameFault } from './frame-faults'

/** Syndrome of the error left on D0..D4, the first local qubits. */
export const residualSyndrome = ({ x, z }: FrameEffect): number => syndromeOf({ x: x & 31, z: z & 31 })

/** One operation's probabilities by pattern; its faults exclude one another. */
type FaultEffects = ReadonlyMap<number, number>

function effectsByOperation(
  faults: readonly FrameFault[],
  seen: (effect: FrameEffect) => number,
): readonly FaultEffects[] {
  const ways = new Map<number, Map<number, number>>()
  for (const { op, probability, effect } of faults) {
    const pattern = seen(effect)
    if (pattern === 0) continue
    const of = ways.get(op) ?? new Map<number, number>()
    ways.set(op, of.set(pattern, (of.get(pattern) ?? 0) + probability))
  }
  return [...ways.values()]
}

/**
 * Probability of each pattern of `width` bits. `seen` names the pattern of one fault; those of several add by XOR. The
 * distribution of a sum is the product of the operations' Walsh transforms; the logarithm of each is a sum over the
 * span of its own patterns, so one transform there and one back serve them all. Time O(2^width × width + operations);
 * the error of the odds is about 1e-16. An operation has no logarithm where its faults with odd parity to some mask
 * have probability ½ or more: the patterns are then convolved.
 */
export function patternOdds(
  faults: readonly FrameFault[],
  width: number,
  seen: (effect: FrameEffect) => number,
): Float64Array {
  const ways = effectsByOperation(faults, seen)
  const logs = new Float64Array(2 ** width)
  if (!ways.every(way => addLogarithm(logs, way))) return convolved(ways, width)
  const spectrum = walsh(logs).map(Math.exp)
  return walsh(spectrum).map(sum => Math.max(0, sum / spectrum.length))
}

/** Adds the coefficients of one operation's logarithm, each at its pattern; false where it has none. */
function addLogarithm(logs: Float64Array, way: FaultEffects): boolean {
  const coordinates = spanOf([...way.keys()])
  const values = new Float64Array(coordinates.size)
  for (let c = 0; c < values.length; c++) {
    let odd = 0
    for (const [pattern, probability] of way) if (parity(coordinates.get(pattern)! & c) === 1) odd += probability
    if (2 * odd >= 1) return false
    values[c] = Math.log(1 - 2 * odd)
  }
  walsh(values)
  for (const [pattern, at] of coordinates) logs[pattern]! += values[at]! / values.length
  return true
}

/** Every sum of the patterns, with its coordinates in a basis of them as bits. */
function spanOf(patterns: readonly number[]): Map<number, number> {
  const span = new Map([[0, 0]])
  for (const pattern of patterns) {
    if (span.has(pattern)) continue
    const { size } = span
    for (const [sum, at] of [...span]) span.set(sum ^ pattern, at | size)
  }
  return span
}

/** The Walsh–Hadamard transform, in place. */
function walsh(values: Float64Array): Float64Array {
  for (let step = 1; step < values.length; step *= 2)
    for (let at = 0; at < values.length; at++) {
      if ((at & step) !== 0) continue
      const [low, high] = [values[at]!, values[at | step]!]
      values[at] = low + high
      values[at | step] = low - high
    }
  return values
}

function convolved(ways: readonly FaultEffects[], width: number): Float64Array {
  const none = new Float64Array(2 ** width)
  none[0] = 1
  return ways.reduce(afterOperation, none)
}

function afterOperation(before: Float64Array, ways: FaultEffects): Float64Array {
  const quiet = 1 - sum([...ways.values()])
  const after = before.map(odds => odds * quiet)
  for (const [pattern, probability] of ways)
    for (let i = 0; i < after.length; i++) after[i]! += before[i ^ pattern]! * probability
  return after
}
