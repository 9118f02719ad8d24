/** Figures of several runs side by side, and how far the first is from each of the others. */
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { Twin } from '../charts/plotly-layout'
import { gainText } from '../comparison/gain-plot'
import type { Overlaid } from '../comparison/overlay-plot'
import { predictedErrorOf } from '../comparison/predicted-error'
import { ABSENT, count, estimate, percent, utc } from '../format/quantity'
import { runCsv } from './csv'
import { apartWords, differenceOf } from '../runs/differences'
import { runName } from '../run-name'

type Read = (record: RunRecord) => string
const baseline =
  (key: 'best' | 'median'): Read =>
  ({ physical_baseline_error }) => {
    const one = physical_baseline_error[key]
    return one === null ? ABSENT : `${estimate(one.error_per_round)}, qubit ${one.qubit}`
  }

const predictedOf = (comparison: RunRecord['comparison']) => {
  const error = predictedErrorOf(comparison)
  return error === null ? ABSENT : estimate(error.predicted)
}

const ROWS: readonly (readonly [name: string, read: Read])[] = [
  ['Logical error a round, ε_L', ({ logical_error }) => estimate(logical_error)],
  ['Best physical error a round', baseline('best')],
  ['Median physical error a round', baseline('median')],
  ['Gain against best', ({ logical_gain }) => gainText(logical_gain.best)],
  ['Gain against median', ({ logical_gain }) => gainText(logical_gain.median)],
  ['Predicted ε_L, before the run', ({ comparison }) => predictedOf(comparison)],
  ['Acceptance', record => estimate(record.postselection_acceptance_rate)],
  ['Mode', ({ mode }) => mode],
  ['Rounds', ({ rounds }) => rounds.join(', ')],
  ['Shots of each state and number of rounds', ({ shots }) => count(shots)],
  ['Executed', ({ execution_timestamp }) => utc(execution_timestamp)],
]

export const runsTwin = (records: readonly RunRecord[]): Twin => ({
  columns: ['Figure', ...records.map(runName)],
  rows: ROWS.map(([name, read]) => [name, ...records.map(read)]),
})

/** ε_L of each other run less that of the first, in percent of a round, with whether that is a difference at all. */
export function apartTwin([first, ...others]: readonly RunRecord[]): Twin {
  return {
    columns: ['Run', `ε_L less that of ${first === undefined ? 'the first' : runName(first)}`, 'Verdict'],
    rows: others.map(record => {
      const difference = first === undefined ? null : differenceOf(record.logical_error, first.logical_error)
      return [runName(record), difference === null ? ABSENT : estimate(difference, percent), apartWords(difference)]
    }),
  }
}

export const overlaidRuns = (records: readonly RunRecord[]): Overlaid[] =>
  records.map(record => ({ name: runName(record), comparison: record.comparison }))

/** The CSV of every run under one header. */
export const runsCsv = (records: readonly RunRecord[]): string =>
  records.map((record, at) => (at === 0 ? runCsv(record) : withoutHeader(runCsv(record)))).join('')

const withoutHeader = (csv: string) => csv.slice(csv.indexOf('\r\n') + 2)
