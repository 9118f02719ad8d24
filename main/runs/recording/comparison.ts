/** The comparison of a run's counts: fits, gains and verdicts, what each decoder makes of them, the summary, what to warn of. */
import type { Estimate, Warning } from '../../contract/model/primitives'
import type { QubitLabels } from '../../contract/model/qubit-labels'
import { intervalText, PERCENT, quantityText } from '../../contract/numbers/interval-text'
import { scientific, significant } from '../../contract/numbers/number-text'
import { type Comparison, type DecayFit, POOR_FIT } from '../../contract/runs/comparison'
import type { RunRecord } from '../../contract/runs/record'
import type { RunSummary } from '../../contract/runs/run'
import { selectBestQubit } from '../../qec/comparison/best-qubit'
import { fittedError, logicalError } from '../../qec/comparison/compare'
import { compareWithSurvival, survivalSummary } from '../../qec/comparison/survival-verdict'
import { clopperPearson, unobserved } from '../../qec/statistics/intervals'
import { decoderVersion } from '../decoding/protocols'
import type { RunSettings } from '../model/plan'
import type { EncodedResult, Prediction, RunResults } from '../model/run'
import { selectionShots, subSeed } from '../planning/circuits'

const counted = ({ state, rounds, shots, accepted, failures }: EncodedResult) => ({
  state,
  rounds,
  shots,
  accepted,
  failures,
})

export const gainSeeds = (seed: number) => ({ best: subSeed(seed, 'gain-best'), median: subSeed(seed, 'gain-median') })

/** Encoded against physical: fits, gains, verdicts. */
export function comparisonOf(
  { mode, preparation, seed, shots }: RunSettings,
  {
    results: { encoded, physical, selection },
    prediction,
    labels,
    checkpoint,
  }: {
    readonly results: RunResults
    /** Left out where none was made. */
    readonly prediction?: Prediction
    readonly labels?: QubitLabels | undefined
    readonly checkpoint: () => void
  },
): Comparison {
  const predicted = (rounds: number): number | null => {
    const here = encoded.filter(result => result.rounds === rounds)
    return mode === 'detection' || preparation === 'verified'
      ? here.reduce((sum, result) => sum + result.predicted, 0) / here.length
      : null
  }
  const counts = {
    encoded: encoded.map(counted),
    selection: selectBestQubit(selection, selectionShots(shots), checkpoint),
    physical,
    predicted,
    predicted_error: prediction?.logical_error ?? null,
    seeds: gainSeeds(seed),
    discards: mode === 'detection',
    crossing: prediction?.survival.crossing ?? null,
    ...(labels && { labels }),
  }
  return compareWithSurvival(counts, checkpoint)
}

/** Outcomes of the run's own decoder first, then of the others on the same bits. */
export function decoderOutcomes(
  { protocol }: RunSettings,
  { decoders, encoded }: RunResults,
  comparison: Comparison,
): RunRecord['decoders'] {
  return decoders.map((decoder, i) => {
    const points = encoded.map(({ state, rounds, outcomes }) => ({ state, rounds, ...outcomes[i]! }))
    const counts = encoded.map((result, at) => ({ ...counted(result), ...points[at]! }))
    return {
      decoder,
      decoder_version: decoderVersion({ protocol, decoder }),
      logical_error: i === 0 ? logicalError(comparison) : fittedError(counts),
      points,
    }
  })
}

/** Over all circuits with rounds; everything in correction mode, but for shots without a state or with a window that nothing closed. */
export function acceptance(
  { mode, preparation, closing }: Pick<RunSettings, 'mode' | 'preparation' | 'closing'>,
  encoded: readonly EncodedResult[],
): Estimate {
  const circuits = encoded.filter(({ rounds }) => rounds > 0)
  const sum = (field: 'accepted' | 'shots') => circuits.reduce((total, result) => total + result[field], 0)
  if (mode === 'detection' || preparation === 'verified' || closing === 'erasure')
    return clopperPearson(sum('accepted'), sum('shots'))
  return { value: 1, low: 1, high: 1, confidence: 1, method: 'no postselection in correction mode' }
}

