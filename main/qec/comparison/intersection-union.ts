/**
 * The encoded qubit against every physical one. That it beats the best of them is the claim that it beats each, so that every
 * one of the tests has to hold and none needs a correction (intersection–union test, Berger 1982). That it does not is the
 * claim that some qubit is better, and the best of many owes its figure to chance as well, so that its bound is corrected for
 * their number (first step of Holm 1979). No qubit is chosen here, and chance in choosing one decides nothing.
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

/** How a fit counts where a lower or an upper end is wanted; null where its counts do not determine it. */
export function countedBy({ fit, spread }: Counted, end: 'low' | 'high'): Spread | null {
  const at = fit.error_per_round[end]
  return spread ?? (at === null ? null : pointSpread(at))
}

export interface Beside {
  /** The vendor's. */
  readonly labels?: QubitLabels | undefined
  /** The same qubits, preparation and readout not counted in their errors, where they are in the encoded one: a gain has to hold against these. */
  readonly bare?: readonly ComparedQubit[] | undefined
}

type Bound = NonNullable<AgainstAll['least']>

/** Null where nothing is to be compared. */
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

/** A qubit that nothing bounds from below may be perfect: its ratio is 0 then. */
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
