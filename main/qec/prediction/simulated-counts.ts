/** Simulated runs: counts drawn from known decays and judged as those of a run are, on coarser grids. */
import { mean } from '../../contract/numbers/arithmetic'
import { GAIN_LEVEL } from '../../contract/runs/comparison'
import { HALF_CHI2_95, SATURATED } from '../statistics/decay'
import { likeliestSpam, logLikelihood, signal, type Tally } from '../statistics/likelihood'
import { type Curves, type Decay, errorGrid, errorKnots, type Grid } from '../statistics/posterior'
import { MeanProfile } from '../statistics/profile-likelihood'
import { binomial, normal } from '../statistics/random'

/** `states` states are run for `rounds` rounds, and the share `kept` of their shots is kept. */
interface PlannedPoint {
  readonly rounds: number
  readonly states: number
  readonly kept: number
}

/** By basis, the points that one side of a run counts. */
export type PlannedCircuits = readonly (readonly PlannedPoint[])[]

/** Grid points in √ε, for a basis and for the mean: enough to decide whether an interval excludes 1. */
const [KNOTS, CELLS] = [40, 80]
/** Standard deviations on either side of the truth within which both a fit and its posterior lie. */
const REACH = 9
/** An interval of 95 % leaves a fortieth out on either side. */
const LEFT_OUT = 1 / 40

export const meanError = ({ errors }: Pick<Decay, 'errors'>): number => mean(errors)

/** Failure probability of a point, and its slopes in ε and in A, each over its variance. */
interface PointInformation {
  readonly failing: number
  readonly byError: number
  readonly bySpam: number
}

/** Fisher information on its decay in the points of a basis. */
interface BasisInformation {
  readonly points: readonly PointInformation[]
  /** Fisher information of ε, of ε with A, and of A; the last two are 0 where A is taken as 1. */
  readonly ee: number
  readonly ea: number
  readonly aa: number
}

/** Fisher information on a decay in the counts of one side, with `shots` shots of each state. */
export interface CountInformation {
  readonly circuits: PlannedCircuits
  readonly decay: Decay
  readonly shots: number
  readonly bases: readonly BasisInformation[]
}

/** As in the fit, A is estimated where there are several numbers of rounds, else taken as 1. */
export const informationOf = (circuits: PlannedCircuits, decay: Decay, shots: number): CountInformation => ({
  circuits,
  decay,
  shots,
  bases: circuits.map((basis, b) => basisInformation(basis, { error: decay.errors[b]!, spam: decay.spams[b]! }, shots)),
})

function basisInformation(
  circuits: readonly PlannedPoint[],
  { error, spam }: { error: number; spam: number },
  shots: number,
): BasisInformation {
  let [ee, ea, aa] = [0, 0, 0]
  const points = circuits.map(({ rounds, states, kept }): PointInformation => {
    const left = signal(error, rounds)
    const failing = Math.min(1, Math.max(0, (1 - spam * left) / 2))
    const trials = shots * states * kept
    // One failure and one success more than expected, so that a point that never fails has finite information.
    const share = (trials * failing + 1) / (trials + 2)
    const variance = share * (1 - share)
    const slope = rounds === 0 ? 0 : spam * rounds * signal(error, rounds - 1)
    const lean = circuits.length > 1 ? -left / 2 : 0
    ee += (trials / variance) * slope * slope
    ea += (trials / variance) * slope * lean
    aa += (trials / variance) * lean * lean
    return { failing, byError: slope / variance, bySpam: lean / variance }
  })
  return { points, ee, ea, aa }
}

/** The counts of a simulated run. */
export const counted = ({ circuits, bases, shots }: CountInformation, random: () => number): Curves =>
  circuits.map((basis, b) =>
    basis.map(({ rounds, states, kept }, p): Tally => {
      const accepted = binomial(shots * states, kept, random)
      return { rounds, shots: accepted, failures: binomial(accepted, bases[b]!.points[p]!.failing, random) }
    }),
  )

/** The mean error that a fit of these counts would give, approximated by one scoring step from the truth. */
export const oneStepError = ({ decay, bases }: CountInformation, counts: Curves): number =>
  mean(
    bases.map((basis, b) => {
      const error = decay.errors[b]! + errorStep(basis, counts[b]!, 1 - decay.spams[b]!)
      return Math.min(SATURATED, Math.max(0, error))
    }),
  )

