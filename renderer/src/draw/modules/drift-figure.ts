/** Drift as a figure: Δ_round of what a chiplet resolves to under each snapshot, a bar stacked by term, and where the layout moved. */
import type { Drift, DriftPoint } from '../../../../main/contract/backends/drift'
import { FIGURE_TERMS, INKS, type Scheme } from '../charts/colours'
import type { FigurePanel, FigurePoint, FigureSeries, LegendEntry, Look, PaperFigure } from '../figures/model'
import { countWithNoun, faults } from '../format/quantity'
import { DRIFT_TERM_TEXT, DRIFT_TERMS, type DriftTerm, movedTo } from './drift-text'

const HEIGHT = { 86: 60, 178: 84 } as const

interface DriftFigureView {
  readonly scheme: Scheme
  /** Millimetres. */
  readonly width: keyof typeof HEIGHT
  readonly simulated: boolean
}

export function driftFigure(drift: Drift, { scheme, width, simulated }: DriftFigureView): PaperFigure {
  const { backend_id, chiplet, logical_qubit, noise_model_version, points } = drift
  const series = [...termSeries(drift), ...markSeries(drift, scheme)]
  const snapshots = countWithNoun(points.length, 'snapshot')
  return {
    alt: `${simulated ? 'Simulated. ' : ''}Δ_round of chiplet ${chiplet} under ${snapshots}, oldest first, stacked by term.`,
    width_mm: width,
    height_mm: HEIGHT[width],
    columns: [{ share: 1, panels: [driftPanel(points, series)] }],
    legend: series.map(legendOf),
    stamp: simulated ? 'SIMULATED' : null,
    source: `${backend_id}, module ${logical_qubit} on chiplet ${chiplet}, ${snapshots}, noise model ${noise_model_version}`,
  }
}

/** Height of the axis relative to the highest bar. */
const ROOM = 1.06

const driftPanel = (points: readonly DriftPoint[], series: readonly FigureSeries[]): FigurePanel => ({
  name: 'Δ_round by calibration snapshot',
  share: 1,
  x: {
    title: 'Calibration snapshot, oldest first',
    kind: 'names',
    range: [0, points.length - 1],
    names: snapshotNames(points),
  },
  y: {
    title: 'Expected faults a round, Δ_round',
    kind: 'linear',
    range: [0, ROOM * Math.max(LEAST, ...points.flatMap(heightsOf))],
  },
  series,
  rules: [],
})

/** End of the axis where no snapshot has a module. */
const LEAST = 0.1

const heightsOf = ({ terms, current_layout_score }: DriftPoint) => [terms?.total ?? 0, current_layout_score ?? 0]

/** Characters at the end of an id that identify it. */
const ID_FITS = 11

/** The day, with the time where two snapshots are of one day; the end of the id where the publisher states no time. */
export function snapshotNames(points: readonly Pick<DriftPoint, 'calibration_id' | 'calibrated_at'>[]): string[] {
  const days = points.map(({ calibrated_at }) => calibrated_at?.slice(0, 10))
  return points.map(({ calibration_id, calibrated_at }, at) => {
    const day = days[at]
    if (day === undefined) return shortId(calibration_id)
    const alone = days.filter(each => each === day).length === 1
    return alone ? day : `${day} ${calibrated_at!.slice(11, 16)}`
  })
}

const shortId = (id: string) => (id.length > ID_FITS ? `…${id.slice(1 - ID_FITS)}` : id)

/** Width relative to the distance between two bars; few bars stay narrow, as one as wide as the panel would look like a sum. */
const barWidth = (count: number) => Math.min(0.7, 0.12 * count)

function termSeries({ points }: Drift): FigureSeries[] {
  const width = barWidth(points.length)
  return DRIFT_TERMS.map((term, at) => ({
    name: DRIFT_TERM_TEXT[term],
    look: { colour: FIGURE_TERMS[term], mark: 'square', dash: 'solid' },
    points: [],
    curve: null,
    bars: { width, of: points.flatMap((point, x) => barOf(point, term, { x, below: DRIFT_TERMS.slice(0, at) })) },
  }))
}

interface BarPlace {
  readonly x: number
  /** Terms that lie below it in the stack. */
  readonly below: readonly DriftTerm[]
}

function barOf({ calibration_id, terms }: DriftPoint, term: DriftTerm, { x, below }: BarPlace) {
  if (terms === null) return []
  const base = below.reduce((sum, each) => sum + terms[each], 0)
  return [{ x, y: terms[term], base, label: calibration_id, tip: tipOf(calibration_id, terms[term]) }]
}

const tipOf = (calibration_id: string, value: number) => `${faults(value)} faults a round under ${calibration_id}`

/** Points beside the middle of a bar, so that a mark of each kind stays in sight. */
const BESIDE = 5

interface MarkSeries {
  readonly name: string
  readonly look: Omit<Look, 'dash'>
  readonly beside?: number
}

/** Marks: score of the current layout, changes of layout, and snapshots without a module. */
function markSeries({ points, changes }: Drift, scheme: Scheme): FigureSeries[] {
  const moved = movedTo({ changes })
  const { ink, accent, bad } = INKS[scheme]
  const pointsOf = (heightOf: (point: DriftPoint) => number | null, tip: (point: DriftPoint) => string) =>
    points.flatMap((point, x): FigurePoint[] => {
      const y = heightOf(point)
      return y === null ? [] : [{ x, y, low: null, high: null, tip: tip(point) }]
    })
  const series = ({ name, look, beside = 0 }: MarkSeries, at: FigurePoint[]): FigureSeries => ({
    name,
    look: { ...look, dash: 'solid' },
    points: at,
    curve: null,
    beside,
  })
  return [
    series(
      { name: 'current layout under that snapshot', look: { colour: ink, mark: 'diamond-open' } },
      pointsOf(
        point => point.current_layout_score,
        point => tipOf(point.calibration_id, point.current_layout_score!),
      ),
    ),
    series(
      { name: 'layout moved', look: { colour: accent, mark: 'star' }, beside: BESIDE },
      pointsOf(
        point => (moved.has(point.calibration_id) ? (point.terms?.total ?? null) : null),
        point => `to ${tipOf(point.calibration_id, point.terms!.total)}`,
      ),
    ),
    series(
      { name: 'no module', look: { colour: bad, mark: 'cross' } },
      pointsOf(
        point => (point.terms === null ? 0 : null),
        point => `${point.calibration_id}${point.reason === null ? '' : `, ${point.reason}`}`,
      ),
    ),
  ].filter(each => each.points.length > 0)
}

const legendOf = ({ name, look, bars }: FigureSeries): LegendEntry =>
  bars
    ? { name, note: '', look, line: false, marks: false, bars: true }
    : { name, note: '', look, line: false, marks: true }
