/** Break-even maps: logical gain against the factor that scales the device's errors, and where it crosses 1. */
import { estimateForm } from '../../../../main/contract/model/estimate-bounds'
import type { Estimate } from '../../../../main/contract/model/primitives'
import { PLAIN_NUMBER, RATIO } from '../../../../main/contract/numbers/interval-text'
import type { Crossing, ErrorKind, Study } from '../../../../main/contract/runs/studies'
import type { DataTable } from '../charts/chart'
import { FIGURE_OVERLAYS, type Scheme } from '../charts/colours'
import { OVERLAY_MARKS } from '../comparison/overlay-figure'
import { logRange } from '../comparison/ranges'
import type { FigureCurve, FigurePanel, FigurePoint, FigureSeries, Look, PaperFigure } from '../figures/model'
import { shortId } from '../format/job-and-run-text'
import { estimate, percent } from '../format/quantity'
import { survivalShortText } from '../runs/survival-text'

type StudyPoint = Study['points'][number]
export type PhysicalReference = Crossing['against']

export const ERROR_KIND_TEXT: Record<ErrorKind, string> = {
  all: 'all errors',
  two_qubit: 'two-qubit gates',
  single_qubit: 'one-qubit gates',
  readout: 'readout',
  reset: 'reset',
  idle: 'idle (1/T1, 1/T2)',
}

const REFERENCE_TEXT: Record<PhysicalReference, string> = { best: 'best qubit', median: 'median qubit' }

const gainOf = (point: StudyPoint, against: PhysicalReference) =>
  (against === 'best' ? point.gain_best : point.gain_median).estimate

const HEIGHT = { 86: 60, 178: 84 } as const

export interface BreakEvenView {
  readonly against: readonly PhysicalReference[]
  readonly scheme: Scheme
  /** Millimetres. */
  readonly width: keyof typeof HEIGHT
}

/** One series for each kind asked and each qubit compared with. */
interface GainCurve {
  readonly name: string
  readonly look: Look
  /** Ascending in the factor; gains with a value, or with a bound on one side. */
  readonly points: readonly FigurePoint[]
  readonly crossing: Crossing | undefined
  /** Points to the side, so that the intervals of both qubits at one factor stay in sight. */
  readonly beside: number
}

const APART = 1.6

export function breakEvenFigure(study: Study, { against, scheme, width }: BreakEvenView): PaperFigure {
  const drawn = study.request.kinds.flatMap((kind, at) =>
    against.map((each, n) => ({
      ...drawnOf(study, { kind, against: each, look: lookOf(at, each, scheme) }),
      beside: against.length < 2 ? 0 : n === 0 ? -APART : APART,
    })),
  )
  const names = drawn.map(({ name, crossing }) =>
    crossing === undefined ? name : `${name}: ${crossingNote(crossing)}`,
  )
  return {
    alt: `Simulated. Logical gain against the factor that scales the errors, on logarithmic axes: ${names.join('; ')}.`,
    width_mm: width,
    height_mm: HEIGHT[width],
    columns: [{ share: 1, panels: [gainPanel(drawn, study.request.scales)] }],
    legend: drawn.map(({ name, look, crossing }) => ({
      name,
      look,
      note: crossing === undefined ? '' : crossingNote(crossing),
      line: true,
      marks: true,
    })),
    stamp: 'SIMULATED',
    source: `break-even map ${shortId(study.study_id)} of ${study.backend_id}, module ${study.logical_id}, calibration ${study.calibration_id}, noise model ${study.noise_model_version}`,
  }
}

/** Colour and mark say the kind of errors; dash and filled or open the qubit compared with. */
function lookOf(at: number, against: PhysicalReference, scheme: Scheme): Look {
  const [best, median] = OVERLAY_MARKS[at % OVERLAY_MARKS.length]!
  const colour = FIGURE_OVERLAYS[scheme][at % FIGURE_OVERLAYS[scheme].length]!
  return against === 'best' ? { colour, mark: best, dash: 'solid' } : { colour, mark: median, dash: 'dash' }
}

interface CurveOptions {
  readonly kind: ErrorKind
  readonly against: PhysicalReference
  readonly look: Look
}

