/** Encoded against physical: what the counts of a run say, with intervals. Pure; a record's numbers can be derived again. */
import type { Estimate } from '../../contract/model/primitives'
import type { QubitLabels } from '../../contract/model/qubit-labels'
import type { Comparison, Gain, Selection } from '../../contract/runs/comparison'
import { clopperPearson, unobserved } from '../statistics/intervals'
import { type Fitted, fitBases } from '../statistics/mean-over-bases'
import { basesOf, type CircuitCount, pointOf, pooledPoints, type QubitCounts } from './counts'
import { logicalGain } from './gain'
import { type ComparedQubit, intersectionUnionTest } from './intersection-union'
import { type Median, medianOf } from './median-qubit'

export interface RunCounts {
  readonly encoded: readonly CircuitCount[]
  readonly physical: readonly QubitCounts[]
  /** Acceptance expected after this many rounds, averaged over the states; null where nothing is predicted. */
  readonly predicted: (rounds: number) => number | null
  /** The logical error expected before the run; null where nothing is predicted. */
  readonly predicted_error?: Estimate | null
  /** Seeds of the posterior draws for the gain against best and median. */
  readonly seeds: { readonly best: bigint; readonly median: bigint }
  /** Ranking by the pilot shots; absent in records of earlier versions, where the qubit with the smallest error is the best. */
  readonly selection?: Selection | null
  /** The vendor's qubit labels, for sentences that name a qubit. */
  readonly labels?: QubitLabels
}

/** `checkpoint` is called after each qubit and each gain, some milliseconds of work. */
export function compare(counts: RunCounts, checkpoint: () => void): Comparison {
  const { encoded, predicted, predicted_error, seeds, selection = null } = counts
  const pooled = pooledPoints(encoded)
  const measured = fitBases(basesOf(encoded), 'tested')
  checkpoint()
  const baselines: FittedBaseline[] = []
  for (const qubit of counts.physical) {
    baselines.push({ ...qubit, fitted: fitBases(basesOf(qubit.counts)) })
    checkpoint()
  }
  const compared = baselines.filter(hasFit)
  const best = bestOf(compared, selection)
  const bare = countsSpam(measured) && compared.some(startsAtZero) ? compared.map(withoutSpam) : undefined
  const gain_best = gainOverBest({ best, compared, bare }, measured, counts)
  checkpoint()
  const median = medianOf(compared, seeds.median)
  checkpoint()
  const gain_median = withStricterTest(logicalGain(median, measured, seeds.median), () =>
    bare ? logicalGain(medianOf(bare, seeds.median), measured, seeds.median) : null,
  )
  return {
    encoded: { points: encoded.map(pointOf), pooled, fit: measured?.fit ?? null },
    physical: baselines.map(baselineOf),
    best: best && reported(best, selection),
    median: median && reportedMedian(median, compared),
    gain_best,
    gain_median,
    acceptance: pooled.map(({ rounds, shots, accepted }) => ({
      rounds,
      measured: clopperPearson(accepted, shots),
      predicted: predicted(rounds),
    })),
    error: { measured: measured?.fit.error_per_round ?? NOTHING_ACCEPTED, predicted: predicted_error ?? null },
    ...(selection && { selection }),
  }
}

/**
 * Whether the encoded error includes preparation and readout, as with a single number of rounds; this can only make it too
 * large.
 */
const countsSpam = (encoded: Fitted | null): boolean => encoded?.fit.model === 'error_only'

/** Records of earlier versions have no R = 0. */
const startsAtZero = ({ counts }: Ranked): boolean => counts.some(({ rounds }) => rounds === 0)

/** Idling alone decays exponentially, so that R = 0 separates the qubit's own preparation and readout from it. */
const withoutSpam = (qubit: Ranked): Ranked => ({
  ...qubit,
  fitted: fitBases(basesOf(qubit.counts), 'separating') ?? qubit.fitted,
})

/** Turns the verdict `gain` into `inconclusive` where the stricter test has a result and does not say `gain`. */
export function withStricterTest(gain: Gain, stricter: () => Gain | null): Gain {
  if (gain.verdict !== 'gain') return gain
  const other = stricter()
  return other === null || other.verdict === 'gain' ? gain : { ...gain, verdict: 'inconclusive' }
}

