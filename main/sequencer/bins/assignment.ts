/** Assignment errors of each qubit from preparing 0 and 1 and reading at once, beside the calibration's. */
import type { Estimate } from '../../contract/model/primitives'
import { type BitPlanes, bitAt } from '../../qec/program/frame'
import { wilson, wilsonLimits } from '../../qec/statistics/intervals'

export interface Assignment {
  readonly qubit: number
  readonly shots: number
  /** How often 1 was read where 0 was prepared, and 0 where 1 was. */
  readonly read_1_of_0: Estimate
  readonly read_0_of_1: Estimate
  /** Whether either is further than 5 σ from what the calibration expects. */
  readonly mismatch: boolean
}

/** Standard deviations of the normal distribution. */
const SIGMAS = 5

/**
 * Plane i is of `qubits[i]`, in both. `expected` gives the probability of the wrong outcome after preparing 0 and 1, errors of the
 * reset and the gate included.
 */
export function assignmentOf(
  qubits: readonly number[],
  prepared: readonly [zero: BitPlanes, one: BitPlanes],
  expected: (qubit: number) => readonly [zero: number, one: number],
): Assignment[] {
  return qubits.map((qubit, i) => {
    const ones = prepared.map(planes => onesOf(planes, i)) as [number, number]
    const [zero, one] = prepared
    const wrong = [ones[0], one.shots - ones[1]] as const
    const shots = [zero.shots, one.shots] as const
    const off = expected(qubit).some((rate, k) => isFar(wrong[k]!, shots[k]!, rate))
    const [read_1_of_0, read_0_of_1] = [wilson(wrong[0], shots[0]), wilson(wrong[1], shots[1])]
    return { qubit, shots: Math.min(...shots), read_1_of_0, read_0_of_1, mismatch: off }
  })
}

function onesOf(planes: BitPlanes, plane: number): number {
  let sum = 0
  for (let shot = 0; shot < planes.shots; shot++) sum += bitAt(planes, plane, shot)
  return sum
}

function isFar(count: number, shots: number, rate: number): boolean {
  if (shots === 0) return false
  const [low, high] = wilsonLimits(count, shots, SIGMAS)
  return rate < low || rate > high
}