/** One scoring step of ε of a basis; A can grow by no more than `room`. */
function errorStep({ points, ee, ea, aa }: BasisInformation, counts: readonly Tally[], room: number): number {
  if (ee === 0) return 0
  let [byError, bySpam] = [0, 0]
  counts.forEach(({ shots, failures }, p) => {
    const { failing, ...slopes } = points[p]!
    byError += (failures - shots * failing) * slopes.byError
    bySpam += (failures - shots * failing) * slopes.bySpam
  })
  const left = aa - (ea * ea) / ee
  const moved = left > 0 ? Math.min(room, (bySpam - (ea / ee) * byError) / left) : 0
  return (byError - ea * moved) / ee
}

type Information = Pick<BasisInformation, 'ee' | 'ea' | 'aa'>

/** Standard deviation of a fitted ε around the true value; capped where the counts hold no information. */
function deviationOf({ ee, ea, aa }: Information): number {
  const left = aa > 0 ? ee - (ea * ea) / aa : ee
  return left > 0 ? 1 / Math.sqrt(left) : 1
}

/** Standard deviation of the mean error of a fit. */
export const errorDeviation = ({ bases }: CountInformation): number =>
  Math.sqrt(bases.reduce((sum, basis) => sum + deviationOf(basis) ** 2, 0)) / bases.length

/** Range of √ε of a basis, `REACH` standard deviations to either side of the truth. */
function rangeOf({ ee, ea, aa }: Information, error: number): [number, number] {
  const width = REACH * deviationOf({ ee, ea, aa })
  return [Math.sqrt(Math.max(0, error - width)), Math.sqrt(Math.min(SATURATED, error + width))]
}

/**
 * Posterior of the square root of the mean ε; null without counts, or where the counts of a basis do not exclude ε = ½, as
 * such a fit has no figure.
 */
export function posteriorOfCounts({ bases, decay }: CountInformation, counts: Curves): Grid | null {
  const all = counts.map(basis => basis.filter(({ shots }) => shots > 0))
  const curves = all.filter(basis => basis.length > 0)
  if (curves.length === 0) return null
  const known = new Set(curves.flat().map(({ rounds }) => rounds)).size === 1
  const knots = all.flatMap((basis, b) =>
    basis.length > 0 ? [errorKnots(basis, { known, range: rangeOf(bases[b]!, decay.errors[b]!), knots: KNOTS })] : [],
  )
  const hasFigure = knots.every(
    (profile, b) => Math.max(...profile.map(({ likelihood }) => likelihood)) - lost(curves[b]!, known) > HALF_CHI2_95,
  )
  return hasFigure ? errorGrid(new MeanProfile(knots), CELLS) : null
}

/** Log-likelihood at ε = ½ with the best A (1 where A is taken as 1). */
const lost = (points: readonly Tally[], known: boolean): number =>
  logLikelihood(points, SATURATED, known ? 1 : likeliestSpam(points, SATURATED))

/**
 * Whether a gain holds against every qubit (1), is excluded against one of `many` (−1), or neither (0); judged as in
 * `intersectionUnionTest`.
 */
export function verdictOverBest(nearest: readonly (Grid | null)[], many: number, encoded: Grid | null): -1 | 0 | 1 {
  if (!encoded) return 0
  const wins = nearest.map(physical => physical && shareAbove(physical, encoded))
  if (wins.some(share => share !== null && share < GAIN_LEVEL / many)) return -1
  return wins.every(share => share !== null && share > 1 - GAIN_LEVEL) ? 1 : 0
}

/** Draws of the median error over all qubits, each error drawn about its estimate in a simulated run. */
export function oneStepMedians(
  measured: readonly { readonly error: number; readonly deviation: number }[],
  rank: number,
  random: () => number,
): number[] {
  const errors = new Float64Array(measured.length)
  return Array.from({ length: MEDIANS }, () => {
    for (const [q, { error, deviation }] of measured.entries())
      errors[q] = Math.min(SATURATED, Math.max(0, error + deviation * normal(random)))
    return errors.sort()[rank]!
  })
}

/** Whether the interval of the gain over these draws of the median lies above 1 (1), below it (−1) or includes it (0). */
export function verdictOverMedian(medians: readonly number[], encoded: Grid | null): -1 | 0 | 1 {
  if (!encoded) return 0
  const wins = medians.reduce((sum, median) => sum + encoded.below(Math.sqrt(median)), 0) / medians.length
  if (wins > 1 - LEFT_OUT) return 1
  return wins < LEFT_OUT ? -1 : 0
}

const MEDIANS = 100

/** Probability that a draw from `one` is larger than a draw from `other`. */
function shareAbove(one: Grid, other: Grid): number {
  let sum = 0
  for (let i = 0; i < SHARES; i++) sum += other.below(one.draw((i + 0.5) / SHARES))
  return sum / SHARES
}

const SHARES = 400
