/** Results of a run, as text. */
import { freeText, modeOf } from '../../contract/backends/catalogue'
import { labelled, type QubitLabels } from '../../contract/model/qubit-labels'
import type { ResolvedModule } from '../../contract/modules/candidates'
import { PERCENT, PLAIN_NUMBER, quantityText, RATIO } from '../../contract/numbers/interval-text'
import type { Comparison } from '../../contract/runs/comparison'
import type { RunRecord } from '../../contract/runs/record'
import { facts, table } from '../io/table'
import {
  boundOf,
  byBasis,
  gainWithVerdict,
  goodnessRows,
  microsecondsText,
  predictedText,
  type ReportRow,
  withInterval,
} from './report-figures'

/** The results, without the warnings that were shown with the module. */
export function resultText(record: RunRecord, module: ResolvedModule): string {
  return [
    record.simulated
      ? `SIMULATED on ${record.engine}${record.decay === 'exact' ? ', decay exact' : ''}: no device was measured.`
      : '',
    survivalText(record.comparison, record.qubit_labels),
    '',
    facts([...resultFacts(record), ...newWarnings(record, module)]),
  ]
    .filter((line, i) => i > 0 || line !== '')
    .join('\n')
}

function survivalText({ encoded, best, median, acceptance }: Comparison, labels: QubitLabels | undefined): string {
  const survival = (points: Comparison['encoded']['pooled'] | undefined, rounds: number): string => {
    const error = points?.find(point => point.rounds === rounds)?.error
    if (!error || error.value === null) return '–'
    return withInterval({ ...error, value: 1 - error.value, low: 1 - error.high!, high: 1 - error.low! })
  }
  const rows = encoded.pooled.map(({ rounds, shots, accepted }) => [
    String(rounds),
    survival(encoded.pooled, rounds),
    `${accepted} of ${shots}`,
    predictedText(acceptance.find(row => row.rounds === rounds)?.predicted),
    survival(best?.pooled, rounds),
    survival(median?.pooled, rounds),
  ])
  const qubit = (side: Comparison['best']) => (side ? `qubit ${labelled(side.qubit, labels)}` : 'none')
  return table(
    [
      ['rounds', 'encoded survival', 'accepted', 'predicted', `best (${qubit(best)})`, `median (${qubit(median)})`],
      ...rows,
    ],
    ['right'],
  )
}

function resultFacts(record: RunRecord): ReportRow[] {
  const { best, median } = record.physical_baseline_error
  const { fit } = record.comparison.encoded
  return [
    ['ε_L per round', withInterval(record.logical_error)],
    ...(fit?.spam ? [['SPAM factor A, mean', withInterval(fit.spam, PLAIN_NUMBER)] as const] : []),
    ...byBasis(fit),
    ...goodnessRows(fit),
    [
      'ε best qubit',
      best ? `${withInterval(best.error_per_round)}  (qubit ${labelled(best.qubit, record.qubit_labels)})` : '–',
    ],
    [
      'ε median qubit',
      median ? `${withInterval(median.error_per_round)}  (qubit ${labelled(median.qubit, record.qubit_labels)})` : '–',
    ],
    ['acceptance', withInterval(record.postselection_acceptance_rate)],
    ...spamFacts(record),
    ['gain over best', gainWithVerdict(record.logical_gain.best)],
    ['gain over median', gainWithVerdict(record.logical_gain.median)],
    ...chosenFacts(record),
    ...wallTimeFacts(record),
    ...survivalFacts(record.survival_verdict),
    ...(record.decoders ?? [])
      .slice(1)
      .map(other => [`ε_L by ${other.decoder}`, withInterval(other.logical_error)] as const),
    ...(record.tokens ? [['charged', chargedText(record.tokens, record.backend_id)] as const] : []),
    ['decoder', `${record.decoder} (${record.decoder_version}), seed ${record.seed}`],
  ]
}

const chargedText = (
  { charged, shots_executed, price_per_shot }: NonNullable<RunRecord['tokens']>,
  backend_id: string,
): string =>
  `${charged} tokens for ${shots_executed} shots${price_per_shot === 0 ? `: ${freeText(modeOf(backend_id))}` : ''}`

/** Preparation and readout: attempts, the measured error without a round, and the choice of readout. */
function spamFacts({ preparation, readout_choice, comparison }: RunRecord): ReportRow[] {
  const measured = comparison.encoded.pooled.find(({ rounds }) => rounds === 0)?.error
  return [
    ...(preparation
      ? [
          [
            'preparation',
            `${withInterval(preparation.acceptance)} of attempts accepted, predicted ${quantityText(preparation.predicted_acceptance, PERCENT)}; ${microsecondsText(preparation.mean_duration_ns)} until one is`,
          ] as const,
        ]
      : []),
    ...(measured ? [['error at R = 0', withInterval(measured)] as const] : []),
    ...(readout_choice ? [['readout', readout_choice.text] as const] : []),
  ]
}

/** The comparison behind the verdict, and how the best qubit was chosen. */
const chosenFacts = ({ logical_gain, comparison: { selection } }: RunRecord): ReportRow[] => [
  ...(logical_gain.best.against ? [['verdict', logical_gain.best.against.text] as const] : []),
  ...(selection ? [['best qubit', `chosen on ${selection.pilot_shots} pilot shots. ${selection.text}`] as const] : []),
]

/** Baselines at wall times; the headline's baseline waits for exactly T_round × R. */
const wallTimeFacts = ({ comparison, qubit_labels }: RunRecord): ReportRow[] =>
  (['best', 'median'] as const).flatMap((key): ReportRow[] => {
    const side = comparison.physical_wall_time?.[key]
    if (!side) return []
    const figures = `ε ${withInterval(side.error_per_round)}, gain ${withInterval(side.gain, RATIO)}  (qubit ${labelled(side.qubit, qubit_labels)})`
    return [[`${key}, at wall times`, figures]]
  })

const SURVIVAL = { lower: 'LOWER AT EVERY MEASURED R', higher: 'HIGHER AT SOME R', undecided: 'NOT DECIDED' } as const

/** The survival verdict, which is separate from that of the gain. */
const survivalFacts = (verdict: RunRecord['survival_verdict']): ReportRow[] =>
  verdict === undefined
    ? []
    : [
        ['survival', `${SURVIVAL[verdict.verdict]}  (${verdict.includes}; does not decide the gain)`],
        ...[verdict.best, verdict.median].flatMap((side): ReportRow[] => (side ? [['', side.text]] : [])),
        ...(verdict.crossing ? [['curves cross', `predicted: ${verdict.crossing.text}`] as const] : []),
        ...(verdict.acceptance ?? []).map(
          ({ rounds, measured }): ReportRow => [`kept at R = ${rounds}`, withInterval(measured)],
        ),
        ['ε_L, one-sided', boundOf(verdict.logical_error)],
        ['gain, one-sided', boundOf(verdict.gain, RATIO)],
        ['measurable', verdict.measurable.text],
      ]

const newWarnings = ({ warnings }: RunRecord, module: ResolvedModule) =>
  warnings
    .filter(({ code }) => module.warnings.every(known => known.code !== code))
    .map(({ code, message }) => ['warning', `${code}: ${message}`] as const)
