/** The survival verdict as words and rows. It stands beside the gain and never decides it. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import {
  boundOfInterval,
  intervalParts,
  type NumberUnit,
  PERCENT,
  PERCENTAGE_POINTS,
  RATIO,
} from '../../../../main/contract/numbers/interval-text'
import { significant } from '../../../../main/contract/numbers/number-text'
import type {
  SurvivalAgainst,
  SurvivalSummary,
  SurvivalVerdict,
  SurvivalWord,
} from '../../../../main/contract/runs/survival'
import type { DataTable } from '../charts/chart'
import { confidence, estimate, NO_VALUE } from '../format/quantity'

export const SURVIVAL_TEXT: Record<SurvivalWord, string> = {
  lower: 'Lower at every measured R',
  higher: 'Higher at some R',
  undecided: 'Not decided',
}

export const SURVIVAL_INTENTS = { lower: 'bad', higher: 'ok', undecided: 'warn' } as const

/** `lower at every measured R`; a dash for runs of versions that did not say. */
export const survivalShortText = (summary: Pick<SurvivalSummary, 'verdict'> | undefined): string =>
  summary === undefined ? NO_VALUE : withinSentence(summary.verdict)

/** The verdict as part of a sentence: its first letter in lower case. */
export const withinSentence = (verdict: SurvivalWord): string => {
  const word = SURVIVAL_TEXT[verdict]
  return word[0]!.toLowerCase() + word.slice(1)
}

/** The sentences of a record's text, one by one. */
export const sentencesOf = (text: string): readonly string[] => text.split(/(?<=\.) (?=\p{Lu})/u)

const sidesOf = ({ best, median }: SurvivalVerdict): [string, SurvivalAgainst][] => [
  ...(best ? [[`Best (qubit ${best.qubit})`, best] as [string, SurvivalAgainst]] : []),
  ...(median ? [[`Median (qubit ${median.qubit})`, median] as [string, SurvivalAgainst]] : []),
]

/** A row for each qubit and number of rounds. */
export const survivalDifferencesTable = (verdict: SurvivalVerdict): DataTable => ({
  columns: ['Against', 'Rounds', 'Encoded less physical', 'Low', 'High', 'Counts for the verdict'],
  rows: sidesOf(verdict).flatMap(([name, { differences }]) =>
    differences.map(({ rounds, difference }) => [
      name,
      rounds,
      ...intervalParts(difference, PERCENTAGE_POINTS).map(part => part ?? NO_VALUE),
      rounds === 0 ? 'no: preparation and readout alone' : 'yes',
    ]),
  ),
})

const rounds = (value: number | null) => (value === null ? NO_VALUE : significant(value))

/** Where the curves cross, as predicted. */
const crossingText = (crossing: Estimate) =>
  crossing.value === null
    ? 'never'
    : `R ≈ ${rounds(crossing.value)} [${rounds(crossing.low)}, ${crossing.high === null ? 'never' : rounds(crossing.high)}]`

const boundRow = (name: string, figure: Estimate, unit: NumberUnit) => [
  name,
  boundOfInterval(figure, unit) ?? 'not bounded',
  confidence(figure),
]

/** Further facts of the verdict, each with its source. */
export function survivalFacts(verdict: SurvivalVerdict): DataTable {
  const { crossing, acceptance, logical_error, gain, measurable } = verdict
  return {
    columns: ['What', 'Value', 'From'],
    rows: [
      ...sidesOf(verdict).map(([name, side]) => [
        `Against ${name.toLowerCase()}`,
        SURVIVAL_TEXT[side.verdict],
        'measured',
      ]),
      ...(crossing
        ? [
            ['Survival curves cross, best qubit', crossingText(crossing.best), 'predicted before the run'],
            ['Survival curves cross, median qubit', crossingText(crossing.median), 'predicted before the run'],
          ]
        : []),
      ...(acceptance ?? []).map(each => [
        `Shots kept, R = ${each.rounds}`,
        estimate(each.measured),
        `measured, ${confidence(each.measured)}`,
      ]),
      boundRow('ε_L, one-sided', logical_error, PERCENT),
      boundRow('Gain against the best, one-sided', gain, RATIO),
      [
        'What would give a figure',
        measurable.text,
        measurable.predicted ? 'predicted before the run' : 'by what this run measured',
      ],
    ],
  }
}
