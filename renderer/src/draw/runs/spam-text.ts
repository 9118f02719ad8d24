/** Preparation and readout without a round: what is predicted of either readout, and of one attempt at the preparation. */
import { boundOfInterval } from '../../../../main/contract/numbers/interval-text'
import type { ReadoutChoice, ReadoutOutlook } from '../../../../main/contract/runs/readout-choice'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { RunPrediction } from '../../../../main/contract/runs/run'
import type { DataTable } from '../charts/chart'
import { estimate, nanoseconds, percent } from '../format/quantity'

/** Error of one readout, or the reason why it has none. */
export const readoutText = ({ error, excluded }: ReadoutOutlook): string =>
  excluded !== null ? 'cannot be run' : error === null ? 'no shot kept' : percent(error)

export const readoutNote = (one: ReadoutOutlook, { chosen, by }: Pick<ReadoutChoice, 'chosen' | 'by'>): string => {
  const kept = one.kept !== null && one.kept < 1 ? `of the ${percent(one.kept)} kept` : null
  const taken = one.readout === chosen ? (by === 'request' ? 'asked for' : 'chosen: the smaller one') : null
  return [one.excluded, taken, kept].filter(Boolean).join('; ') || 'not taken'
}

export const attemptText = ({ predicted_acceptance }: NonNullable<RunPrediction['preparation']>): string =>
  percent(predicted_acceptance)

export const attemptNote = ({ mean_duration_ns }: NonNullable<RunPrediction['preparation']>): string =>
  `of one attempt, exact; ${nanoseconds(mean_duration_ns)} until one is accepted`

/** Table on preparation and readout alone; null where the record has neither a choice nor a verified preparation. */
export function spamTable({ readout_choice, preparation, comparison }: RunRecord): DataTable | null {
  if (!readout_choice && !preparation) return null
  const measured = comparison.encoded.pooled.find(({ rounds }) => rounds === 0)?.error
  const found = measured ? (boundOfInterval(measured) ?? estimate(measured)) : 'not measured'
  const rows = (readout_choice?.readouts ?? []).map(one => [
    `Error without a round, ${one.readout} readout`,
    readoutText(one),
    one.readout === readout_choice!.chosen ? found : 'not run',
    readoutNote(one, readout_choice!),
  ])
  const attempts = preparation && [
    'Acceptance of an attempt at the preparation',
    percent(preparation.predicted_acceptance),
    estimate(preparation.acceptance),
    `${nanoseconds(preparation.mean_duration_ns)} until one is accepted`,
  ]
  return { columns: ['Figure', 'Predicted', 'Measured', 'Note'], rows: [...rows, ...(attempts ? [attempts] : [])] }
}
