/** Points of readouts in the I/Q plane: the rotation that sets 0 and 1 apart along I, and the threshold between them. */
import type { Estimate } from '../../contract/model/primitives'
import { SequencerError } from '../program/errors'

/** I and Q of one bin, each a 32-bit float, little-endian; not a number where nothing was acquired. */
export const IQ_BYTES = 8

/** Sums over the points of one slot. */
export interface IqMoments {
  readonly n: number
  readonly i: number
  readonly q: number
  readonly ii: number
  readonly qq: number
  readonly iq: number
}

const NOTHING: IqMoments = { n: 0, i: 0, q: 0, ii: 0, qq: 0, iq: 0 }

/**
 * By slot; `points` in the order of the bins' addresses. Throws `link_failed` where the points are no whole shots. Time O(points).
 */
export function iqMoments(points: Uint8Array, slots: number): IqMoments[] {
  const bins = points.length / IQ_BYTES
  if (!Number.isInteger(bins / slots))
    throw new SequencerError('link_failed', `${points.length} bytes of I and Q are no whole shots of ${slots} slots`)
  const view = new DataView(points.buffer, points.byteOffset, points.byteLength)
  const sums = Array.from({ length: slots }, () => ({ ...NOTHING }))
  for (let bin = 0; bin < bins; bin++) {
    const [i, q] = [view.getFloat32(IQ_BYTES * bin, true), view.getFloat32(IQ_BYTES * bin + 4, true)]
    if (!Number.isFinite(i) || !Number.isFinite(q)) continue
    const sum = sums[bin % slots]!
    sum.n += 1
    sum.i += i
    sum.q += q
    sum.ii += i * i
    sum.qq += q * q
    sum.iq += i * q
  }
  return sums
}

/** Joins the moments of several batches, by slot. */
export const joinedMoments = (batches: readonly (readonly IqMoments[])[]): IqMoments[] =>
  (batches[0] ?? []).map((_, slot) => batches.map(batch => batch[slot]!).reduce(added))

const added = (a: IqMoments, b: IqMoments): IqMoments => ({
  n: a.n + b.n,
  i: a.i + b.i,
  q: a.q + b.q,
  ii: a.ii + b.ii,
  qq: a.qq + b.qq,
  iq: a.iq + b.iq,
})

export interface Discrimination {
  /** Degrees from 0 to 360 by which points are turned about the origin; then 1 lies beside 0 along +I. */
  readonly rotation_deg: Estimate
  /** I of the turned points above which 1 is read: half way between the means of 0 and 1, in the unit of the points. */
  readonly threshold: Estimate
}

const Z_95 = 1.959963984540054
const normal = (value: number, variance: number): Estimate => {
  const half = Z_95 * Math.sqrt(Math.max(0, variance))
  return { value, low: value - half, high: value + half, confidence: 0.95, method: 'normal' }
}

/**
 * Discrimination of a qubit from points prepared in 0 and in 1. Null for fewer than two points of either, or where their means
 * coincide. The limits follow from the covariances of the points by linear propagation; those of the rotation are not wrapped.
 */
export function discrimination(zero: IqMoments, one: IqMoments): Discrimination | null {
  if (zero.n < 2 || one.n < 2) return null
  const [a, b] = [zero, one].map(({ n, i, q }) => ({ i: i / n, q: q / n })) as [Point, Point]
  const apart = { i: b.i - a.i, q: b.q - a.q }
  const distance = Math.hypot(apart.i, apart.q)
  if (!(distance > 0)) return null
  const along = { i: apart.i / distance, q: apart.q / distance }
  const across = { i: -along.q, q: along.i }
  const middle = { i: (a.i + b.i) / 2, q: (a.q + b.q) / 2 }
  const spread = (axis: Point) => varianceOfMean(zero, axis) + varianceOfMean(one, axis)
  const turned = (-Math.atan2(apart.q, apart.i) * 180) / Math.PI
  const angle_variance = spread(across) / distance ** 2
  return {
    rotation_deg: normal((turned + 360) % 360, angle_variance * (180 / Math.PI) ** 2),
    threshold: normal(dot(middle, along), spread(along) / 4 + dot(middle, across) ** 2 * angle_variance),
  }
}

interface Point {
  readonly i: number
  readonly q: number
}

const dot = (a: Point, b: Point): number => a.i * b.i + a.q * b.q

/** Variance of the mean along an axis of length 1. */
function varianceOfMean({ n, i, q, ii, qq, iq }: IqMoments, axis: Point): number {
  const [mean_i, mean_q] = [i / n, q / n]
  const covariance = iq / n - mean_i * mean_q
  const variance =
    axis.i ** 2 * (ii / n - mean_i ** 2) + axis.q ** 2 * (qq / n - mean_q ** 2) + 2 * axis.i * axis.q * covariance
  return Math.max(0, variance) / (n - 1)
}
