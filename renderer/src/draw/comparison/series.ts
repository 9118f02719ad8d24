import type { Estimate } from '../../../../main/contract/model/primitives'
import type { Comparison, DecayFit } from '../../../../main/contract/runs/comparison'
import { INKS, type Scheme } from '../charts/colours'

export type PlottedSurvival = Comparison['encoded']['pooled'][number]

export interface Series {
  readonly key: 'encoded' | 'best' | 'median'
  readonly name: string
  readonly symbol: string
  /** Of the symbol, in pixels; 9 when left out. */
  readonly size?: number
  readonly dash: string
  /** Pooled over the prepared states. */
  readonly points: readonly PlottedSurvival[]
  readonly error_per_round: Estimate | null
  readonly fit: DecayFit | null
}

/** Colour (by `seriesColour`), symbol and dash differ together, so that no reader depends on colour. */
const LOOKS = {
  encoded: { symbol: 'circle', dash: 'solid' },
  best: { symbol: 'square', dash: 'dash' },
  median: { symbol: 'diamond', dash: 'dot' },
} as const

const ORDER = ['encoded', 'best', 'median'] as const

/** The theme's colour of a series. */
export const seriesColour = (series: Pick<Series, 'key'>, scheme: Scheme) =>
  INKS[scheme].series[ORDER.indexOf(series.key)]!

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
