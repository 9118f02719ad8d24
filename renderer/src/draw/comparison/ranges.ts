/** Ranges of axes from what is drawn, and the axis of rounds or of time. */
import type { FigureAxis } from '../figures/model'
import { nanoseconds } from '../format/quantity'

/** Room above and below the outermost values, in powers of ten. */
const ROOM = 0.08
/** A range is at least so many powers of ten. */
const LEAST = 0.7

/** Range around all positive values. */
export function logRange(values: readonly number[]): readonly [number, number] {
  const logs = values.filter(value => value > 0 && Number.isFinite(value)).map(Math.log10)
  if (logs.length === 0) return [0.1, 1]
  const [low, high] = [Math.min(...logs) - ROOM, Math.max(...logs) + ROOM]
  const missing = Math.max(0, LEAST - (high - low)) / 2
  return [10 ** (low - missing), 10 ** (high + missing)]
}

/** Powers of ten by which points at R = 0 may extend a range. */
const STRETCH = 1

/**
 * Around all positive values after rounds, and around those at R = 0 that lie near them: preparation and readout alone may fail a
 * thousand times more rarely, and a range down to there would press all else into a corner.
 */
export function logRangeOfRounds(after: readonly number[], before: readonly number[]): readonly [number, number] {
  if (!after.some(value => value > 0)) return logRange(before)
  const [low, high] = logRange(after)
  return logRange([...after, ...before.filter(value => value >= low / 10 ** STRETCH && value <= high * 10 ** STRETCH)])
}

/** Range of a probability. */
export const PROBABILITY = [0, 1] as const

/** Smallest share of the quantity's limits that a range shows. */
const MIN_SHARE = 0.1

/** Range around the values, within the quantity's limits except for the room of a mark. */
export function linearRange(
  values: readonly number[],
  [least, most]: readonly [number, number],
  leastShare = MIN_SHARE,
): readonly [number, number] {
  if (values.length === 0) return [least, most]
  const whole = most - least
  const [first, last] = [Math.min(...values), Math.max(...values)]
  const span = Math.max(last - first, whole * leastShare)
  const low = Math.max(least, Math.min(first - (span - (last - first)) / 2, most - span))
  const high = Math.max(last, low + span)
  const room = Math.max(span * ROOM, whole * leastShare * 0.1)
  return [Math.max(least, low - room), Math.min(most + Math.min(room, whole * 0.02), high + room)]
}

/** Where a number of rounds lies, on an axis of rounds or of time. */
export interface AlongAxis {
  readonly kind: 'rounds' | 'time'
  readonly place: (rounds: number) => number
  /** Axis up to `reach` rounds, from `before` ahead of R = 0, a share of `reach`. */
  readonly axis: (reach: number, before?: number) => FigureAxis
  /** In words: `R = 4`, `R = 4 (109.4 µs)`. */
  readonly text: (rounds: number) => string
}

/** Room before R = 0, as a share of the reach, so that its points do not lie on the frame. */
const BEFORE = 0.035

export const alongRounds: AlongAxis = {
  kind: 'rounds',
  place: rounds => rounds,
  axis: (reach, before = BEFORE) => ({
    title: 'Rounds *R*',
    kind: 'linear',
    range: [-before * reach, reach],
    whole: true,
  }),
  text: rounds => `R = ${rounds}`,
}

const UNITS = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
] as const

/** `reach`: rounds that decide the unit. */
export function alongTime(round_ns: number, reach: number): AlongAxis {
  const [size, unit] = UNITS.find(([least]) => round_ns * reach >= least) ?? UNITS.at(-1)!
  const place = (rounds: number) => (rounds * round_ns) / size
  return {
    kind: 'time',
    place,
    axis: (most, before = BEFORE) => ({
      title: `Time *R* × *T*_{round} (${unit})`,
      kind: 'linear',
      range: [place(-before * most), place(most)],
    }),
    text: rounds => `R = ${rounds} (${nanoseconds(rounds * round_ns)})`,
  }
}
