/**
 * How many shots tell a gain from 1: imagined runs, whose errors scatter as the Fisher information of the decay fits says.
 * Which physical qubit is the best or the median one is found anew in each of them, as a run does.
 */
import { signal } from '../statistics/likelihood'
import { uniforms } from '../statistics/random'

/** One basis of one side: its predicted ε and A, and for each number of rounds the accepted shots per shot asked for. */
export interface PlannedBasis {
  readonly error: number
  readonly spam: number
  readonly points: readonly { readonly rounds: number; readonly weight: number }[]
}

/** The two-sided 95 % point of the normal distribution. */
const EXCLUDED = 1.959963984540054
/** Of the runs that shall find the verdict. */
const SHARE = 0.8
const IMAGINED = 400
/** Errors between the two of a run at which its interval is judged. */
const STEPS = 24
const MOST_SHOTS = 2 ** 40

/**
 * Variance of the logarithm of the mean error, times the shots for each state and number of rounds. As in the fit, A is
 * common to the bases and estimated where there are several numbers of rounds, else taken as 1. Infinity where the points
 * tell nothing.
 */
export function relativeVariance(bases: readonly PlannedBasis[]): number {
  const several = new Set(bases.flatMap(({ points }) => points.map(({ rounds }) => rounds))).size > 1
  const share = 1 / bases.length
  let [own, lean, leftOfSpam] = [0, 0, 0]
  for (const { error, spam, points } of bases) {
    let [ee, ea, aa] = [0, 0, 0]
    for (const { rounds, weight } of points) {
      const left = signal(error, rounds)
      const failing = (1 - spam * left) / 2
      const byError = spam * rounds * signal(error, rounds - 1)
      const bySpam = several ? -left / 2 : 0
      const information = weight / Math.max(Number.MIN_VALUE, failing * (1 - failing))
      ee += information * byError * byError
      ea += information * byError * bySpam
      aa += information * bySpam * bySpam
    }
    if (ee === 0) return Number.POSITIVE_INFINITY
    own += (share * share) / ee
    lean += (share * ea) / ee
    leftOfSpam += aa - (ea * ea) / ee
  }
  const mean = bases.reduce((sum, { error }) => sum + share * error, 0)
  const shared = several ? (lean * lean) / Math.max(0, leftOfSpam) : 0
  return (own + shared) / (mean * mean)
}

type Side = readonly PlannedBasis[]

const meanOf = (side: Side): number => side.reduce((sum, { error }) => sum + error, 0) / side.length

/** Variance of the mean error times the shots, were that mean another: every basis changes by the same factor. */
function varianceAt(side: Side): (mean: number) => number {
  const own = meanOf(side)
  const at = (mean: number): number => {
    const bases = side.map(basis => ({ ...basis, error: Math.min(0.5, (basis.error * mean) / own) }))
    return relativeVariance(bases) * mean * mean
  }
  return interpolated(at, own)
}

const OCTAVES = 20
const PER_OCTAVE = 4

/** Worked out at points a fixed factor apart around `own`, and looked up between them. */
function interpolated(at: (mean: number) => number, own: number): (mean: number) => number {
  const reach = OCTAVES * PER_OCTAVE
  const known = Float64Array.from({ length: 2 * reach + 1 }, (_, i) => at(own * 2 ** ((i - reach) / PER_OCTAVE)))
  return mean => {
    const place = Math.min(2 * reach, Math.max(0, Math.log2(mean / own) * PER_OCTAVE + reach))
    const below = Math.min(2 * reach - 1, Math.floor(place))
    const [one, next] = [known[below]!, known[below + 1]!]
    return Number.isFinite(one) && Number.isFinite(next)
      ? one + (place - below) * (next - one)
      : Number.POSITIVE_INFINITY
  }
}

interface Spread {
  readonly error: number
  readonly varianceAt: (mean: number) => number
}

const spreadOf = (side: Side): Spread => ({ error: meanOf(side), varianceAt: varianceAt(side) })

/** Standard normal numbers, the same ones each time. */
function normals(count: number): Float64Array {
  const random = uniforms(0n)
  return Float64Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random()),
  )
}

/** An estimate below this share of the error is as good as none. */
const LEAST = 1e-3

const imagined = ({ error, varianceAt }: Spread, shots: number, normal: number): number => {
  const variance = varianceAt(error)
  return Number.isFinite(variance) ? Math.max(LEAST * error, error + normal * Math.sqrt(variance / shots)) : error
}

/**
 * Whether the interval of the ratio excludes 1 on the side where it lies: no common error is within reach of both. The spread
 * counts at that common error, for an interval reaches as far as the spread at its end.
 */
function excludes(low: number, high: number, lower: Spread, higher: Spread, shots: number): boolean {
  if (low >= high) return false
  for (let step = 0; step <= STEPS; step++) {
    const common = low * (high / low) ** (step / STEPS)
    const apart = (common - low) ** 2 / lower.varianceAt(common) + (high - common) ** 2 / higher.varianceAt(common)
    if (apart * shots < EXCLUDED ** 2) return false
  }
  return true
}

/**
 * Shots for each state and number of rounds so that the interval of the gain against the physical qubit of rank `rank`, from 0
 * for the best, excludes 1 in four of five runs; null where none do. `physical` has every qubit, least error first.
 */
export function shotsToResolve(physical: readonly Side[], encoded: Side, rank: number): number | null {
  const [qubits, logical] = [physical.map(spreadOf), spreadOf(encoded)]
  const wins = logical.error < qubits[rank]!.error
  if (logical.error === qubits[rank]!.error || !Number.isFinite(logical.varianceAt(logical.error))) return null
  const drawn = normals(IMAGINED * (qubits.length + 1))
  const found = (shots: number, run: number): boolean => {
    const normal = (i: number) => drawn[run * (qubits.length + 1) + i]!
    const measured = qubits.map((qubit, i) => ({ qubit, error: imagined(qubit, shots, normal(i)) }))
    const chosen = measured.sort((a, b) => a.error - b.error)[rank]!
    const error = imagined(logical, shots, normal(qubits.length))
    return wins
      ? excludes(error, chosen.error, logical, chosen.qubit, shots)
      : excludes(chosen.error, error, chosen.qubit, logical, shots)
  }
  const share = (shots: number) =>
    Array.from({ length: IMAGINED }, (_, run) => found(shots, run)).filter(Boolean).length
  const enough = (shots: number) => share(shots) >= SHARE * IMAGINED
  return leastThat(enough)
}

/** To within a hundredth; null above `MOST_SHOTS`. */
function leastThat(enough: (shots: number) => boolean): number | null {
  let high = 1
  while (!enough(high)) {
    high *= 2
    if (high > MOST_SHOTS) return null
  }
  let low = high / 2
  while (high - low > Math.max(1, high / 100)) {
    const middle = (low + high) / 2
    if (enough(middle)) high = middle
    else low = middle
  }
  return Math.ceil(high)
}
