/** Where the survival curves of the encoded state and of a physical qubit would cross, as predicted before a run. */
import type { Estimate } from '../../contract/model/primitives'
import { labelled, type QubitLabels } from '../../contract/model/qubit-labels'
import { mean } from '../../contract/numbers/arithmetic'
import { intervalParts, PERCENT, PLAIN_NUMBER, quantityText } from '../../contract/numbers/interval-text'
import type { Measurable, PredictedCrossing } from '../../contract/runs/survival'
import { measurableBy } from '../comparison/measurability'
import { CONFIDENCE } from '../statistics/intervals'
import { signal } from '../statistics/likelihood'
import type { Decay } from '../statistics/posterior'

/** A physical qubit, known exactly. */
export interface KnownQubit {
  readonly qubit: number
  readonly decay: Decay
}

/** `encoded`: draws of its predicted decay; without any, no crossing is predicted. */
function crossings(
  encoded: readonly Decay[],
  { best, median }: Pick<SurvivalInputs, 'best' | 'median'>,
  labels?: QubitLabels,
): PredictedCrossing {
  const at = (side: KnownQubit | null) => (side && encoded.length > 0 ? crossingOf(encoded, side.decay) : null)
  const [atBest, atMedian] = [at(best), at(median)]
  const text = [
    ...(atBest ? [`against the best qubit (${labelled(best!.qubit, labels)}) ${crossingText(atBest)}`] : []),
    ...(atMedian ? [`against the median qubit (${labelled(median!.qubit, labels)}) ${crossingText(atMedian)}`] : []),
  ].join('; ')
  const [known, other] = [atBest?.rounds ?? NOT_KNOWN, atMedian?.rounds ?? NOT_KNOWN]
  return { predicted: true, best: known, median: other, text: text || NOT_KNOWN.method }
}

const METHOD =
  'predicted before the run: decays of a quick simulation against the exact decay of the qubit, ½[1 + A(1−2ε)^R] averaged ' +
  'over the bases; median and interval over draws of what the simulation leaves open; null: they do not cross before both are lost'

const NOT_KNOWN: Estimate = {
  value: null,
  low: null,
  high: null,
  confidence: CONFIDENCE,
  method: 'not predicted: no qubit has figures, or nothing would be accepted',
}

/** Signal of a state after R rounds, averaged over the bases: 2 × survival − 1. */
export const left = ({ errors, spams }: Decay, rounds: number): number =>
  mean(errors.map((error, b) => spams[b]! * signal(error, rounds)))

interface CrossingAt {
  readonly rounds: Estimate
  /** Whether the encoded survival is below the physical one before they cross, or for all R where they never cross. */
  readonly starts_lower: boolean
  /** Survival where they cross. */
  readonly survival: number | null
}

function crossingOf(encoded: readonly Decay[], physical: Decay): CrossingAt {
  const against = curveOf(physical)
  const sorted = encoded.map(decay => crossing(curveOf(decay), against)).sort((a, b) => a - b)
  const at = (share: number) => finite(sorted[Math.round(share * (sorted.length - 1))])
  const value = at(0.5)
  const lower = encoded.filter(decay => left(decay, 0) < left(physical, 0)).length
  return {
    rounds: {
      value,
      low: at((1 - CONFIDENCE) / 2),
      high: at((1 + CONFIDENCE) / 2),
      confidence: CONFIDENCE,
      method: METHOD,
    },
    starts_lower: lower > encoded.length / 2,
    survival: value && (1 + left(physical, value)) / 2,
  }
}

const finite = (rounds: number | undefined): number | null =>
  rounds !== undefined && Number.isFinite(rounds) ? rounds : null

/** Numbers of rounds that the search visits after 0: the first, the factor from one to the next, and the last. */
const [FIRST, FACTOR, MOST] = [0.01, 1.05, 1e9]
const STEPS = [
  0,
  ...Array.from({ length: Math.ceil(Math.log(MOST / FIRST) / Math.log(FACTOR)) }, (_, k) => FIRST * FACTOR ** k),
]
/**
 * A curve is lost when its signal is at most this, half a percent above ½: a pilot run hardly distinguishes it from
 * nothing.
 */
const LOST = 0.01

/** `left` of a decay for the search, which calls it hundreds of times: by exponentials, each step computed once. */
interface SurvivalCurve {
  readonly left: (rounds: number) => number
  readonly atStep: (step: number) => number
}

function curveOf({ errors, spams }: Decay): SurvivalCurve {
  const rates = errors.map(error => Math.log(1 - 2 * error))
  const left = (rounds: number): number => {
    let sum = 0
    for (let b = 0; b < rates.length; b++) sum += spams[b]! * (rounds === 0 ? 1 : Math.exp(rates[b]! * rounds))
    return sum / rates.length
  }
  const known: number[] = []
  return {
    left,
    atStep(step) {
      known[step] ??= left(STEPS[step]!)
      return known[step]!
    },
  }
}

/**
 * The first number of rounds, in general not an integer, at which the curves cross; Infinity where they do not before both
 * are lost.
 */
function crossing(one: SurvivalCurve, other: SurvivalCurve): number {
  const apart = (rounds: number) => one.left(rounds) - other.left(rounds)
  const above = one.atStep(0) > other.atStep(0)
  for (let step = 1; step < STEPS.length; step++) {
    if (Math.max(one.atStep(step - 1), other.atStep(step - 1)) <= LOST) break
    const difference = one.atStep(step) - other.atStep(step)
    if (difference !== 0 && difference > 0 !== above)
      return bisected(rounds => apart(rounds) > 0 === above, STEPS[step - 1]!, STEPS[step]!)
  }
  return Number.POSITIVE_INFINITY
}

function bisected(stays: (rounds: number) => boolean, from: number, to: number): number {
  let [low, high] = [from, to]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (stays(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function crossingText({ rounds: { value, low, high }, starts_lower, survival }: CrossingAt): string {
  const [first, then] = starts_lower ? ['lower', 'higher'] : ['higher', 'lower']
  if (value === null)
    return `the curves never cross: encoded survival stays ${first} until both are lost (within 0.5 % of ½)`
  const [at, from, to] = intervalParts({ value, low, high }, PLAIN_NUMBER)
  return `the curves cross at R ≈ ${at} [${from ?? '–'}, ${to ?? 'never'}], where ${quantityText(survival!, PERCENT)} survive: encoded is ${first} before and ${then} beyond`
}

export interface SurvivalPrediction {
  readonly crossing: PredictedCrossing
  readonly measurable: Measurable
}

export interface SurvivalInputs {
  /** Draws of the encoded decay, as far as it is predicted. */
  readonly encoded: readonly Decay[]
  /** null where no qubit has figures. */
  readonly best: KnownQubit | null
  readonly median: KnownQubit | null
  /** States of each basis. */
  readonly states: readonly number[]
  /** Share of the shots that is kept after one round. */
  readonly kept: number
  /** The vendor's qubit labels. */
  readonly labels?: QubitLabels
}

export const survivalPrediction = ({
  encoded,
  best,
  median,
  states,
  kept,
  labels,
}: SurvivalInputs): SurvivalPrediction => ({
  crossing: crossings(encoded, { best, median }, labels),
  measurable: measurableBy(encoded, { states, kept, predicted: true }),
})
