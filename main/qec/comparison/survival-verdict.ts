/** The survival verdict of a run: its parts and its text. */
import { oneSided } from '../../contract/model/estimate-bounds'
import type { Estimate } from '../../contract/model/primitives'
import { boundOfInterval, intervalText, type NumberUnit, PERCENT, RATIO } from '../../contract/numbers/interval-text'
import type { Comparison } from '../../contract/runs/comparison'
import {
  type Measurable,
  type PredictedCrossing,
  SPAM_INCLUDED,
  type SurvivalSummary,
  type SurvivalVerdict,
} from '../../contract/runs/survival'
import { SATURATED } from '../statistics/decay'
import { compare, logicalError, type RunCounts } from './compare'
import { basesOf } from './counts'
import { firstDraws } from './decay-draws'
import { measurableBy } from './measurability'
import { againstOne, bestNamedQubit, type SurvivalCounts } from './survival'

interface VerdictInputs extends SurvivalCounts {
  readonly comparison: Pick<Comparison, 'best' | 'median' | 'gain_best' | 'acceptance' | 'selection'>
  readonly logical_error: Estimate
  /** Detection mode: the share of kept shots is stated even where every shot was kept. */
  readonly discards: boolean
  /** null where nothing was predicted before the run. */
  readonly crossing: PredictedCrossing | null
}

export interface VerdictCounts extends RunCounts, Pick<VerdictInputs, 'discards' | 'crossing'> {}

export function compareWithSurvival(
  { discards, crossing, ...counts }: VerdictCounts,
  checkpoint: () => void,
): Comparison {
  const comparison = compare(counts, checkpoint)
  checkpoint()
  const { encoded, labels } = counts
  const physical = counts.physical.filter(({ counts: own }) => own.length > 0)
  const held = { encoded, physical, ...(labels && { labels }) }
  const judged = { ...held, comparison, logical_error: logicalError(comparison), discards, crossing }
  return { ...comparison, survival_verdict: survivalVerdict(judged) }
}

/** Takes tens of milliseconds where many qubits were measured after many numbers of rounds. */
function survivalVerdict(judged: VerdictInputs): SurvivalVerdict {
  const { encoded, comparison, discards, crossing } = judged
  const bestQubit = bestNamedQubit(judged, comparison.best, comparison.selection !== undefined)
  const best = bestQubit && againstOne(judged, bestQubit)
  const { median: middle } = comparison
  const median = middle && againstOne(judged, { qubit: middle.qubit, name: 'median', among: 1 })
  const verdict = best?.verdict ?? 'undecided'
  const higher = verdict === 'higher'
  const parts: Omit<SurvivalVerdict, 'text'> = {
    verdict,
    includes: SPAM_INCLUDED,
    best,
    median,
    crossing,
    acceptance:
      discards || encoded.some(({ accepted, shots }) => accepted < shots)
        ? comparison.acceptance.map(({ rounds, measured }) => ({ rounds, measured }))
        : null,
    logical_error: oneSided(judged.logical_error, higher ? 'high' : 'low', higher ? SATURATED : 0),
    gain: oneSided(comparison.gain_best.estimate, higher ? 'low' : 'high', higher ? 0 : Number.POSITIVE_INFINITY),
    measurable: measurableOf(judged),
  }
  return { ...parts, text: textOf(parts) }
}

/** Judged by what this run measured at R = 0 and after the fewest rounds, not by the prediction. */
function measurableOf({ encoded, logical_error, comparison }: VerdictInputs): Measurable {
  const gain = comparison.gain_best.estimate.value
  if (logical_error.value !== null)
    return { predicted: false, rounds: null, shots: null, text: hasFigure(gain !== null) }
  const bases = basesOf(encoded).filter(points => points.length > 0)
  const states = bases.map(points => points.filter(({ rounds }) => rounds === points[0]!.rounds).length)
  const least = comparison.acceptance.find(({ rounds }) => rounds > 0)
  return measurableBy(firstDraws(bases), { states, kept: least?.measured.value ?? 0, predicted: false })
}

const hasFigure = (gain: boolean): string =>
  gain
    ? 'ε_L and the gain have figures'
    : 'ε_L has a figure; the gain has none, as the error of the physical qubit has none: fewer rounds would show more of it'

function textOf({
  best,
  median,
  crossing,
  acceptance,
  logical_error,
  gain,
  measurable,
}: Omit<SurvivalVerdict, 'text'>) {
  const sides = [best, median].filter(side => side !== null)
  const sentences = [
    ...heldText(sides.map(({ text }) => text)),
    ...(sides.some(side => side.verdict === 'higher') ? [JOINTLY] : []),
    ...(crossing ? [`Predicted before the run: ${crossing.text}.`] : []),
    ...(acceptance ? [`Shots kept: ${acceptance.map(keptText).join(', ')}.`] : []),
    `One-sided, at 97.5 %: ${boundOf('ε_L', logical_error, PERCENT)}, ${boundOf('gain against the best qubit', gain, RATIO)}.`,
    `Measurable: ${measurable.text}.`,
  ]
  return sentences.join(' ')
}

const keptText = ({ rounds, measured }: NonNullable<SurvivalVerdict['acceptance']>[number]): string =>
  `${measured.value === null ? 'none' : intervalText(measured)} at R = ${rounds}`

const heldText = ([first = 'no physical qubit was measured', ...others]: readonly string[]): string[] => [
  `Survival, ${SPAM_INCLUDED}: ${first}.`,
  ...others.map(text => `Survival: ${text}.`),
]

const JOINTLY =
  'Where it is higher, that holds at 97.5 % jointly over the numbers of rounds, by the step-down method of Holm 1979 (Scandinavian Journal of Statistics 6, 65).'

const boundOf = (name: string, estimate: Estimate, unit: NumberUnit): string => {
  const bound = boundOfInterval(estimate, unit)
  return bound === null ? `no bound of the ${name}` : `${name} ${bound}`
}

export const survivalSummary = ({ verdict, best, median, text }: SurvivalVerdict): SurvivalSummary => ({
  verdict,
  median: median?.verdict ?? null,
  qubits: { best: best?.qubit ?? null, median: median?.qubit ?? null },
  text,
})
