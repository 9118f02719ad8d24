/** How often intervals hold the truth, where that is known: outcomes are drawn from a distribution, not from an engine. */
import {
  confusionShots,
  MIN_CONFUSION,
  pilotVariances,
  shareShots,
  shotsForTarget,
} from '../../../../main/jobs/estimation/allocation'
import { valuesOf } from '../../../../main/jobs/estimation/expectation-values'
import { furtherShots } from '../../../../main/jobs/estimation/further-shots'
import { type ParityMoments, parityMoments } from '../../../../main/jobs/estimation/moments'
import { quasiProbabilities } from '../../../../main/jobs/estimation/quasi-probabilities'
import { type Confusion, measuredShare } from '../../../../main/jobs/estimation/readout'
import { uniforms } from '../../../../main/qec/statistics/random'

export interface CoverageCase {
  readonly name: string
  /** Probability of each outcome of the true bits, bit 0 the lowest. */
  readonly truth: readonly number[]
  readonly terms: readonly (readonly [bits: readonly number[], coefficient: number])[]
  readonly shots: number
  /** P(1|0) and P(0|1) of each bit, measured in so many shots of either; left out: read without errors. */
  readonly readout?: { readonly errors: readonly (readonly [number, number])[]; readonly shots: number }
}

export const CASES: readonly CoverageCase[] = [
  { name: 'one Pauli near its end, few shots', truth: [0.96, 0.04], terms: [[[0], 1]], shots: 50 },
  { name: 'one Pauli near 0', truth: [0.55, 0.45], terms: [[[0], 1]], shots: 30 },
  {
    name: 'a sum of correlated terms',
    truth: [0.45, 0.05, 0.05, 0.45],
    terms: [
      [[0, 1], 1],
      [[0], 0.5],
      [[1], -0.25],
    ],
    shots: 100,
  },
  {
    name: 'a sum with its readout inverted by a confusion of few shots',
    truth: [0.45, 0.05, 0.05, 0.45],
    terms: [
      [[0, 1], 1],
      [[0], 0.5],
    ],
    shots: 2_000,
    readout: {
      errors: [
        [0.03, 0.08],
        [0.05, 0.1],
      ],
      shots: 500,
    },
  },
]

const BITS = { 2: 1, 4: 2 } as Readonly<Record<number, number>>

/** Share of `repeats` intervals that hold the true value. */
export function coverageOf({ truth, terms, shots, readout }: CoverageCase, repeats: number, seed: bigint): number {
  const random = uniforms(seed)
  const bits = BITS[truth.length]!
  const sign = (outcome: number, of: readonly number[]) =>
    of.reduce((product, bit) => product * (1 - 2 * ((outcome >> bit) & 1)), 1)
  const wanted = terms.reduce(
    (sum, [of, coefficient]) =>
      sum + coefficient * truth.reduce((mean, share, outcome) => mean + share * sign(outcome, of), 0),
    0,
  )
  let held = 0
  for (let repeat = 0; repeat < repeats; repeat++) {
    const confusions = readout ? readout.errors.map(errors => measuredConfusion(errors, readout.shots, random)) : null
    const counts = new Float64Array(truth.length)
    for (let shot = 0; shot < shots; shot++) counts[readAs(drawn(truth, random), readout?.errors, random)]! += 1
    const moments = parityMoments({
      outcomes: { rows: Uint8Array.from(truth.keys()), width: 1, counts },
      bits,
      observables: 1,
      confusions,
      terms: terms.map(([of, coefficient]) => ({ bits: of, coefficients: [[0, coefficient]] as const })),
    })
    const confusion_of = confusions ? [...confusions.keys()] : []
    const { values } = valuesOf({ constants: [0], groups: [{ moments, confusion_of }], confusions: confusions ?? [] })
    const { low, high } = values[0]!.interval
    if (low <= wanted && wanted <= high) held += 1
  }
  return held / repeats
}

/** Readout by figures that are taken as exact, or measured in so many shots of either kind. */
export interface QuasiCase {
  readonly name: string
  readonly shots: number
  /** Whose interval is judged. */
  readonly outcome: number
  readonly readout: { readonly shots: number } | 'exact'
}

