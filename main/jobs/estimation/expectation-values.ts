/** Values of observables with their errors, from the moments of their groups. */
import type { ExpectationValue } from '../../contract/jobs/observables'
import { sum } from '../../contract/numbers/arithmetic'
import { LEVEL, student95, widenedVariance } from './intervals'
import type { ParityMoments } from './moments'
import type { Confusion } from './readout'

export const SAMPLED_METHOD =
  'Student’s t by Satterthwaite’s degrees of freedom, of the sample variance with six imagined shots at the ends of the range of each group (after Agresti and Coull 1998)'
export const MITIGATED_METHOD = `${SAMPLED_METHOD}; the error of the confusion by the delta method`
export const QUASI_METHOD =
  'Student’s t, of the multinomial variance with six imagined shots at the ends of the range of each outcome (after Agresti and Coull 1998); the error of the confusion by the delta method'
export const EXACT_METHOD = 'calculated, not sampled'

interface GroupMoments {
  readonly moments: ParityMoments
  /** Index in `confusions` of each measured bit; empty where the readout is not inverted. */
  readonly confusion_of: readonly number[]
}

export interface ValuesInput {
  /** Coefficient of the identity in each observable. */
  readonly constants: readonly number[]
  readonly groups: readonly GroupMoments[]
  /** Confusion of each qubit whose readout is inverted; empty where none is. */
  readonly confusions: readonly Confusion[]
}

export interface Values {
  readonly values: readonly Pick<ExpectationValue, 'value' | 'standard_error' | 'interval'>[]
  /** Covariance of the errors of the values: observables × observables. */
  readonly covariance: readonly (readonly number[])[]
  /** Part of each value's variance that comes from the readout's confusion; more shots of the groups do not lower it. */
  readonly readout_variances: readonly number[]
}

/**
 * The values, each the sum of the groups' means and the constant. Their covariance is that of the shots (divided by one shot
 * fewer), plus that of the readout confusion, which all groups share. Requires at least two shots in each group.
 */
export function valuesOf({ constants, groups, confusions }: ValuesInput): Values {
  const size = constants.length
  const covariance = constants.map(() => constants.map(() => 0))
  const values = [...constants]
  const widened = constants.map(() => ({ variance: 0, satterthwaite: 0 }))
  for (const { moments } of groups) {
    const { shots, means, covariance: single, ranges } = moments
    for (let o = 0; o < size; o++) {
      values[o]! += means[o]!
      const own = widenedVariance({ shots, variance: single[o * size + o]!, offset: means[o]!, range: ranges[o]! })
      widened[o]!.variance += own
      widened[o]!.satterthwaite += own ** 2 / (shots - 1)
      for (let p = 0; p < size; p++) covariance[o]![p]! += single[o * size + p]! / (shots - 1)
    }
  }
  const shared = confusionCovariance(groups, confusions, size)
  for (let o = 0; o < size; o++) for (let p = 0; p < size; p++) covariance[o]![p]! += shared[o]![p]!
  return {
    covariance,
    readout_variances: shared.map((row, o) => row[o]!),
    values: values.map((value, o) => {
      const variance = widened[o]!.variance + shared[o]![o]!
      const half = student95(variance ** 2 / widened[o]!.satterthwaite) * Math.sqrt(variance)
      const interval = { low: value - half, high: value + half, level: LEVEL }
      return { value, standard_error: Math.sqrt(covariance[o]![o]!), interval }
    }),
  }
}

/**
 * Delta method: slopes with P(1|0) and P(0|1) of each qubit, summed over all groups, times the variances of these
 * probabilities.
 */
function confusionCovariance(
  groups: readonly GroupMoments[],
  confusions: readonly Confusion[],
  size: number,
): number[][] {
  const slopes = Array.from({ length: size }, () => new Float64Array(confusions.length * 2))
  for (const { moments, confusion_of } of groups)
    for (let o = 0; o < size; o++)
      for (const [bit, confusion] of confusion_of.entries())
        for (const share of [0, 1])
          slopes[o]![confusion * 2 + share]! += moments.slopes[(o * confusion_of.length + bit) * 2 + share] ?? 0
  const variances = confusions.flatMap(confusion => confusion.variances)
  return slopes.map(own => slopes.map(other => sum(variances.map((variance, at) => own[at]! * other[at]! * variance))))
}

/**
 * For each observable, the variance of the mitigated value (with the error of the confusion) divided by that of the raw
 * value from the same shots; null where the raw value has variance 0.
 */
export const varianceFactors = (raw: Values, mitigated: Values): (number | null)[] =>
  raw.values.map(({ standard_error: before }, o) =>
    before > 0 ? (mitigated.values[o]!.standard_error / before) ** 2 : null,
  )
