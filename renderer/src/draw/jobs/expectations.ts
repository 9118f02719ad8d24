/** Expectation values with their errors, as a table and a plot. Pure. */
import type {
  ExpectationValue,
  MeasuredGroup,
  MitigatedCounts,
  ReachedTarget,
} from '../../../../main/contract/jobs/observables'
import { intervalParts, PLAIN_NUMBER } from '../../../../main/contract/numbers/interval-text'
import { decimalsFor, fixed, significant } from '../../../../main/contract/numbers/number-text'
import type { Chart, DataTable } from '../charts/chart'
import { countWithNoun } from '../format/quantity'

/** Digits of a value down to its second digit of error; six where it has none. */
export function roundedValue(value: number, standard_error: number): string {
  return fixed(value, standard_error > 0 ? decimalsFor(standard_error) : 6)
}

export const errorText = (standard_error: number): string =>
  standard_error === 0 ? '0' : fixed(standard_error, decimalsFor(standard_error))

type ValueEstimate = Pick<ExpectationValue, 'value' | 'standard_error' | 'interval'>

interface ValueWithEnds extends Pick<ExpectationValue, 'value' | 'standard_error'> {
  readonly low: number
  readonly high: number
}

/** Value, low and high: down to the second digit of the error, or by the interval where all shots agreed and there is no error. */
export function valueParts({ value, standard_error, low, high }: ValueWithEnds): [string, string, string] {
  const all = [value, low, high] as const
  if (standard_error > 0 || low === high)
    return all.map(each => roundedValue(each, standard_error)) as [string, string, string]
  return intervalParts({ value, low, high }, PLAIN_NUMBER) as [string, string, string]
}

/** The value, and `[0.981, 1.002]`. */
function valueCells({ value, standard_error, interval }: ValueEstimate) {
  const [text, low, high] = valueParts({ value, standard_error, ...interval })
  return [text, `[${low}, ${high}]`] as const
}

const LABELS: Readonly<Record<ExpectationValue['label'], string>> = {
  exact: 'Exact',
  raw: 'Raw',
  mitigated: 'Mitigated',
}

/** `2.4 ×`, of a mitigated value. */
const factorText = (factor: number | null | undefined): string =>
  typeof factor === 'number' ? `${significant(factor)} ×` : '–'

const points = (name: string, values: readonly (ValueEstimate & { readonly name: string })[], dashed: boolean) => ({
  type: 'scatter',
  mode: 'markers',
  name,
  x: values.map(value => value.name),
  y: values.map(({ value }) => value),
  marker: { size: 9, symbol: dashed ? 'circle-open' : 'circle' },
  error_y: {
    type: 'data',
    symmetric: false,
    array: values.map(({ value, interval }) => interval.high - value),
    arrayminus: values.map(({ value, interval }) => value - interval.low),
    thickness: 1.5,
  },
})

/** Values with their intervals; raw ones beside the mitigated. */
export function expectationChart(values: readonly ExpectationValue[]): { chart: Chart; table: DataTable } {
  const raw = values.flatMap(({ name, raw: own }) => (own ? [{ name, ...own }] : []))
  const [label] = values.map(value => LABELS[value.label])
  const traces = [points(label ?? 'Value', values, false), ...(raw.length > 0 ? [points('Raw', raw, true)] : [])]
  const layout = {
    xaxis: { type: 'category', title: { text: 'Observable' }, tickangle: values.length > 8 ? -60 : 0 },
    yaxis: { title: { text: 'Expectation value' } },
    showlegend: raw.length > 0,
    // Raw beside mitigated, not over it.
    scattermode: 'group',
    scattergap: 0.9,
  }
  return { chart: { traces, layout }, table: expectationTable(values) }
}

const COLUMNS = ['Observable', 'Value', 'Standard error', '95 % interval', 'Label']
/** Further columns where the readout is inverted. */
const RAW_COLUMNS = ['Raw value', 'Raw error', 'Variance factor']

function expectationTable(values: readonly ExpectationValue[]): DataTable {
  const isMitigated = values.some(({ raw }) => raw !== undefined)
  return {
    columns: isMitigated ? [...COLUMNS, ...RAW_COLUMNS] : COLUMNS,
    rows: values.map(value => {
      const [text, interval] = valueCells(value)
      return [
        ...[value.name, text, errorText(value.standard_error)],
        value.label === 'exact' ? '–' : interval,
        LABELS[value.label] + verdictText(value),
        ...(isMitigated ? rawCells(value) : []),
      ]
    }),
  }
}

const rawCells = ({ raw, variance_factor }: ExpectationValue): string[] => [
  raw ? valueCells(raw)[0] : '–',
  raw ? errorText(raw.standard_error) : '–',
  factorText(variance_factor),
]

const verdictText = ({ target }: ExpectationValue): string =>
  target === undefined ? '' : target.verdict === 'reached' ? ', target error reached' : ', target error not reached'

const ENDS: Readonly<Record<ReachedTarget['ended_by'], string>> = {
  reached: '',
  shots: ': the largest number of shots was taken',
  readout: ': the error of the measured readout alone is above it; more shots for the job would lower that error',
  rounds: ': the largest number of rounds was taken',
}

/** `The target error of 0.01 was reached in 2 rounds of shots; 1,200 shots were not needed.` */
export function targetText({ standard_error, verdict, rounds, ended_by, unused_shots }: ReachedTarget): string {
  const was = verdict === 'reached' ? 'was reached' : `was not reached${ENDS[ended_by]},`
  const [were, are] = unused_shots === 1 ? ['was', 'is'] : ['were', 'are']
  const unused =
    unused_shots > 0 ? `; ${countWithNoun(unused_shots, 'shot')} ${were} not taken and ${are} not charged` : ''
  return `The target error of ${significant(standard_error)} ${was} in ${countWithNoun(rounds, 'round')} of shots${unused}.`
}

/** Longer lists of Paulis are cut: the JSON holds all. */
const SHOWN_PAULIS = 6

export const groupTable = (groups: readonly MeasuredGroup[]): DataTable => ({
  columns: ['Group', 'Measured together', 'Basis change', 'Pilot shots', 'Shots'],
  rows: groups.map(({ paulis, basis_change, pilot_shots, shots }, at) => [
    at + 1,
    paulis.slice(0, SHOWN_PAULIS).join(', ') +
      (paulis.length > SHOWN_PAULIS ? ` and ${paulis.length - SHOWN_PAULIS} more` : ''),
    basis_change.length === 0 ? 'none' : basis_change.join(' '),
    pilot_shots,
    shots,
  ]),
})

/** Quasi-probabilities, the largest first. */
export const quasiTable = ({ quasi_probabilities }: MitigatedCounts): DataTable => ({
  columns: ['Bitstring', 'Quasi-probability', 'Standard error', '95 % interval'],
  rows: Object.entries(quasi_probabilities)
    .sort(([a, one], [b, other]) => other.value - one.value || (a < b ? -1 : 1))
    .map(([bits, one]) => {
      const [text, interval] = valueCells(one)
      return [bits, text, errorText(one.standard_error), interval]
    }),
})
