/**
 * Whether the encoded state was read back less or more often than a physical qubit, preparation and readout included. A
 * statement of its own: it never decides the verdict of the gain, which compares errors per round.
 */
import type { Estimate } from '../../contract/model/primitives'
import { labelled, type QubitLabels } from '../../contract/model/qubit-labels'
import { mean } from '../../contract/numbers/arithmetic'
import { intervalText, PERCENTAGE_POINTS } from '../../contract/numbers/interval-text'
import type { Comparison } from '../../contract/runs/comparison'
import type { SurvivalAgainst, SurvivalWord } from '../../contract/runs/survival'
import { Z95 } from '../statistics/intervals'
import {
  chanceOfHigher,
  type Difference,
  differenceEstimate,
  differenceOf,
  holm,
} from '../statistics/stratified-newcombe'
import type { CircuitCount, QubitCounts } from './counts'

/** One-sided level: the share that a two-sided 95 % interval leaves out at each end. */
const SURVIVAL_LEVEL = 0.025

export interface SurvivalCounts {
  readonly encoded: readonly CircuitCount[]
  /** Every qubit with counts. */
  readonly physical: readonly QubitCounts[]
  /** The vendor's qubit labels. */
  readonly labels?: QubitLabels
}

/**
 * A physical qubit to compare with. `among` is the number of qubits from which the same shots picked it; 1 where other
 * shots did.
 */
export interface NamedQubit {
  readonly qubit: number
  readonly name: 'best' | 'median'
  readonly among: number
}

/** The differences at every R, and what they say together; null where the qubit has no counts. */
export function againstOne(held: SurvivalCounts, against: NamedQubit): SurvivalAgainst | null {
  const counts = held.physical.find(({ qubit }) => qubit === against.qubit)?.counts
  if (!counts?.length) return null
  const all = roundsOf(held.encoded).map(rounds => ({ rounds, difference: differenceAt(held.encoded, counts, rounds) }))
  const counted = all.filter(({ rounds }) => rounds > 0)
  const lower =
    counted.length > 0 && counted.every(({ difference }) => isLower(difference, SURVIVAL_LEVEL / against.among))
  const higher_at = lower ? [] : higherAt(held, against, counted)
  const verdict: SurvivalWord = lower ? 'lower' : higher_at.length > 0 ? 'higher' : 'undecided'
  const differences = all.map(({ rounds, difference }) => ({ rounds, difference: differenceEstimate(difference) }))
  return {
    qubit: against.qubit,
    verdict,
    differences,
    higher_at,
    text: sentence(against, { verdict, differences, higher_at, labels: held.labels }),
  }
}

interface DifferenceAtRounds {
  readonly rounds: number
  readonly difference: Difference | null
}

const roundsOf = (counts: readonly CircuitCount[]): number[] =>
  [...new Set(counts.map(({ rounds }) => rounds))].sort((a, b) => a - b)

/** Difference over the states that both sides have, each state a stratum; null where it is not determined. */
function differenceAt(encoded: readonly CircuitCount[], physical: readonly CircuitCount[], rounds: number) {
  const here = (counts: readonly CircuitCount[]) => counts.filter(count => count.rounds === rounds)
  const strata = here(encoded).flatMap(one => {
    const other = here(physical).find(({ state }) => state === one.state)
    return other ? [{ one: share(one), other: share(other) }] : []
  })
  return differenceOf(strata)
}

const share = ({ accepted, failures }: CircuitCount) => ({ shots: accepted, failures })

const isLower = (difference: Difference | null, level: number): boolean =>
  difference !== null && chanceOfHigher(reversed(difference)) <= level

const reversed = ({ value, limits }: Difference): Difference => ({
  value: -value,
  limits: z => {
    const [low, high] = limits(z)
    return [-high, -low]
  },
})

/**
 * The numbers of rounds at which the encoded survival is higher. Against the best qubit it must be higher than that of
 * every qubit, so the weakest of these tests counts.
 */
function higherAt(held: SurvivalCounts, { name }: NamedQubit, own: readonly DifferenceAtRounds[]): number[] {
  const chances = own.map(({ rounds, difference }) => {
    const all =
      name === 'best' ? held.physical.map(({ counts }) => differenceAt(held.encoded, counts, rounds)) : [difference]
    // Where one lower limit at 97.5 % is not above 0 no correction makes it so.
    if (all.some(one => one === null || one.limits(Z95)[0] <= 0)) return 1
    return Math.max(...all.map(chanceOfHigher))
  })
  return own.filter((_, i) => holm(chances, SURVIVAL_LEVEL)[i]).map(({ rounds }) => rounds)
}

/** Differences that a sentence quotes before it says how many more there are. */
const QUOTED = 4

interface QubitFinding {
  readonly verdict: SurvivalWord
  readonly differences: SurvivalAgainst['differences']
  readonly higher_at: readonly number[]
  readonly labels: QubitLabels | undefined
}

function sentence(
  { qubit, name, among }: NamedQubit,
  { verdict, differences, higher_at, labels }: QubitFinding,
): string {
  const counted = differences.filter(({ rounds }) => rounds > 0)
  const whom = `the ${name} physical qubit (${labelled(qubit, labels)})`
  const picked = among > 1 ? `, corrected for the choice among ${among} qubits by the same shots (Bonferroni)` : ''
  if (verdict === 'lower') return `lower than ${whom} at every measured R${picked}: ${quoted(counted)}`
  if (verdict === 'undecided')
    return `neither lower than ${whom} at every measured R nor higher at some R${picked}: ${quoted(counted)}`
  const every = name === 'best' ? ', and than every other qubit,' : ''
  const at = counted.filter(({ rounds }) => higher_at.includes(rounds))
  return `higher than ${whom}${every} at R = ${higher_at.join(', ')} (jointly over R): ${quoted(at)}`
}

function quoted(differences: SurvivalAgainst['differences']): string {
  const first = differences.slice(0, QUOTED).map(({ rounds, difference }) => `${inPoints(difference)} at R = ${rounds}`)
  const more = differences.length - first.length
  return `encoded less physical ${first.join(', ')}${more > 0 ? `, and ${more} more` : ''}`
}

/** A difference of shares. */
const inPoints = (difference: Estimate): string =>
  difference.value === null ? 'not known (a state without a kept shot)' : intervalText(difference, PERCENTAGE_POINTS)

/**
 * The qubit that the survival is compared with: the one that pilot shots chose; else, corrected for the choice, the best
 * one or, without one, the qubit that survives most.
 */
export function bestNamedQubit(
  { physical }: SurvivalCounts,
  best: Comparison['best'],
  selected: boolean,
): NamedQubit | null {
  if (best && selected) return { qubit: best.qubit, name: 'best', among: 1 }
  const ranked = [...physical].sort((a, b) => meanFailing(a) - meanFailing(b) || a.qubit - b.qubit)
  const qubit = best?.qubit ?? ranked[0]?.qubit
  return qubit === undefined ? null : { qubit, name: 'best', among: physical.length }
}

function meanFailing({ counts }: QubitCounts): number {
  return mean(counts.filter(({ rounds }) => rounds > 0).map(({ failures, accepted }) => failures / accepted))
}
