/** Axes of a chart on paper: where a value lies, and which values are written beside it. */
import { significant } from '../format/quantity'

interface Tick {
  readonly value: number | string
  readonly text: string
}

export interface Scale {
  /** 0 at the beginning of the axis, 1 at its end; beyond them outside. */
  readonly place: (value: number | string) => number
  readonly ticks: readonly Tick[]
}

export type WriteTick = (value: number) => string

/** Plotly's percent formats; anything else is three significant digits. */
export const tickWriter = (format: string | undefined): WriteTick =>
  /[%p]$/.test(format ?? '')
    ? value => `${significant(Number((value * 100).toPrecision(6)))} %`
    : value => significant(Number(value.toPrecision(6)))

const STEPS = [1, 2, 2.5, 5, 10]

/** A round step that parts the range into at most `most` intervals. */
function roundStep(span: number, most: number): number {
  const size = 10 ** Math.floor(Math.log10(span / most))
  return STEPS.map(step => step * size).find(step => span / step <= most) ?? 10 * size
}

/** `low` below `high`. */
export function linearScale(low: number, high: number, write: WriteTick, most = 7): Scale {
  const step = roundStep(high - low, most)
  const first = Math.ceil(low / step - 1e-9)
  const count = Math.floor(high / step + 1e-9) - first + 1
  const values = Array.from({ length: Math.max(0, count) }, (_, at) => (first + at) * step)
  return {
    place: value => (Number(value) - low) / (high - low),
    ticks: values.map(value => ({ value, text: write(value) })),
  }
}

/** Logarithmic between two positive ends: powers of ten, with 2 and 5 between, or even steps where those are too few. */
export function logScale(low: number, high: number, write: WriteTick): Scale {
  const [from, to] = [Math.log10(low), Math.log10(high)]
  const within = to - from < 2.5 ? [1, 2, 5] : [1]
  const powers = Array.from({ length: Math.ceil(to) - Math.floor(from) + 1 }, (_, at) => Math.floor(from) + at)
  const round = powers.flatMap(power => within.map(part => part * 10 ** power))
  const inside = round.filter(value => value >= low && value <= high)
  const even = () => linearScale(low, high, write, 4).ticks.map(({ value }) => Number(value))
  const values = inside.length < 2 ? even() : inside
  return {
    place: value => (Number(value) > 0 ? (Math.log10(Number(value)) - from) / (to - from) : Number.NEGATIVE_INFINITY),
    ticks: values.map(value => ({ value, text: write(value) })),
  }
}

/** Names in even bands, the first at the top. */
export const namedScale = (names: readonly string[]): Scale => ({
  place: value => 1 - (names.indexOf(String(value)) + 0.5) / names.length,
  ticks: names.map(name => ({ value: name, text: name })),
})