const NOTHING_ACCEPTED = unobserved('nothing was accepted')

interface FittedBaseline extends QubitCounts {
  readonly fitted: Fitted | null
}
type Ranked = FittedBaseline & ComparedQubit<Fitted>

const baselineOf = ({ qubit, role, counts, skipped, fitted }: FittedBaseline): Comparison['physical'][number] => ({
  qubit,
  role,
  points: counts.map(pointOf),
  fit: fitted?.fit ?? null,
  skipped,
})

const hasFit = (baseline: FittedBaseline): baseline is Ranked => baseline.fitted !== null

/** The qubit with a figure that comes first in the ranking of the pilot shots or, without a ranking, has the smallest error. */
function bestOf(compared: readonly Ranked[], selection: Selection | null): Ranked | null {
  const figures = compared.filter(({ fitted }) => fitted.spread !== null)
  const ranks = new Map(selection?.ranking.map(({ qubit }, rank) => [qubit, rank]))
  const orderBy = ({ qubit, fitted }: Ranked) =>
    selection ? (ranks.get(qubit) ?? ranks.size) : fitted.fit.error_per_round.value!
  return figures.sort((a, b) => orderBy(a) - orderBy(b) || a.qubit - b.qubit)[0] ?? null
}

/** Physical qubits that the encoded one is compared with. */
interface ComparedQubits {
  /** The one that comes first; null where none has a figure. */
  readonly best: Ranked | null
  readonly compared: readonly Ranked[]
  /** The same without the round 0 that preparation and measurement errors enter, where these are counted. */
  readonly bare: readonly Ranked[] | undefined
}

/**
 * The estimate is the gain over the chosen qubit, the verdict that of the test against all qubits. Where no qubit has a
 * figure, the estimate is only the least lower bound over all.
 */
function gainOverBest(
  { best, compared, bare }: ComparedQubits,
  encoded: Fitted | null,
  { seeds, labels }: Pick<RunCounts, 'seeds' | 'labels'>,
): Gain {
  const all = intersectionUnionTest(compared, encoded, { labels, bare })
  const chosen = logicalGain(best?.fitted ?? null, encoded, seeds.best)
  if (!all) return chosen
  return { estimate: best ? chosen.estimate : leastGain(all.against), ...all }
}

const leastGain = ({ least }: NonNullable<Gain['against']>): Estimate => ({
  ...unobserved('lower bound only, over all physical qubits: none of them has a figure'),
  low: least && least.bound > 0 ? least.bound : null,
})

/** The best qubit as reported; the method of its error says that the qubit was chosen on pilot shots. */
function reported({ qubit, counts, fitted }: Ranked, selection: Selection | null) {
  const { error_per_round } = fitted.fit
  const method = selection
    ? `ε of the qubit so chosen, on pilot shots: ${error_per_round.method}`
    : error_per_round.method
  return { qubit, error_per_round: { ...error_per_round, method }, pooled: pooledPoints(counts) }
}

const reportedMedian = ({ qubit, fit }: Median, compared: readonly Ranked[]) => ({
  qubit,
  error_per_round: fit.error_per_round,
  pooled: pooledPoints(compared.find(one => one.qubit === qubit)!.counts),
})

export const logicalError = (comparison: Comparison): Estimate =>
  comparison.encoded.fit?.error_per_round ?? NOTHING_ACCEPTED

/** The error per round of the counts alone, without the physical side. */
export const fittedError = (counts: readonly CircuitCount[]): Estimate =>
  fitBases(basesOf(counts), 'tested')?.fit.error_per_round ?? NOTHING_ACCEPTED

/**
 * Fidelity F of preparation and readout together, from A = 2F − 1 (mean over the bases); a fit of ε alone does not
 * determine it.
 */
export function preparationFidelity({ encoded }: Comparison): Estimate {
  const spam = encoded.fit?.spam
  if (!spam) return unobserved('not separable from the logical error with one number of rounds')
  const fidelity = (a: number | null) => (a === null ? null : (1 + a) / 2)
  return {
    value: fidelity(spam.value),
    low: fidelity(spam.low),
    high: fidelity(spam.high),
    confidence: spam.confidence,
    method: '(1 + A)/2 of the decay fit, A the mean of the bases: preparation and readout together',
  }
}
