/**
 * Where a gain crosses 1 as errors are scaled: the logarithm of the gain, straight between neighbouring points over the
 * logarithm of the factor. Points are sampled independently of one another, so draws of all of them give the interval.
 */
import type { Estimate } from '../../contract/model/primitives'
import { CONFIDENCE, unobserved, Z95 } from './intervals'
import { normal, uniforms } from './random'

/** A point of the curve; points ascend in `factor`. A gain that is not known breaks the curve. */
export interface GainAt {
  readonly factor: number
  readonly gain: Estimate
}

export interface GainCrossing {
  readonly factor: Estimate
  /** Whether the gain is above 1 below the factor, so that more errors end it; null without a crossing. */
  readonly falling: boolean | null
}

const DRAWS = 4_000
const METHOD =
  `log-log interpolation between neighbouring factors, the crossing nearest to 1; interval from ${DRAWS} seeded draws ` +
  'of the log gains, each from two half normals matched to its own interval; null ends lie beyond the factors asked'

interface GainKnot {
  readonly x: number
  /** Log gain, and its standard deviations to either side; null where the gain is not known. */
  readonly y: { readonly value: number; readonly below: number; readonly above: number } | null
}

interface Zero {
  readonly x: number
  readonly falling: boolean
}

/**
 * Value null where the curve does not cross 1 between two neighbours; a bound is null where it lies beyond the ends.
 */
export function crossingOf(points: readonly GainAt[], seed: bigint): GainCrossing {
  const knots = points.map(knotOf)
  const zero = nearest(
    zeros(knots, ({ value }) => value),
    0,
  )
  if (zero === null) return { factor: unobserved(METHOD), falling: null }
  const random = uniforms(seed)
  const draws = Float64Array.from({ length: DRAWS }, () => drawn(knots, zero, () => normal(random))).sort()
  const bound = (q: number) => finite(Math.exp(draws[Math.round(q * (DRAWS - 1))]!))
  const [low, high] = [bound((1 - CONFIDENCE) / 2), bound((1 + CONFIDENCE) / 2)]
  const value = Math.exp(zero.x)
  // The value comes from the measured curve, the bounds from draws: which are widened where needed to contain it.
  const factor: Estimate = {
    value,
    low: low && Math.min(low, value),
    high: high && Math.max(high, value),
    confidence: CONFIDENCE,
    method: METHOD,
  }
  return { factor, falling: zero.falling }
}

/** Null for 0 and Infinity, which are e^−∞ and e^∞: an end that was not found. */
const finite = (factor: number): number | null => (factor > 0 && Number.isFinite(factor) ? factor : null)

function knotOf({ factor, gain: { value, low, high } }: GainAt): GainKnot {
  const x = Math.log(factor)
  if (value === null || low === null || high === null || !(low > 0) || !(value > 0)) return { x, y: null }
  const middle = Math.log(value)
  return { x, y: { value: middle, below: (middle - Math.log(low)) / Z95, above: (Math.log(high) - middle) / Z95 } }
}

function zeros(knots: readonly GainKnot[], height: (y: NonNullable<GainKnot['y']>, at: number) => number): Zero[] {
  const found: Zero[] = []
  for (let i = 0; i + 1 < knots.length; i++) {
    const [a, b] = [knots[i]!, knots[i + 1]!]
    if (a.y === null || b.y === null) continue
    const [from, to] = [height(a.y, i), height(b.y, i + 1)]
    if (from > 0 === to > 0) continue
    found.push({ x: a.x + ((b.x - a.x) * from) / (from - to), falling: from > 0 })
  }
  return found
}

const nearest = (found: readonly Zero[], x: number): Zero | null =>
  found.reduce<Zero | null>((best, zero) => (best && Math.abs(best.x - x) <= Math.abs(zero.x - x) ? best : zero), null)

/** The x at which one draw of the curve crosses, nearest to that of the curve; ±∞ where the draw does not cross. */
function drawn(knots: readonly GainKnot[], { x, falling }: Zero, normal: () => number): number {
  const heights = knots.map(({ y }) => (y === null ? 0 : spread(y, normal())))
  const zero = nearest(
    zeros(knots, (_, at) => heights[at]!),
    x,
  )
  if (zero) return zero.x
  const gains = heights.some((height, at) => knots[at]!.y !== null && height > 0)
  return gains === falling ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
}

const spread = ({ value, below, above }: NonNullable<GainKnot['y']>, z: number): number =>
  value + z * (z < 0 ? below : above)