const QUASI_TRUTH = [0.5, 0.02, 0.08, 0.4]
const QUASI_ERRORS = [[0.03, 0.08] as const, [0.05, 0.1] as const]

export const QUASI_CASES: readonly QuasiCase[] = [
  { name: 'a readout measured in few shots', shots: 2_000, outcome: 1, readout: { shots: 500 } },
  { name: 'an outcome that is rarely read', shots: 30, outcome: 1, readout: 'exact' },
  { name: 'a likely outcome in few shots', shots: 30, outcome: 0, readout: 'exact' },
]

/** Share of `repeats` intervals of a quasi-probability that hold the true one. */
export function quasiCoverage({ shots, outcome, readout }: QuasiCase, repeats: number, seed: bigint): number {
  const random = uniforms(seed)
  let held = 0
  for (let repeat = 0; repeat < repeats; repeat++) {
    const confusions = QUASI_ERRORS.map(([up, down]) =>
      readout === 'exact'
        ? { p1_given_0: up, p0_given_1: down, variances: [0, 0] as const }
        : measuredConfusion([up, down], readout.shots, random),
    )
    const counts = new Float64Array(4)
    for (let shot = 0; shot < shots; shot++) counts[readAs(drawn(QUASI_TRUTH, random), QUASI_ERRORS, random)]! += 1
    const { values, half_widths } = quasiProbabilities(counts, confusions)
    if (Math.abs(values[outcome]! - QUASI_TRUTH[outcome]!) <= half_widths[outcome]!) held += 1
  }
  return held / repeats
}

function drawn(truth: readonly number[], random: () => number): number {
  let left = random()
  for (const [outcome, share] of truth.entries()) {
    left -= share
    if (left < 0) return outcome
  }
  return truth.length - 1
}

const readAs = (outcome: number, errors: readonly (readonly [number, number])[] = [], random: () => number): number =>
  errors.reduce(
    (read, [up, down], bit) => (random() < (((outcome >> bit) & 1) === 0 ? up : down) ? read ^ (1 << bit) : read),
    outcome,
  )

function measuredConfusion([up, down]: readonly [number, number], shots: number, random: () => number): Confusion {
  const flips = (share: number) => Array.from({ length: shots }, () => Number(random() < share)).reduce((a, b) => a + b)
  const [zero, one] = [measuredShare(flips(up), shots), measuredShare(flips(down), shots)]
  return { p1_given_0: zero.share, p0_given_1: one.share, variances: [zero.variance, one.variance] }
}

/** Two groups of one Pauli each, whose shots are sized by a pilot and by further rounds until the sum has its target error. */
export interface TargetCase {
  readonly name: string
  /** Probability of 1 in each group; the value is the sum of the signs. */
  readonly ones: readonly number[]
  readonly target: number
  readonly most: number
  /** P(1|0) and P(0|1), measured as the target needs them and inverted; left out: read without errors. */
  readonly readout?: readonly [number, number]
}

export const TARGET_CASES: readonly TargetCase[] = [
  { name: 'pilots that are often all alike', ones: [0.04, 0.06], target: 0.06, most: 20_000 },
  { name: 'one group near its end, one near 0', ones: [0.03, 0.45], target: 0.1, most: 20_000 },
  { name: 'a coarse error, of few shots', ones: [0.1, 0.2], target: 0.2, most: 2_000 },
  {
    name: 'a readout measured as the target needs it',
    ones: [0.1, 0.3],
    target: 0.1,
    most: 20_000,
    readout: [0.03, 0.08],
  },
  { name: 'an error that the shots do not allow', ones: [0.3, 0.3], target: 0.05, most: 600 },
]

interface TargetOutcome {
  /** Shares of the repeats. */
  readonly held: number
  readonly reached: number
  readonly further: number
  /** Mean difference from the truth, in target errors. */
  readonly bias: number
  readonly most_shots: number
}

const PILOT = 10

