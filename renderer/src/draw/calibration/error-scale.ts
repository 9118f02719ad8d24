/** Absolute colour scales of the calibration map: the same error has the same colour on every device and every day; dark is good. */
import { roundedTo } from '../../../../main/contract/numbers/number-text'
import { INK_ON, VIRIDIS } from '../charts/colours'

export interface ColourScale {
  readonly title: string
  /** Unit of `best` and `worst`: a probability, microseconds, or none of a ratio. */
  readonly unit: 'probability' | 'us' | 'ratio'
  /** Value drawn in the darkest colour; smaller than `worst` for errors, larger for lifetimes. Logarithmic between. */
  readonly best: number
  readonly worst: number
}

export const SCALES = {
  readout: { title: 'Readout error 1 − F', unit: 'probability', best: 1e-3, worst: 1e-1 },
  single: { title: 'One-qubit gate error 1 − F', unit: 'probability', best: 1e-5, worst: 1e-2 },
  reset: { title: 'Reset error 1 − F', unit: 'probability', best: 1e-3, worst: 1e-1 },
  t1: { title: 'T1', unit: 'us', best: 1_000, worst: 10 },
  t2: { title: 'T2', unit: 'us', best: 1_000, worst: 10 },
  cz: { title: 'CZ error 1 − F', unit: 'probability', best: 1e-3, worst: 1e-1 },
} as const satisfies Record<string, ColourScale>

const channels = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
const mixed = (from: string, to: string, part: number) => {
  const [a, b] = [channels(from), channels(to)]
  return `#${a
    .map((channel, i) =>
      Math.round(channel + (b[i]! - channel) * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Place of a value on the scale, 0 (best) to 1 (worst); values beyond the ends stay at the ends. */
export function scalePosition(scale: ColourScale, value: number): number {
  if (value <= 0) return scale.unit === 'us' ? 1 : 0
  const place = Math.log(value / scale.best) / Math.log(scale.worst / scale.best)
  return Math.min(1, Math.max(0, place))
}

/** Beyond the end of the scale at which errors are large and lifetimes short: the colour alone no longer shows how bad it is. */
const isBeyondWorst = ({ best, worst }: ColourScale, value: number): boolean =>
  best < worst ? value > worst : value < worst

/** Beyond the other end of the scale: better than the colour shows. */
const isBeyondBest = ({ best, worst }: ColourScale, value: number): boolean =>
  best < worst ? value < best : value > best

/** Mark of a value beyond an end of the scale, which has the colour of that end: ▲ for worse, ▽ for better. */
export const beyondMark = (scale: ColourScale, value: number): string =>
  isBeyondWorst(scale, value) ? '▲' : isBeyondBest(scale, value) ? '▽' : ''

/** Colour at a place 0..1 of the scale. */
export function colourAt(place: number): string {
  const at = Math.min(1, Math.max(0, place)) * (VIRIDIS.length - 1)
  const index = Math.min(VIRIDIS.length - 2, Math.floor(at))
  return mixed(VIRIDIS[index]!, VIRIDIS[index + 1]!, at - index)
}

export const colourOf = (scale: ColourScale, value: number) => colourAt(scalePosition(scale, value))

/** Black or white, whichever is read better on the colour (WCAG relative luminance). */
export function inkOn(colour: string): typeof INK_ON.dark | typeof INK_ON.black {
  const [r, g, b] = channels(colour).map(channel => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
  return luminance > 0.179 ? INK_ON.black : INK_ON.dark
}

/** One tick for each power of ten from best to worst, with its place; of a ratio, the ends and 1. */
export function ticksOf(scale: ColourScale): { value: number; place: number }[] {
  if (scale.unit === 'ratio')
    return [scale.best, 1, scale.worst].map(value => ({ value, place: scalePosition(scale, value) }))
  const [from, to] = [Math.log10(scale.best), Math.log10(scale.worst)]
  const step = Math.sign(to - from)
  return Array.from({ length: Math.round(Math.abs(to - from)) + 1 }, (_, i) => {
    const value = roundedTo(10 ** (from + step * i), 6)
    return { value, place: scalePosition(scale, value) }
  })
}
