/** Where a value lies on an axis, and which values are written beside it. */
import { fixed } from '../../../../main/contract/numbers/number-text'
import type { FigureAxis } from './model'
import { EXPONENT, plainRuns, runsWidth, type TextRun } from './typeset'

interface Tick {
  readonly value: number
  readonly label: readonly TextRun[]
}

export interface AxisScale {
  /** 0 at the beginning of the axis, 1 at its end; beyond them outside. */
  readonly place: (value: number) => number
  readonly major: readonly Tick[]
  /** Without labels, between the major ones. */
  readonly minor: readonly number[]
}

/** At most `most` labels, so that they have room. */
export function axisScale(axis: FigureAxis, most: number): AxisScale {
  if (axis.kind === 'names') return namesScale(axis)
  return axis.kind === 'log' ? logScale(axis) : linearScale(axis, most)
}

const STEPS = [1, 2, 5, 10]

/** A round step that parts the range into at most `most` intervals. */
function roundStep(span: number, most: number, whole: boolean): number {
  const size = 10 ** Math.floor(Math.log10(span / most))
  const step = STEPS.map(each => each * size).find(each => span / each <= most * (1 + EDGE)) ?? 10 * size
  return whole ? Math.max(1, Math.round(step)) : step
}

/** Tolerance, so that rounding does not drop a tick at an end. */
const EDGE = 1e-9

const multiples = (step: number, [low, high]: FigureAxis['range']): number[] => {
  const first = Math.ceil(low / step - EDGE)
  const count = Math.floor(high / step + EDGE) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => (first + at) * step)
}

const within = ([low, high]: FigureAxis['range'], [least, most]: FigureAxis['range']): FigureAxis['range'] => [
  Math.max(low, least),
  Math.min(high, most),
]

function linearScale({ range, whole = false, limits }: FigureAxis, most: number): AxisScale {
  const [low, high] = range
  const step = roundStep(high - low, most, whole)
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + EDGE))
  const ticked = limits ? within(range, limits) : range
  const major = multiples(step, ticked)
  const between = minorStep(step, whole)
  return {
    place: value => (value - low) / (high - low),
    major: major.map(value => ({ value, label: plainRuns(decimal(value, decimals)) })),
    minor:
      between === null
        ? []
        : multiples(between, ticked).filter(value => !major.some(each => Math.abs(each - value) < between / 2)),
  }
}

/** Four or five parts of a step; whole ones only where ticks are whole. */
function minorStep(step: number, whole: boolean): number | null {
  const leading = step / 10 ** Math.floor(Math.log10(step) + EDGE)
  const part = step / (Math.round(leading) === 2 ? 4 : 5)
  if (!whole) return part
  return step === 1 ? null : Number.isInteger(part) ? part : 1
}

/** With a minus sign as print has it; −0 is 0. */
const decimal = (value: number, decimals: number): string => {
  const text = fixed(Math.abs(value), decimals)
  return value < 0 && Number(text) !== 0 ? `−${text}` : text
}

/** Powers of ten are written where the axis spans more of them than this, 1, 2 and 5 of each where it spans fewer. */
const FEW_DECADES = 1.7
/** Decades below which even those are too few, so that every leading digit is written. */
const SHORT = 0.5

function logScale({ range: [low, high] }: FigureAxis): AxisScale {
  const [from, to] = [Math.log10(low), Math.log10(high)]
  const inside = (value: number) => value >= low * (1 - EDGE) && value <= high * (1 + EDGE)
  const all = Array.from({ length: Math.ceil(to) - Math.floor(from) + 1 }, (_, at) => Math.floor(from) + at).flatMap(
    power => Array.from({ length: 9 }, (_, at) => ({ value: (at + 1) * 10 ** power, leading: at + 1, power })),
  )
  const decades = to - from
  const leads = decades > FEW_DECADES ? [1] : decades > SHORT ? [1, 2, 5] : [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const shown = all.filter(({ value }) => inside(value))
  const major = shown.filter(({ leading }) => leads.includes(leading))
  return {
    place: value => (value > 0 ? (Math.log10(value) - from) / (to - from) : Number.NEGATIVE_INFINITY),
    major: major.map(({ value, power }) => ({
      value,
      label: decades > FEW_DECADES ? powerOfTen(power) : plainRuns(plainNumber(value, power)),
    })),
    minor: shown.filter(each => !major.includes(each)).map(({ value }) => value),
  }
}

const powerOfTen = (power: number): TextRun[] => [
  ...plainRuns('10'),
  { text: String(power).replace('-', '−'), face: 'regular', ...EXPONENT },
]

const plainNumber = (value: number, power: number) => fixed(value, -power)

/** Names stand in even bands, the first at the top. */
const namesScale = ({ names = [] }: FigureAxis): AxisScale => ({
  place: value => 1 - (value + 0.5) / Math.max(1, names.length),
  major: names.map((name, value) => ({ value, label: plainRuns(name) })),
  minor: [],
})

/** Points between names along a row. */
const NAME_GAP = 6

/** Names in even bands from the left, of `width` points in all; those are written that fit beside each other and within it. */
export function namesAcross({ names = [] }: FigureAxis, width: number, size: number): AxisScale {
  const place = (value: number) => (value + 0.5) / Math.max(1, names.length)
  let free = -NAME_GAP
  const major = names.flatMap((name, value) => {
    const label = plainRuns(name)
    const half = runsWidth(label, size) / 2
    const [left, right] = [place(value) * width - half, place(value) * width + half]
    if (left < free || right > width + NAME_GAP / 2) return []
    free = right + NAME_GAP
    return [{ value, label }]
  })
  return { place, major, minor: [] }
}
