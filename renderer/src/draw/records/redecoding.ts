/** A record beside its own bits decoded anew. */
import type { Comparison } from '../../../../main/contract/runs/comparison'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { Redecoding } from '../../../../main/contract/runs/run'
import type { DataTable } from '../charts/chart'
import type { OverlaySeries } from '../comparison/overlay-figure'
import { count, estimate, percent } from '../format/quantity'
import { gainText } from '../runs/run-text'
import { survivalShortText } from '../runs/survival-text'

/** A version may carry the decoder's name already. */
export const decoderName = (decoder: string, version: string) =>
  version.startsWith(decoder) ? version : `${decoder} ${version}`

const recordedName = ({ recorded }: Redecoding) =>
  `Recorded: ${decoderName(recorded.decoder, recorded.decoder_version)}`
export const redecodedName = ({ decoder, decoder_version }: Redecoding) =>
  `Again: ${decoderName(decoder, decoder_version)}`

const pair = (name: string, write: (comparison: Comparison) => string, both: readonly Comparison[]) => [
  name,
  ...both.map(write),
]

/** A row for each figure that a decoder decides; both columns come from the same measured bits. */
export function redecodingTable(record: Pick<RunRecord, 'comparison' | 'logical_error'>, again: Redecoding): DataTable {
  const both = [record.comparison, again.comparison]
  const accepted = record.comparison.acceptance.map(({ rounds }) =>
    pair(
      `Acceptance, R = ${rounds}`,
      ({ acceptance }) => {
        const here = acceptance.find(each => each.rounds === rounds)
        return here === undefined ? 'nothing observed' : estimate(here.measured)
      },
      both,
    ),
  )
  return {
    columns: ['Figure', recordedName(again), redecodedName(again)],
    rows: [
      ['Logical error a round, ε_L', estimate(record.logical_error), estimate(again.logical_error)],
      pair('Gain against best', ({ gain_best }) => gainText(gain_best), both),
      pair('Gain against median', ({ gain_median }) => gainText(gain_median), both),
      pair('Survival against best', ({ survival_verdict }) => survivalShortText(survival_verdict), both),
      ...accepted,
    ],
  }
}

export const redecodingOverlay = (record: Pick<RunRecord, 'comparison'>, again: Redecoding): OverlaySeries[] => [
  { name: recordedName(again), comparison: record.comparison },
  { name: redecodedName(again), comparison: again.comparison },
]

/** `1,024 of 480,000 shots (0.213 %) have another outcome or acceptance.` */
export function changedText({ changed_shots, total_shots }: Redecoding): string {
  if (changed_shots === 0) return `None of the ${count(total_shots)} shots has another outcome or acceptance.`
  const share = percent(changed_shots / total_shots)
  return `${count(changed_shots)} of ${count(total_shots)} shots (${share}) have another outcome or acceptance.`
}

/** Results of every decoder at the end of the run, its own first; null where only that one was used. */
export function decodersTable({ decoders = [] }: Pick<RunRecord, 'decoders'>): DataTable | null {
  if (decoders.length < 2) return null
  return {
    columns: ['Decoder', 'Logical error a round, ε_L', 'Shots other than by the run’s own'],
    rows: decoders.map(({ decoder, decoder_version, logical_error, points }, at) => [
      decoderName(decoder, decoder_version),
      estimate(logical_error),
      at === 0 ? 'its own' : count(points.reduce((sum, { changed }) => sum + changed, 0)),
    ]),
  }
}