/** The figures of a comparison; an estimate without a value where no qubit has figures. */
export const summaryFigures = (comparison: Comparison, acceptance: Estimate): RunSummary => ({
  logical_error: logicalError(comparison),
  physical_best: comparison.best?.error_per_round ?? unobserved('no qubit has figures'),
  physical_median: comparison.median?.error_per_round ?? unobserved('no qubit has figures'),
  gain_best: comparison.gain_best,
  gain_median: comparison.gain_median,
  acceptance,
  ...(comparison.survival_verdict && { survival_verdict: survivalSummary(comparison.survival_verdict) }),
})

/** Summary of a record for lists and the page's head. */
export const runSummaryOf = (record: RunRecord): RunSummary =>
  summaryFigures(record.comparison, record.postselection_acceptance_rate)

/** Relative deviation of the measured acceptance from the prediction above which a warning is given. */
const TOLERANCE = 0.2

/** Warnings of a record besides those of its module. */
export function runWarnings({ rounds }: Pick<RunSettings, 'rounds'>, { acceptance, encoded }: Comparison): Warning[] {
  const spam =
    'One number of rounds: preparation and readout errors are counted in the error per round, encoded and physical alike. ' +
    'Survival without any round is shown beside it.'
  const nothing = 'No shot was accepted after any round: nothing can be said of the error.'
  const lost =
    'Encoded survival is ½ within its error, in one basis at least, before its decay can be determined, so that there is no figure ' +
    'for the error per round, only the bounds that the counts leave: the state is lost, or the shots are too few.'
  return [
    ...(rounds.length === 1 ? [{ code: 'spam_not_separated', message: spam }] : []),
    ...(encoded.fit === null ? [{ code: 'nothing_accepted', message: nothing }] : []),
    ...(encoded.fit && signalIsLost(encoded) ? [{ code: 'signal_lost', message: lost }] : []),
    ...misfitWarning(encoded.fit),
    ...acceptance.flatMap(acceptanceWarning),
  ]
}

/** Whether ½ lies within every interval of what is read back, or the fit itself found nothing. */
const signalIsLost = ({ fit, pooled }: Comparison['encoded']): boolean =>
  fit?.error_per_round.value === null ||
  pooled.every(({ rounds, error }) => rounds === 0 || (error.high !== null && error.high >= 0.5))

function acceptanceWarning({ rounds, measured, predicted }: Comparison['acceptance'][number]): Warning[] {
  const { value, low, high } = measured
  if (predicted === null || value === null || Math.abs(value / predicted - 1) <= TOLERANCE) return []
  if (low! <= predicted && predicted <= high!) return []
  const message = `Acceptance with ${rounds === 1 ? '1 round' : `${rounds} rounds`} is ${intervalText(measured)}; ${quantityText(predicted, PERCENT)} was predicted from the noise model.`
  return [{ code: 'acceptance_off_prediction', message }]
}

/**
 * Counts that chance alone would leave so far from the fitted curves once in a thousand runs. What lies systematically off
 * is read as decay, and no interval includes it.
 */
function misfitWarning(fit: DecayFit | null): Warning[] {
  if (fit?.deviance == null || fit.p_value == null || fit.p_value >= POOR_FIT) return []
  const of = fit.degrees_of_freedom === 1 ? '1 degree' : `${fit.degrees_of_freedom} degrees`
  const message =
    `The encoded counts do not follow the fitted curves: deviance ${significant(fit.deviance)} with ${of} of freedom (p = ${scientific(fit.p_value, 2)}). ` +
    'The error per round and the gain may be off by more than their intervals. No single error per round describes them: leakage, errors that outlive a round, or a device that drifts during the run can do that.'
  return [{ code: 'poor_fit', message }]
}
