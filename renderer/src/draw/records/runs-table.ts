/** Figures of several runs side by side, and how far the first is from each of the others. */
import { utc } from '../../../../main/contract/model/iso-time'
import { labelled } from '../../../../main/contract/model/qubit-labels'
import { RATIO } from '../../../../main/contract/numbers/interval-text'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { DataTable } from '../charts/chart'
import type { OverlaySeries } from '../comparison/overlay-figure'
import { predictedErrorOf } from '../comparison/predicted-error'
import { count, estimate, NO_VALUE, nanoseconds } from '../format/quantity'
import { differenceText, estimateDifference } from '../runs/differences'
import { gainText, runName } from '../runs/run-text'
import { survivalShortText } from '../runs/survival-text'
import { usedText } from './instrument-lines'
import { runCsv } from './run-csv'

type RecordColumn = (record: RunRecord) => string
const baseline =
  (key: 'best' | 'median'): RecordColumn =>
  ({ physical_baseline_error, qubit_labels }) => {
    const one = physical_baseline_error[key]
    return one === null ? NO_VALUE : `${estimate(one.error_per_round)}, qubit ${labelled(one.qubit, qubit_labels)}`
  }

const predictedOf = (comparison: RunRecord['comparison']) => {
  const error = predictedErrorOf(comparison)
  return error === null ? NO_VALUE : estimate(error.predicted)
}

function wallTimeGain({ comparison: { physical_wall_time: wall } }: RunRecord): string {
  return wall?.best ? estimate(wall.best.gain, RATIO) : NO_VALUE
}

const ROWS: readonly (readonly [name: string, read: RecordColumn])[] = [
  ['Logical error a round, ε_L', ({ logical_error }) => estimate(logical_error)],
  ['Best physical error a round', baseline('best')],
  ['Median physical error a round', baseline('median')],
  ['Gain against best', ({ logical_gain }) => gainText(logical_gain.best)],
  ['Gain against median', ({ logical_gain }) => gainText(logical_gain.median)],
  ['Survival against best', ({ comparison }) => survivalShortText(comparison.survival_verdict)],
  ['Gain against best at the wall times of the shots', wallTimeGain],
  ['Predicted ε_L, before the run', ({ comparison }) => predictedOf(comparison)],
  ['Acceptance', record => estimate(record.postselection_acceptance_rate)],
  ['Mode', ({ mode }) => mode],
  ['Rounds', ({ rounds }) => rounds.join(', ')],
  ['Shots of each state and number of rounds', ({ shots }) => count(shots)],
  ['Round duration', ({ round_duration_measured: of }) => `${nanoseconds(of.value_ns)} (${of.source})`],
  ['Decoupling', ({ dd_applied, dd }) => (dd_applied ? (dd?.sequence ?? 'yes') : 'no')],
  ['Reset', ({ reset_method }) => reset_method],
  ['Sequencers', ({ sequencers }) => usedText(sequencers)],
  ['Control instruments', ({ control_instruments }) => usedText(control_instruments)],
  ['Executed', ({ execution_timestamp }) => utc(execution_timestamp)],
]

export const runsTable = (records: readonly RunRecord[]): DataTable => ({
  columns: ['Figure', ...records.map(runName)],
  rows: ROWS.map(([name, read]) => [name, ...records.map(read)]),
})

/** ε_L of each other run less that of the first, in percent of a round, with whether that is a difference at all. */
export function differenceTable([first, ...others]: readonly RunRecord[]): DataTable {
  return {
    columns: ['Run', `ε_L less that of ${first === undefined ? 'the first' : runName(first)}`, 'Verdict'],
    rows: others.map(record => {
      const difference = first === undefined ? null : estimateDifference(record.logical_error, first.logical_error)
      return [runName(record), difference === null ? NO_VALUE : estimate(difference), differenceText(difference)]
    }),
  }
}

export const overlaySeries = (records: readonly RunRecord[]): OverlaySeries[] =>
  records.map(record => ({ name: runName(record), comparison: record.comparison }))

/** The CSV of every run under one header. */
export const runsCsv = (records: readonly RunRecord[]): string =>
  records.map((record, at) => (at === 0 ? runCsv(record) : withoutHeader(runCsv(record)))).join('')

const withoutHeader = (csv: string) => csv.slice(csv.indexOf('\r\n') + 2)
