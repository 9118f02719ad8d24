/**
 * The encoded qubit against every physical one. It beats the best of them only if it beats each, so every one of the tests
 * has to hold and none needs a correction (intersection–union test, Berger 1982). A loss claims that some qubit is better;
 * the best of many is partly best by chance, so its bound is corrected for their number (first step of Holm 1979). No qubit
 * is chosen here, so chance in a choice decides nothing.
 */
import type { Estimate } from '../../contract/model/primitives'
import { labelled, type QubitLabels } from '../../contract/model/qubit-labels'
import { significant } from '../../contract/numbers/number-text'
import { type AgainstAll, GAIN_LEVEL, type Gain } from '../../contract/runs/comparison'
import { pointSpread, ratioQuantile } from '../statistics/empirical-distributions'
import type { Spread } from '../statistics/posterior'

/** Parts of a fit that the test uses. */
export interface Counted {
  readonly fit: { readonly error_per_round: Estimate }
  readonly spread: Spread | null
}

export interface ComparedQubit<Fit extends Counted = Counted> {
  readonly qubit: number
  readonly fitted: Fit
}

/**
 * The spread of a fit for a bound at this end: its own or, without one, the single point of its interval's end; null where
 * that end is open.
 */
export function countedBy({ fit, spread }: Counted, end: 'low' | 'high'): Spread | null {
  const at = fit.error_per_round[end]
  return spread ?? (at === null ? null : pointSpread(at))
}

export interface Beside {
  /** The vendor's qubit labels. */
  readonly labels?: QubitLabels | undefined
  /**
   * The same qubits with preparation and readout not counted in their errors; given where the encoded error counts its own.
   * A gain then has to hold against these.
   */
  readonly bare?: readonly ComparedQubit[] | undefined
}

type Bound = NonNullable<AgainstAll['least']>

/** Null without an encoded fit or without physical qubits. */
export function intersectionUnionTest(
  compared: readonly ComparedQubit[],
  encoded: Counted | null,
  { labels, bare }: Beside = {},
): { readonly verdict: Gain['verdict']; readonly against: AgainstAll } | null {
  if (!encoded || compared.length === 0) return null
  const figures = compared.filter(({ fitted }) => fitted.spread !== null)
  const least = leastOf(bare ?? compared, countedBy(encoded, 'high'))
  const most = mostOf(figures, countedBy(encoded, 'low'))
  const verdict = least && least.bound > 1 ? 'gain' : most && most.bound < 1 ? 'no_gain' : 'inconclusive'
  const counts = { qubits: compared.length, without_figure: compared.length - figures.length }
  const against = { ...counts, least, most }
  const text = `${textOf(verdict, against, labels)}${bare ? BARE : ''}`
  return { verdict, against: { ...against, text } }
}

const smallest = (bounds: readonly Bound[]): Bound | null =>
  bounds.reduce<Bound | null>((least, bound) => (least && least.bound <= bound.bound ? least : bound), null)

/** A qubit whose error has no lower bound may be perfect: the bound of its ratio is 0. */
function leastOf(compared: readonly ComparedQubit[], encoded: Spread | null): Bound | null {
  if (!encoded) return null
  return smallest(
    compared.map(({ qubit, fitted }) => {
      const physical = countedBy(fitted, 'low')
      return { qubit, bound: physical ? ratioQuantile(physical, encoded, GAIN_LEVEL) : 0 }
    }),
  )
}

function mostOf(figures: readonly ComparedQubit[], encoded: Spread | null): Bound | null {
  if (!encoded) return null
  const share = 1 - GAIN_LEVEL / figures.length
  return smallest(figures.map(({ qubit, fitted }) => ({ qubit, bound: ratioQuantile(fitted.spread!, encoded, share) })))
}

const BARE =
  ' With one number of rounds preparation and readout are counted in ε_L; for a gain they are not counted in ε_i, whose A is that of R = 0.'

function textOf(
  verdict: Gain['verdict'],
  { qubits, without_figure, least, most }: Omit<AgainstAll, 'text'>,
  labels: QubitLabels | undefined,
): string {
  const level = `${100 * (1 - GAIN_LEVEL)} %`
  const all = qubits === 1 ? 'the one physical qubit' : `every one of ${qubits} physical qubits`
  const lost =
    without_figure === 0 ? '' : ` ${without_figure} without a figure count by the lower bound of their error.`
  const nearest =
    least &&
    `the smallest lower bound of ε_i/ε_L, at ${level}, is ${significant(least.bound)}, of qubit ${labelled(least.qubit, labels)}`
  const worst =
    most &&
    `the smallest upper bound of ε_i/ε_L, at ${level} and corrected for ${qubits - without_figure} qubits (Holm), is ${significant(most.bound)}, of qubit ${labelled(most.qubit, labels)}`
  const rule = `A gain has to hold against ${all}: ${nearest ?? 'nothing bounds ε_L from above'}.`
  const loss = `A loss takes one better qubit: ${worst ?? 'nothing bounds ε_L from below, or no qubit has a figure'}.`
  const rules = { gain: rule, no_gain: loss, inconclusive: `${rule} ${loss}` }[verdict]
  return `${rules}${lost}`
}