export function targetCoverage(
  { ones, target, most, readout }: TargetCase,
  repeats: number,
  seed: bigint,
): TargetOutcome {
  const random = uniforms(seed)
  const wanted = ones.reduce((sum, share) => sum + 1 - 2 * share, 0)
  let [held, reached, further, bias, most_shots] = [0, 0, 0, 0, 0]
  for (let repeat = 0; repeat < repeats; repeat++) {
    const tallies = ones.map(() => [0, 0])
    const draw = (at: number, shots: number, into: number[]) => {
      for (let shot = 0; shot < shots; shot++)
        into[readAs(random() < ones[at]! ? 1 : 0, readout && [readout], random)]! += 1
    }
    const pilots = ones.map((_, at) => {
      const tally = [0, 0]
      draw(at, PILOT, tally)
      return tally
    })
    const known = readout ? sizedConfusions(pilots, { readout, target, most: most / 10 }, random) : null
    const spent = known ? 2 * known.shots : 0
    const momentsOfAll = (each: readonly (readonly number[])[]) =>
      each.map((tally, at) => momentsOf(tally, known?.confusions[at]))
    const sumIn = (groups: readonly ParityMoments[]) => summed(groups, known?.confusions)
    const variances = sumIn(momentsOfAll(pilots)).readout_variances
    let shots: readonly number[] = shareShots(
      momentsOfAll(pilots).map(pilot => pilotVariances(pilot)),
      Math.min(most - spent, shotsForTarget(momentsOfAll(pilots), target, variances)),
    )
    let left = most - spent
    for (let rounds = 1; ; rounds++) {
      for (const [at, each] of shots.entries()) draw(at, each, tallies[at]!)
      left -= shots.reduce((sum, each) => sum + each, 0)
      const groups = momentsOfAll(tallies)
      const { values, readout_variances } = sumIn(groups)
      const next = furtherShots({ groups, rounds, target, left, readout: readout_variances, finishing: 1 })
      if (typeof next === 'string') {
        const { value, interval, standard_error } = values[0]!
        if (interval.low <= wanted && wanted <= interval.high) held += 1
        if (standard_error <= target) reached += 1
        if (rounds > 1) further += 1
        bias += (value - wanted) / target
        most_shots = Math.max(most_shots, most - left)
        break
      }
      shots = next
    }
  }
  return {
    held: held / repeats,
    reached: reached / repeats,
    further: further / repeats,
    bias: bias / repeats,
    most_shots,
  }
}

interface Sizing {
  readonly readout: readonly [number, number]
  readonly target: number
  /** Shots of either circuit. */
  readonly most: number
}

/** Of a qubit for each group, measured in two rounds, of which the first sizes the second. */
function sizedConfusions(
  tallies: readonly (readonly number[])[],
  { readout, target, most }: Sizing,
  random: () => number,
) {
  const first = tallies.map(() => measuredConfusion(readout, MIN_CONFUSION, random))
  const moments = tallies.map((tally, at) => momentsOf(tally, first[at]))
  const { readout_variances } = summed(moments, first)
  const wanted = confusionShots(moments, { target, shots: MIN_CONFUSION, readout: readout_variances })
  const shots = Math.min(most, Math.max(MIN_CONFUSION, wanted))
  const more = shots - MIN_CONFUSION
  const confusions = first.map(known =>
    more > 0 ? pooled(known, measuredConfusion(readout, more, random), more) : known,
  )
  return { shots, confusions }
}

function pooled(a: Confusion, b: Confusion, more: number): Confusion {
  const share = (of: 'p1_given_0' | 'p0_given_1') =>
    measuredShare(Math.round(a[of] * MIN_CONFUSION + b[of] * more), MIN_CONFUSION + more)
  const [up, down] = [share('p1_given_0'), share('p0_given_1')]
  return { p1_given_0: up.share, p0_given_1: down.share, variances: [up.variance, down.variance] }
}

const summed = (groups: readonly ParityMoments[], confusions: readonly Confusion[] = []) =>
  valuesOf({
    constants: [0],
    confusions,
    groups: groups.map((moments, at) => ({ moments, confusion_of: confusions.length > 0 ? [at] : [] })),
  })

const momentsOf = (tally: readonly number[], confusion?: Confusion): ParityMoments =>
  parityMoments({
    outcomes: { rows: Uint8Array.of(0, 1), width: 1, counts: Float64Array.from(tally) },
    bits: 1,
    observables: 1,
    terms: [{ bits: [0], coefficients: [[0, 1]] }],
    confusions: confusion ? [confusion] : null,
  })