const drawnOf = ({ points, crossings }: Study, { kind, against, look }: CurveOptions): Omit<GainCurve, 'beside'> => ({
  name: `${ERROR_KIND_TEXT[kind]}, against the ${REFERENCE_TEXT[against]}`,
  look,
  points: points
    .filter(point => point.kind === kind)
    .sort((a, b) => a.scale - b.scale)
    .flatMap(({ scale, ...point }) => pointOf(scale, gainOf({ scale, ...point }, against))),
  crossing: crossings.find(each => each.kind === kind && each.against === against),
})

/** None where no gain is known that has a place on a logarithmic axis. */
function pointOf(x: number, gain: Estimate): FigurePoint[] {
  const what = estimateForm(gain)
  const tip = `factor ${x}: gain ${estimate(gain, RATIO)}`
  if (what.kind === 'figure' && what.value > 0) return [{ x, y: what.value, low: gain.low, high: gain.high, tip }]
  if ((what.kind === 'above' || what.kind === 'below') && what.than > 0)
    return [{ x, y: what.than, low: null, high: null, bound: what.kind, tip: `${tip}, a bound without a figure` }]
  return []
}

/** Lower end that counts for the range of the axis where an interval reaches 0. */
const FLOOR = 1e-4

function gainPanel(drawn: readonly GainCurve[], scales: readonly number[]): FigurePanel {
  const gains = drawn.flatMap(({ points }) => points.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y]))
  const across = logRange(scales)
  return {
    name: 'Logical gain by the factor of the errors',
    share: 1,
    x: { title: 'Factor of the errors (1: as calibrated)', kind: 'log', range: across },
    y: { title: 'Logical gain', kind: 'log', range: logRange([1, ...gains.filter(gain => gain >= FLOOR)]) },
    series: drawn.flatMap(each => [
      { name: each.name, look: each.look, points: each.points, curve: lineOf(each.points), beside: each.beside },
      ...crossingSeries(each),
    ]),
    rules: [{ along: 'x', at: 1 }, ...(across[0] < 1 && across[1] > 1 ? [{ along: 'y', at: 1 } as const] : [])],
  }
}

/** A line from point to point, to guide the eye. */
function lineOf(points: readonly FigurePoint[]): FigureCurve | null {
  const known = points.filter(({ bound }) => bound === undefined)
  return known.length < 2 ? null : { x: known.map(({ x }) => x), y: known.map(({ y }) => y) }
}

/** On the line of gain 1, with its interval along the factors where both ends of it are known. */
function crossingSeries({ name, look, crossing }: GainCurve): FigureSeries[] {
  const what = crossing && estimateForm(crossing.factor)
  if (what === undefined || what.kind === 'nothing' || what.kind === 'between') return []
  const { low, high } = crossing!.factor
  const at = { y: 1, tip: crossingNote(crossing!) }
  const point: FigurePoint =
    what.kind === 'figure'
      ? { ...at, x: what.value, low: low !== null && low > 0 ? low : null, high }
      : { ...at, x: what.than, low: null, high: null, bound: what.kind }
  return [{ name: `${name}, crossing`, look, points: [point], curve: null, sideways: true }]
}

const crossingNote = ({ factor }: Crossing) =>
  estimateForm(factor).kind === 'nothing' ? 'no crossing found' : `gain 1 at factor ${estimate(factor, PLAIN_NUMBER)}`

export const breakEvenTable = ({ points }: Study): DataTable => ({
  columns: [
    'Scaled errors',
    'Factor',
    'Logical error a round',
    'Best qubit',
    'Median qubit',
    'Gain over best',
    'Gain over median',
    'Verdict (best)',
    'Survival (best)',
    'Acceptance',
  ],
  rows: [...points]
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.scale - b.scale)
    .map(point => [
      ERROR_KIND_TEXT[point.kind],
      point.scale,
      estimate(point.logical_error),
      estimate(point.physical_best),
      estimate(point.physical_median),
      estimate(point.gain_best.estimate, RATIO),
      estimate(point.gain_median.estimate, RATIO),
      point.gain_best.verdict.replaceAll('_', ' '),
      survivalShortText(point.survival_verdict),
      percent(point.acceptance.value),
    ]),
})

/** A crossing in a sentence; the service's own words where it has some. */
export function crossingText({ kind, against, factor, text }: Crossing): string {
  if (text) return text
  const whom = `against the ${REFERENCE_TEXT[against]}`
  if (factor.value === null) return `${ERROR_KIND_TEXT[kind]}: no crossing within the factors asked, ${whom}`
  return `${ERROR_KIND_TEXT[kind]}: break-even at factor ${estimate(factor, PLAIN_NUMBER)} ${whom}`
}
