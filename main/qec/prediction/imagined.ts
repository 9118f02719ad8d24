/** Runs that are imagined: counts drawn from known decays and judged as a run's are, on rougher grids. */
import { SATURATED } from '../statistics/decay'
import { type Curves, type Decay, type Joint, jointPosterior, type Ranges, type Resolution } from '../statistics/joint'
import { logLikelihood, signal, type Tally } from '../statistics/likelihood'
import { binomial } from '../statistics/random'

/** So many states are run for so many rounds, and this share of their shots is kept. */
export interface PlannedPoint {
  readonly rounds: number
  readonly states: number
  readonly kept: number
}

/** What one side of a run counts: the points of each basis. */
export type PlannedCircuits = readonly (readonly PlannedPoint[])[]

/** Enough to tell whether an interval excludes 1. */
const ROUGH: Resolution = { spams: 8, errors: 20, points: 6, tolerance: 0.02, steps: 7 }
const ROUGH_ONE: Resolution = { ...ROUGH, spams: 1, errors: 60 }
/** Standard deviations on either side of the truth that hold both a fit and what its posterior reaches to. */
const REACH = 9
/** Draws of the two errors; an interval of 95 % leaves a fortieth out on either side. */
const DRAWS = 400
const LEFT_OUT = DRAWS / 40
/** Half the 95 % points of χ² with one and with four degrees of freedom: as the fits tell a signal from none. */
const NO_SIGNAL = { one: 1.9207294103470494, several: 4.743864518 } as const

export const meanError = ({ errors }: Pick<Decay, 'errors'>): number =>
  errors.reduce((sum, error) => sum + error, 0) / errors.length

/** What the counts of one side tell of a decay, with so many shots. */
export interface Told {
  readonly circuits: PlannedCircuits
  readonly decay: Decay
  readonly shots: number
  /** By basis and point: how often it fails, and slope over variance of that share in ε and in A. */
  readonly points: readonly (readonly { failing: number; byError: number; bySpam: number }[])[]
  /** Fisher's information of each ε, of it with A, and what is left of A's own once the errors are fitted to it. */
  readonly ee: readonly number[]
  readonly ea: readonly number[]
  readonly spam: number
}

/** As in the fit, A is common to the bases and estimated where there are several numbers of rounds, else taken as 1. */
export function told(circuits: PlannedCircuits, decay: Decay, shots: number): Told {
  const several = new Set(circuits.flat().map(({ rounds }) => rounds)).size > 1
  const ee = circuits.map(() => 0)
  const ea = circuits.map(() => 0)
  let aa = 0
  const points = circuits.map((basis, b) =>
    basis.map(({ rounds, states, kept }) => {
      const error = decay.errors[b]!
      const left = signal(error, rounds)
      const failing = Math.min(1, Math.max(0, (1 - decay.spam * left) / 2))
      const trials = shots * states * kept
      // One failure and one success more than expected: what never fails tells something still.
      const share = (trials * failing + 1) / (trials + 2)
      const information = trials / (share * (1 - share))
      const [slope, lean] = [decay.spam * rounds * signal(error, rounds - 1), several ? -left / 2 : 0]
      ee[b]! += information * slope * slope
      ea[b]! += information * slope * lean
      aa += information * lean * lean
      return { failing, byError: slope / (share * (1 - share)), bySpam: lean / (share * (1 - share)) }
    }),
  )
  const spam = aa - ee.reduce((sum, own, b) => sum + (own === 0 ? 0 : ea[b]! ** 2 / own), 0)
  return { circuits, decay, shots, points, ee, ea, spam: several ? Math.max(0, spam) : 0 }
}

/** The counts of an imagined run. */
export const counted = ({ circuits, points, shots }: Told, random: () => number): Curves =>
  circuits.map((basis, b) =>
    basis.map(({ rounds, states, kept }, p): Tally => {
      const accepted = binomial(shots * states, kept, random)
      return { rounds, shots: accepted, failures: binomial(accepted, points[b]![p]!.failing, random) }
    }),
  )

/** The mean error that these counts would be fitted with, one step of scoring away from the truth. */
export function roughError({ decay, points, ee, ea, spam }: Told, counts: Curves): number {
  const score = (b: number, slope: 'byError' | 'bySpam') =>
    counts[b]!.reduce((sum, { shots, failures }, p) => {
      const point = points[b]![p]!
      return sum + (failures - shots * point.failing) * point[slope]
    }, 0)
  const scores = counts.map((_, b) => score(b, 'byError'))
  const own = (b: number, score: number) => (ee[b] === 0 ? 0 : score / ee[b]!)
  const lean = counts.reduce((sum, _, b) => sum + score(b, 'bySpam') - ea[b]! * own(b, scores[b]!), 0)
  const moved = spam === 0 ? 0 : Math.min(1 - decay.spam, lean / spam)
  const errors = decay.errors.map((error, b) => error + own(b, scores[b]! - ea[b]! * moved))
  return meanError({ errors: errors.map(error => Math.min(SATURATED, Math.max(0, error))) })
}

/** Where A and √ε lie, whatever the counts turn out to be. */
function rangesOf({ decay, ee, ea, spam }: Told): Ranges {
  const reach = (information: number) => (information > 0 ? REACH / Math.sqrt(information) : 1)
  const room = spam > 0 ? reach(spam) : 0
  const roots = decay.errors.map((error, b) => {
    const width = ee[b]! > 0 ? reach(ee[b]!) + Math.min(1, room) * Math.abs(ea[b]! / ee[b]!) : 1
    return [Math.sqrt(Math.max(0, error - width)), Math.sqrt(Math.min(SATURATED, error + width))] as const
  })
  return { spam: [Math.max(0, decay.spam - room), Math.min(1, decay.spam + room)], roots }
}

/** null where the counts are those of coins tossed, or there are none: such a fit has no error. */
export function posteriorOf(side: Told, counts: Curves): Joint['draw'] | null {
  const all = counts.map(basis => basis.filter(({ shots }) => shots > 0))
  const curves = all.filter(basis => basis.length > 0)
  if (curves.length === 0) return null
  const ranges = rangesOf(side)
  const roots = ranges.roots.filter((_, b) => all[b]!.length > 0)
  const one = new Set(curves.flat().map(({ rounds }) => rounds)).size === 1
  if (one) return jointPosterior(curves, { spam: [1, 1], roots }, ROUGH_ONE).draw
  const { draw, top } = jointPosterior(curves, { ...ranges, roots }, ROUGH)
  const tossed = curves.reduce((sum, curve) => sum + logLikelihood(curve, 0, 0), 0)
  return top - tossed > NO_SIGNAL[curves.length === 1 ? 'one' : 'several'] ? draw : null
}

/** Whether the interval of the gain excludes 1 above (1), below (−1) or not at all (0). */
export function verdictOf(physical: Joint['draw'] | null, encoded: Joint['draw'] | null, random: () => number) {
  if (!physical || !encoded) return 0
  let wins = 0
  for (let i = 0; i < DRAWS; i++) if (meanError(physical(random)) > meanError(encoded(random))) wins++
  return wins > DRAWS - LEFT_OUT ? 1 : wins < LEFT_OUT ? -1 : 0
}
