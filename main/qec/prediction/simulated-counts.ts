/** Runs that are imagined: counts drawn from known decays and judged as a run's are, on rougher grids. */
import { HALF_CHI2_95_OF, SATURATED, tossed } from '../statistics/decay'
import { signal, type Tally } from '../statistics/likelihood'
import { type Curves, type Decay, errorGrid, errorKnots, type Grid } from '../statistics/posterior'
import { MeanProfile, mean } from '../statistics/profile-likelihood'
import { binomial } from '../statistics/random'

/** So many states are run for so many rounds, and this share of their shots is kept. */
export interface PlannedPoint {
  readonly rounds: number
  readonly states: number
  readonly kept: number
}

/** What one side of a run counts: the points of each basis. */
export type PlannedCircuits = readonly (readonly PlannedPoint[])[]

/** In √ε of a basis and of the mean: enough to tell whether an interval excludes 1. */
const [KNOTS, CELLS] = [40, 80]
/** Standard deviations on either side of the truth that hold both a fit and what its posterior reaches to. */
const REACH = 9
/** An interval of 95 % leaves a fortieth out on either side. */
const LEFT_OUT = 1 / 40

export const meanError = ({ errors }: Pick<Decay, 'errors'>): number => mean(errors)

/** How often a point fails, and slope over variance of that share in ε and in A. */
interface ToldPoint {
  readonly failing: number
  readonly byError: number
  readonly bySpam: number
}

/** What the points of a basis tell of its decay. */
interface ToldBasis {
  readonly points: readonly ToldPoint[]
  /** Fisher's information of ε, of it with A, and of A, which is 0 where A is taken as 1. */
  readonly ee: number
  readonly ea: number
  readonly aa: number
}

/** What the counts of one side tell of a decay, with so many shots. */
export interface Told {
  readonly circuits: PlannedCircuits
  readonly decay: Decay
  readonly shots: number
  readonly bases: readonly ToldBasis[]
}

/** As in the fit, A is estimated where there are several numbers of rounds, else taken as 1. */
export const told = (circuits: PlannedCircuits, decay: Decay, shots: number): Told => ({
  circuits,
  decay,
  shots,
  bases: circuits.map((basis, b) => toldBasis(basis, { error: decay.errors[b]!, spam: decay.spams[b]! }, shots)),
})

function toldBasis(
  circuits: readonly PlannedPoint[],
  { error, spam }: { error: number; spam: number },
  shots: number,
): ToldBasis {
  let [ee, ea, aa] = [0, 0, 0]
  const points = circuits.map(({ rounds, states, kept }): ToldPoint => {
    const left = signal(error, rounds)
    const failing = Math.min(1, Math.max(0, (1 - spam * left) / 2))
    const trials = shots * states * kept
    // One failure and one success more than expected: what never fails tells something still.
    const share = (trials * failing + 1) / (trials + 2)
    const variance = share * (1 - share)
    const [slope, lean] = [spam * rounds * signal(error, rounds - 1), circuits.length > 1 ? -left / 2 : 0]
    ee += (trials / variance) * slope * slope
    ea += (trials / variance) * slope * lean
    aa += (trials / variance) * lean * lean
    return { failing, byError: slope / variance, bySpam: lean / variance }
  })
  return { points, ee, ea, aa }
}

/** The counts of an imagined run. */
export const counted = ({ circuits, bases, shots }: Told, random: () => number): Curves =>
  circuits.map((basis, b) =>
    basis.map(({ rounds, states, kept }, p): Tally => {
      const accepted = binomial(shots * states, kept, random)
      return { rounds, shots: accepted, failures: binomial(accepted, bases[b]!.points[p]!.failing, random) }
    }),
  )

/** The mean error that these counts would be fitted with, one step of scoring away from the truth. */
export const roughError = ({ decay, bases }: Told, counts: Curves): number =>
  mean(
    bases.map((basis, b) => {
      const error = decay.errors[b]! + errorStep(basis, counts[b]!, 1 - decay.spams[b]!)
      return Math.min(SATURATED, Math.max(0, error))
    }),
  )

/** How far ε of a basis moves, where A can grow by no more than `room`. */
function errorStep({ points, ee, ea, aa }: ToldBasis, counts: readonly Tally[], room: number): number {
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

/** Where √ε of a basis lies, whatever the counts turn out to be. */
function rangeOf({ ee, ea, aa }: ToldBasis, error: number): [number, number] {
  const left = aa > 0 ? ee - (ea * ea) / aa : ee
  const width = left > 0 ? REACH / Math.sqrt(left) : 1
  return [Math.sqrt(Math.max(0, error - width)), Math.sqrt(Math.min(SATURATED, error + width))]
}

/** Of the root of the mean ε; null where the counts are those of coins tossed, or there are none: such a fit has no error. */
export function posteriorOf({ bases, decay }: Told, counts: Curves): Grid | null {
  const all = counts.map(basis => basis.filter(({ shots }) => shots > 0))
  const curves = all.filter(basis => basis.length > 0)
  if (curves.length === 0) return null
  const known = new Set(curves.flat().map(({ rounds }) => rounds)).size === 1
  const knots = all.flatMap((basis, b) =>
    basis.length > 0 ? [errorKnots(basis, known, rangeOf(bases[b]!, decay.errors[b]!), KNOTS)] : [],
  )
  const profile = new MeanProfile(knots)
  const signalled = profile.top - curves.reduce((sum, curve) => sum + tossed(curve), 0)
  return known || signalled > HALF_CHI2_95_OF[curves.length]! ? errorGrid(profile, CELLS) : null
}

/** Whether the interval of the gain excludes 1 above (1), below (−1) or not at all (0). */
export function verdictOf(physical: Grid | null, encoded: Grid | null): -1 | 0 | 1 {
  if (!physical || !encoded) return 0
  const wins = shareAbove(physical, encoded)
  if (wins > 1 - LEFT_OUT) return 1
  return wins < LEFT_OUT ? -1 : 0
}

/** How often a draw from one is larger than a draw from the other. */
function shareAbove(one: Grid, other: Grid): number {
  let sum = 0
  for (let i = 0; i < SHARES; i++) sum += other.below(one.draw((i + 0.5) / SHARES))
  return sum / SHARES
}

const SHARES = 400
