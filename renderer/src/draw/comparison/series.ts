import type { Estimate } from '../../../../main/contract/model/primitives'
import type { Comparison, DecayFit } from '../../../../main/contract/runs/comparison'
import { FIGURE_SERIES, type Scheme } from '../charts/colours'
import type { DashName, Look, MarkName } from '../figures/model'

export type PlottedSurvival = Comparison['encoded']['pooled'][number]

export interface Series {
  readonly key: 'encoded' | 'best' | 'median'
  readonly name: string
  readonly mark: MarkName
  readonly dash: DashName
  /** Pooled over the prepared states. */
  readonly points: readonly PlottedSurvival[]
  readonly error_per_round: Estimate | null
  readonly fit: DecayFit | null
}

/** Colour (by `lookOf`), mark and dash differ together, so that no reader depends on colour. */
const LOOKS = {
  encoded: { mark: 'circle', dash: 'solid' },
  best: { mark: 'square-open', dash: 'dash' },
  median: { mark: 'diamond', dash: 'dot' },
} as const

const ORDER = ['encoded', 'best', 'median'] as const

export const lookOf = ({ key, mark, dash }: Pick<Series, 'key' | 'mark' | 'dash'>, scheme: Scheme): Look => ({
  colour: FIGURE_SERIES[scheme][ORDER.indexOf(key)]!,
  mark,
  dash,
})

/** Look of predictions. */
export const predictedLook = (scheme: Scheme): Look => ({
  colour: FIGURE_SERIES[scheme][ORDER.length]!,
  mark: 'triangle-open',
  dash: 'dash-dot',
})

/** Look of measurements of the encoded state. */
export const measuredLook = (scheme: Scheme): Look => lookOf({ key: 'encoded', mark: 'circle', dash: 'solid' }, scheme)

/** The series of a comparison that have anything to show. */
export function seriesOf({ encoded, best, median, physical }: Comparison): Series[] {
  const fitOf = (qubit: number) => physical.find(baseline => baseline.qubit === qubit)?.fit ?? null
  const ofQubit = (key: 'best' | 'median', one: Comparison['best']): Series[] =>
    one === null
      ? []
      : [
          {
            key,
            name: `${key === 'best' ? 'Best' : 'Median'} physical (qubit ${one.qubit})`,
            ...LOOKS[key],
            points: one.pooled,
            error_per_round: one.error_per_round,
            fit: fitOf(one.qubit),
          },
        ]
  const fit = encoded.fit
  const logical: Series = {
    key: 'encoded',
    name: 'Encoded',
    ...LOOKS.encoded,
    points: encoded.pooled,
    error_per_round: fit?.error_per_round ?? null,
    fit,
  }
  return [logical, ...ofQubit('best', best), ...ofQubit('median', median)]
}

export const maxRounds = (series: readonly Series[]) =>
  Math.max(1, ...series.flatMap(each => each.points.map(point => point.rounds)))

/** Reach of axes of panels with letters beside points, as a multiple of the last number of rounds. */
export const BESIDE_REACH = 1.16
/** Room before R = 0 for the points beside it, as a share of the reach. */
export const BESIDE_BEFORE = 0.09

/** Most distance at which a physical series is drawn beside its number of rounds, in points of paper. */
export const APART = 1.6
/** At most so much of the way to the next number of rounds, so that no point is taken for one of another. */
const APART_SHARE = 0.1
/** Width of the narrowest panel in points. */
const PANEL_WIDTH = 180

/** Smallest distance between two numbers of rounds, in points of the narrowest panel. */
export function closestRounds(series: readonly Series[]): number {
  const rounds = [...new Set(series.flatMap(({ points }) => points.map(each => each.rounds)))].sort((a, b) => a - b)
  const closest = Math.min(...rounds.slice(1).map((value, at) => value - rounds[at]!))
  const across = Math.max(1, rounds.at(-1) ?? 1) * BESIDE_REACH * (1 + BESIDE_BEFORE)
  return (closest / across) * PANEL_WIDTH
}

const SIDES = { encoded: 0, best: -1, median: 1 } as const

export const besideOf = ({ key }: Series, all: readonly Series[], apart = APART): number =>
  SIDES[key] === 0 ? 0 : SIDES[key] * Math.min(apart, APART_SHARE * closestRounds(all))
