/** Cumulative distributions of a device's errors, as papers show them: what share of the parts errs at most so much. */
import type { Backend } from '../../../../main/contract/backends/catalogue'
import { type CalibrationSnapshot, infidelityOf } from '../../../../main/contract/calibration/snapshot'
import { roundedTo } from '../../../../main/contract/numbers/number-text'
import type { Chart, DataTable } from '../charts/chart'
import { INKS, type Scheme } from '../charts/colours'
import { count, NO_VALUE, percent } from '../format/quantity'
import { edgeRows, qubitRows } from './table'

interface Distribution {
  readonly name: string
  /** Ascending; parts out of service, couplings of such qubits and parts without a figure are left out, as in medians. */
  readonly errors: readonly number[]
}

/** Of the whole device, or of one chiplet. */
function distributionsOf(backend: Backend, snapshot: CalibrationSnapshot, chiplet: string | null): Distribution[] {
  const qubits = qubitRows(backend, snapshot, chiplet).filter(({ out_of_service }) => out_of_service === null)
  const dead = new Set(
    snapshot.qubits.filter(({ out_of_service }) => out_of_service !== null).map(({ index }) => index),
  )
  const edges = edgeRows(backend, snapshot, chiplet).filter(
    ({ a, b, out_of_service }) => out_of_service === null && !dead.has(a) && !dead.has(b),
  )
  const known = (errors: readonly (number | null)[]) => errors.filter(error => error !== null).sort((a, b) => a - b)
  return [
    { name: 'One-qubit gate', errors: known(qubits.map(row => infidelityOf(row.fidelity_1q))) },
    { name: 'CZ', errors: known(edges.map(row => row.cz_error)) },
    { name: 'Readout', errors: known(qubits.map(row => infidelityOf(row.readout_fidelity))) },
    { name: 'Reset', errors: known(qubits.map(row => infidelityOf(row.reset_fidelity))) },
  ].filter(({ errors }) => errors.length > 0)
}

/** The middle one, or the mean of the two in the middle. */
export function medianError(ascending: readonly number[]): number | null {
  const { length } = ascending
  if (length === 0) return null
  const [low, high] = [ascending[Math.floor((length - 1) / 2)]!, ascending[Math.floor(length / 2)]!]
  return (low + high) / 2
}

const inPercent = (share: number) => roundedTo(share * 100, 12)

const DASHES = ['solid', 'dash', 'dot', 'dashdot']
const MARKS = ['circle', 'square', 'diamond', 'triangle-up']

/** Steps on a logarithmic axis with a mark at each median; the legend says the median and of how many. */
export function distributionPlot(
  backend: Backend,
  snapshot: CalibrationSnapshot,
  { chiplet, scheme }: { readonly chiplet: string | null; readonly scheme: Scheme },
): Chart {
  const shown = distributionsOf(backend, snapshot, chiplet)
  const lines = shown.map(({ name, errors }, at) => ({
    x: errors.map(inPercent),
    y: errors.map((_, i) => inPercent((i + 1) / errors.length)),
    mode: 'lines',
    line: { shape: 'hv', width: 2, color: INKS[scheme].series[at], dash: DASHES[at] },
    name: `${name}: median ${percent(medianError(errors))}, ${count(errors.length)} parts`,
    hovertemplate: '%{y:.0f} % err at most %{x:.3~g} %<extra></extra>',
  }))
  const medians = shown.map(({ name, errors }, at) => ({
    x: [inPercent(medianError(errors)!)],
    y: [50],
    mode: 'markers',
    marker: {
      size: 10,
      symbol: MARKS[at],
      color: INKS[scheme].series[at],
      line: { width: 1, color: INKS[scheme].ink },
    },
    name: `${name}: median`,
    showlegend: false,
    hovertemplate: `${name}: median ${percent(medianError(errors))}<extra></extra>`,
  }))
  return {
    traces: [...lines, ...medians],
    layout: {
      xaxis: { type: 'log', title: { text: 'Error 1 − F' }, tickformat: '~g', ticksuffix: ' %' },
      yaxis: { title: { text: 'Share of parts' }, ticksuffix: ' %', range: [0, 102] },
    },
  }
}

const at = (errors: readonly number[], share: number) =>
  errors.length === 0 ? NO_VALUE : percent(errors[Math.min(errors.length - 1, Math.floor(share * errors.length))]!)

export const distributionTable = (
  backend: Backend,
  snapshot: CalibrationSnapshot,
  chiplet: string | null,
): DataTable => ({
  columns: ['Operation', 'Parts', 'Best', 'Median', '90 % at most', 'Worst'],
  rows: distributionsOf(backend, snapshot, chiplet).map(({ name, errors }) => [
    name,
    count(errors.length),
    percent(errors[0]!),
    percent(medianError(errors)),
    at(errors, 0.9),
    percent(errors.at(-1)!),
  ]),
})
