/**
 * The lower median of the errors of all qubits, by bootstrap: each draw takes one error of every qubit from its posterior,
 * and the median of these. The interval of the one qubit in the middle would be wider and say less about the median. For
 * the lower end of the median, a qubit without a figure counts at the lower end of its error; for the upper end, at the
 * upper one (0 and ½ where nothing bounds it).
 */
import type { Estimate } from '../../contract/model/primitives'
import { lowerMedian } from '../experiment/baseline'
import { bounded, SATURATED } from '../statistics/decay'
import { drawnSpread, quantileOf } from '../statistics/empirical-distributions'
import { CONFIDENCE, equalTailed } from '../statistics/intervals'
import { uniforms } from '../statistics/random'
import type { Side } from './gain'
import type { ComparedQubit } from './intersection-union'

const DRAWS = 2_000
const METHOD = `lower median of the errors of all qubits, interval from ${DRAWS} bootstrap draws of all of them`

export interface Median extends Side {
  /** The qubit in the middle, where qubits without a figure count at their upper ends. */
  readonly qubit: number
}

type End = 'low' | 'high'
const WHERE_UNKNOWN = { low: 0, high: SATURATED } as const

/** Null without qubits. Equal errors are ordered by qubit index. */
export function medianOf(compared: readonly ComparedQubit<Side>[], seed: bigint): Median | null {
  if (compared.length === 0) return null
  const random = uniforms(seed)
  const drawn = compared.map(({ fitted }) =>
    fitted.spread ? Float64Array.from({ length: DRAWS }, () => fitted.draw(random)) : null,
  )
  const low = mediansOf(compared, drawn, 'low')
  const high = drawn.every(draws => draws !== null) ? low : mediansOf(compared, drawn, 'high')
  const [under, over] = [middleOf(compared, 'low'), middleOf(compared, 'high')]
  const value = under === over ? over.fitted.fit.error_per_round.value : null
  const draw = (uniform: () => number) => quantileOf(low, uniform())
  const side = { qubit: over.qubit, fit: { error_per_round: estimateOf(value, low, high) }, draw }
  return { ...side, spread: value === null ? null : drawnSpread(low) }
}

function estimateOf(value: number | null, low: Float64Array, high: Float64Array): Estimate {
  const quantile = (share: number) => quantileOf(share < 0.5 ? low : high, share)
  if (value !== null) return equalTailed(value, quantile, METHOD)
  const ends = [quantile((1 - CONFIDENCE) / 2), quantile((1 + CONFIDENCE) / 2)] as const
  return bounded(ends, `${METHOD}; which qubit lies in the middle depends on qubits without a figure`)
}

const endOf = ({ fitted }: ComparedQubit<Side>, end: End): number =>
  fitted.fit.error_per_round[end] ?? WHERE_UNKNOWN[end]

/** The qubit in the middle where those without a figure stand at this end. */
function middleOf(compared: readonly ComparedQubit<Side>[], end: End): ComparedQubit<Side> {
  const at = (qubit: ComparedQubit<Side>) => qubit.fitted.fit.error_per_round.value ?? endOf(qubit, end)
  return [...compared].sort((a, b) => at(a) - at(b) || a.qubit - b.qubit)[lowerMedian(compared.length)]!
}

/** The median of every draw, ascending. */
function mediansOf(
  compared: readonly ComparedQubit<Side>[],
  drawn: readonly (Float64Array | null)[],
  end: End,
): Float64Array {
  const ends = compared.map(qubit => endOf(qubit, end))
  const at = lowerMedian(compared.length)
  const errors = new Float64Array(compared.length)
  return Float64Array.from({ length: DRAWS }, (_, i) => {
    for (let q = 0; q < errors.length; q++) errors[q] = drawn[q]?.[i] ?? ends[q]!
    return errors.sort()[at]!
  }).sort()
}
