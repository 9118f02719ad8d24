/** Cumulative distributions of a device's errors, as papers show them: what share of the parts errs at most so much. */
import type { Backend } from '../../../../main/contract/backends/catalogue'
import { type CalibrationSnapshot, infidelityOf } from '../../../../main/contract/calibration/snapshot'
import type { DataTable } from '../charts/chart'
import { FIGURE_SERIES, type Scheme } from '../charts/colours'
import { logRange } from '../comparison/ranges'
import type { DashName, FigureAxis, FigureCurve, FigurePanel, Look, MarkName, PaperFigure } from '../figures/model'
import { count, countWithNoun, NO_VALUE, percent } from '../format/quantity'
import { edgeRows, qubitRows } from './calibration-table'

interface Distribution {
  readonly name: string
  /** Ascending; parts out of service, couplings of such qubits and parts without a figure are left out, as in medians. */
  readonly errors: readonly number[]
}

/** Distributions of the whole device, or of one chiplet. */
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

const LOOKS: readonly { readonly mark: MarkName; readonly dash: DashName }[] = [
  { mark: 'circle', dash: 'solid' },
  { mark: 'square', dash: 'dash' },
  { mark: 'diamond', dash: 'dot' },
  { mark: 'triangle', dash: 'dash-dot' },
]

const HEIGHT = { 86: 60, 178: 84 } as const
const HALF = 0.5

export interface DistributionView {
  /** Null: the whole device. */
  readonly chiplet: string | null
  readonly scheme: Scheme
  /** Millimetres. */
  readonly width: keyof typeof HEIGHT
}

/** Steps on a logarithmic axis with a mark at each median; the legend says the median and of how many. Null where no part has a figure. */
export function distributionFigure(
  backend: Backend,
  snapshot: CalibrationSnapshot,
  { chiplet, scheme, width }: DistributionView,
): PaperFigure | null {
  const shown = distributionsOf(backend, snapshot, chiplet).map((each, i) => ({
    ...each,
    median: medianError(each.errors)!,
    look: { ...LOOKS[i]!, colour: FIGURE_SERIES[scheme][i]! },
  }))
  const range = logRange(shown.flatMap(({ errors }) => errors))
  const of = `${backend.backend_id}${chiplet === null ? '' : `, chiplet ${chiplet}`}`
  if (shown.length === 0) return null
  return {
    alt: `Cumulative distributions of the errors of ${of}: ${shown.map(medianText).join('; ')}.`,
    width_mm: width,
    height_mm: HEIGHT[width],
    columns: [{ share: 1, panels: [distributionPanel(shown, range)] }],
    legend: shown.map(({ name, look, ...each }) => ({ name, look, note: medianNote(each), line: true, marks: true })),
    stamp: null,
    source: `${of}, calibration ${snapshot.calibration_id}`,
  }
}

interface DistributionCurve extends Distribution {
  readonly median: number
  readonly look: Look
}

const medianNote = ({ median, errors }: Pick<DistributionCurve, 'median' | 'errors'>) =>
  `median ${percent(median)}, ${countWithNoun(errors.length, 'part')}`

const medianText = (shown: DistributionCurve) => `${shown.name} ${medianNote(shown)}`

const distributionPanel = (shown: readonly DistributionCurve[], range: FigureAxis['range']): FigurePanel => ({
  name: 'Cumulative distributions of the errors',
  share: 1,
  x: { title: 'Error 1 − *F*', kind: 'log', range },
  y: { title: 'Share of parts', kind: 'linear', range: [0, TOP], limits: [0, 1] },
  series: shown.map(each => ({
    name: each.name,
    look: each.look,
    curve: stepsOf(each.errors, range),
    // A median of 0 has no place on the axis.
    points: each.median > 0 ? [{ x: each.median, y: HALF, low: null, high: null, tip: medianText(each) }] : [],
  })),
  rules: [],
})

/** Room above the last step. */
const TOP = 1.02

/** Cumulative steps from 0 at the left edge to 1 at the right one; errors of 0 are drawn at the left edge. */
function stepsOf(errors: readonly number[], [low, high]: FigureAxis['range']): FigureCurve {
  const places = errors.map(error => Math.max(error, low))
  const corners = places.flatMap((x, i) => [[x, i / errors.length] as const, [x, (i + 1) / errors.length] as const])
  const all = [[low, 0] as const, ...corners, [high, 1] as const]
  return { x: all.map(([x]) => x), y: all.map(([, y]) => y) }
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
