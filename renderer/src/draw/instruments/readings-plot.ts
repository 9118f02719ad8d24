/** Readings over time with their limits, as a chart and as a table. */
import type { ReadingSeries } from '../../../../main/contract/instruments/reading'
import { parameterText } from '../../../../main/contract/instruments/value-text'
import type { Chart, DataTable } from '../charts/chart'
import { INKS, type Scheme } from '../charts/colours'
import { utcSecond } from '../format/time'
import { latestText, valueWithUnit } from './value-text'

/** Series of one unit share a plot; each unit has an axis of its own. */
export interface ReadingsOfUnit {
  readonly unit: string | null
  readonly title: string
  readonly series: readonly ReadingSeries[]
}

const TITLES: Readonly<Record<string, string>> = {
  K: 'Temperatures',
  mbar: 'Pressures',
  Pa: 'Pressures',
  V: 'Voltages',
  A: 'Currents',
}

/** Units in the order of the titles, then by name; none last. */
function byUnit(one: string | null, other: string | null): number {
  const rank = (unit: string | null) => {
    const at = Object.keys(TITLES).indexOf(unit ?? '')
    return unit === null ? Number.POSITIVE_INFINITY : at === -1 ? Object.keys(TITLES).length : at
  }
  return rank(one) === rank(other) ? (one ?? '').localeCompare(other ?? '') : rank(one) - rank(other)
}

const placeOf = ({ instrument_id, parameter, channel }: ReadingSeries) =>
  `${instrument_id} ${parameter} ${channel ?? ''}`

const byPlace = (one: ReadingSeries, other: ReadingSeries): number =>
  placeOf(one).localeCompare(placeOf(other), 'en', { numeric: true })

/**
 * Only series with numbers: other readings are in the experiment log. The order does not depend on which was read last, so that
 * plots and inks keep their places while they are drawn anew.
 */
export function readingsByUnit(series: readonly ReadingSeries[]): ReadingsOfUnit[] {
  const numeric = series.filter(({ points }) => points.some(({ value }) => value !== null)).sort(byPlace)
  const units = [...new Set(numeric.map(({ unit }) => unit))].sort(byUnit)
  return units.flatMap(unit => {
    const title = (unit === null ? undefined : TITLES[unit]) ?? `Readings${unit === null ? '' : ` in ${unit}`}`
    const own = numeric.filter(each => each.unit === unit)
    const positive = own.filter(each => figuresOf(each).every(value => value > 0))
    // A set point of zero would keep 10 mK and 50 K on one linear axis, where limits vanish.
    if (!isWide(positive.flatMap(figuresOf)) || positive.length === own.length) return [{ unit, title, series: own }]
    const others = own.filter(each => !positive.includes(each))
    return [
      { unit, title, series: positive },
      { unit, title: `${title} that reach zero`, series: others },
    ]
  })
}

/** Readings at the start and at the end, and perhaps of one query between: too few for a curve. */
const FEW = 3

/** Separates readings to follow, which have limits or more than FEW points, from those that a run takes only at its start and its end. */
export function followedReadings(series: readonly ReadingSeries[]): {
  readonly followed: readonly ReadingSeries[]
  readonly others: readonly ReadingSeries[]
} {
  const isFollowed = ({ below, above, points }: ReadingSeries) =>
    below !== null || above !== null || points.length > FEW
  const followed = series.filter(isFollowed)
  return followed.length === 0
    ? { followed: series, others: [] }
    : { followed, others: series.filter(each => !isFollowed(each)) }
}

/** Every value, and the limits. */
const figuresOf = ({ points, below, above }: ReadingSeries): number[] =>
  [...points.map(({ value }) => value), below, above].filter(value => value !== null)

/** A label from the lab profile does not name the parameter; the others end with it. */
function seriesName({ label, parameter, channel }: ReadingSeries): string {
  const place = parameterText(parameter, channel)
  return label.endsWith(`: ${place}`) ? label : `${label}, ${place}`
}

/** Whether values span so much that their axis is logarithmic; all of them must be above 0. */
const isWide = (values: readonly number[]) =>
  values.length > 0 && Math.min(...values) > 0 && Math.max(...values) / Math.min(...values) > 30

/** Gaps where a sensor gave no value; limits as dashed lines in the ink of their series. */
export function readingsPlot({ unit, series }: ReadingsOfUnit, scheme: Scheme): Chart {
  const inks = INKS[scheme].series
  return {
    traces: series.flatMap((each, at) => {
      const colour = inks[at % inks.length]!
      return [
        {
          type: 'scatter',
          mode: 'lines+markers',
          name: seriesName(each),
          x: each.points.map(point => point.at),
          y: each.points.map(({ value }) => value),
          connectgaps: false,
          line: { color: colour, width: 2 },
          marker: { color: colour, size: 4 },
        },
        ...limitTraces(each, colour),
      ]
    }),
    layout: {
      xaxis: { title: { text: 'Time, UTC' }, type: 'date' },
      yaxis: {
        title: { text: unit ?? 'value' },
        type: isWide(series.flatMap(figuresOf)) ? 'log' : 'linear',
        exponentformat: 'e',
      },
    },
  }
}

function limitTraces({ points, below, above, unit }: ReadingSeries, color: string) {
  const [first, last] = [points[0]?.at, points.at(-1)?.at]
  const line = (value: number | null, word: string) =>
    value === null
      ? []
      : [
          {
            type: 'scatter',
            mode: 'lines',
            name: `${word} ${valueWithUnit(value, unit)}`,
            x: [first, last],
            y: [value, value],
            line: { color, width: 1.5, dash: 'dash' },
          },
        ]
  return [...line(below, 'limit: below'), ...line(above, 'limit: above')]
}

/** A line for each reading, oldest first. */
export const readingsTable = ({ unit, series }: ReadingsOfUnit): DataTable => ({
  columns: ['Time', 'Reading of', 'Value', 'Limits'],
  rows: series.flatMap(each => {
    const { below, above } = each
    const limits = [
      below !== null && `below ${valueWithUnit(below, unit)}`,
      above !== null && `above ${valueWithUnit(above, unit)}`,
    ]
      .filter(Boolean)
      .join(', ')
    return each.points.map(({ at, value, status }) => [
      utcSecond(at),
      seriesName(each),
      latestText({ parameter: each.parameter, channel: each.channel, value, unit, status, at }),
      limits || 'none',
    ])
  }),
})
