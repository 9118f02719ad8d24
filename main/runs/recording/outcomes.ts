/** What a record says of the encoded shots: errors, acceptance, flags, preparation. */
import type { Estimate } from '../../contract/model/primitives'
import type { Comparison } from '../../contract/runs/comparison'
import type { RunRecord } from '../../contract/runs/record'
import type { RunRequest } from '../../contract/runs/request'
import type { Run } from '../../contract/runs/run'
import { GENERATORS } from '../../qec/code/five-qubit'
import { logicalError, preparationFidelity } from '../../qec/comparison/compare'
import { attemptRate } from '../../qec/decoding/prepared-shots'
import { baselineDefinition } from '../../qec/experiment/baseline'
import { encodingMethod } from '../../qec/experiment/methods-text'
import { clopperPearson } from '../../qec/statistics/intervals'
import type { RunPlan } from '../model/plan'
import type { EncodedResult, RunResults } from '../model/results'
import { preparationPrediction } from '../prediction/acceptance'

const errorOf = (side: Comparison['best']) => side && { qubit: side.qubit, error_per_round: side.error_per_round }

/** What of the encoded run the baseline shares or does without. */
const beyondPlain = ({ preparation, measurement, decoupling }: RunPlan) => ({
  ...(decoupling ? { dd: decoupling.effect.sequence } : {}),
  verified_preparation: preparation !== undefined,
  fault_tolerant_readout: measurement !== undefined,
})

/** Over all circuits with rounds; everything in correction mode, but for shots without a state or with a window that nothing closed. */
export function acceptance(
  { mode, preparation, closing }: Pick<Run['request'], 'mode' | 'preparation' | 'closing'>,
  encoded: readonly EncodedResult[],
): Estimate {
  const circuits = encoded.filter(({ rounds }) => rounds > 0)
  const sum = (field: 'accepted' | 'shots') => circuits.reduce((total, result) => total + result[field], 0)
  if (mode === 'detection' || preparation === 'verified' || closing === 'erasure')
    return clopperPearson(sum('accepted'), sum('shots'))
  return { value: 1, low: 1, high: 1, confidence: 1, method: 'no postselection in correction mode' }
}

function flagOutcomes(encoded: readonly EncodedResult[]): RunRecord['flag_outcomes'] {
  const rounds = [...new Set(encoded.map(result => result.rounds))].filter(count => count > 0)
  return rounds.flatMap(count => {
    const here = encoded.filter(result => result.rounds === count)
    return GENERATORS.map((generator, k) => {
      const executed = here.reduce((sum, { flags }) => sum + flags[k]!.executed, 0)
      const raised = here.reduce((sum, { flags }) => sum + flags[k]!.raised, 0)
      return { rounds: count, generator, executed, raised, rate: clopperPearson(raised, executed) }
    })
  })
}

function preparationCounts(plan: RunPlan, encoded: readonly EncodedResult[]): RunRecord['preparation'] {
  const { compiled, verdict, attempts } = plan.preparation!
  const outlook = preparationPrediction(plan)!
  const { accepted, executed } = attemptRate(encoded.flatMap(result => result.attempts))
  return {
    attempts_allowed: attempts,
    attempts_made: executed,
    acceptance: clopperPearson(accepted, executed),
    predicted_acceptance: outlook.acceptance,
    shots_unserved: encoded.reduce((sum, result) => sum + (result.attempts.at(-1)?.rejected ?? 0), 0),
    attempt_duration_ns: compiled.duration_ns,
    mean_duration_ns: accepted === 0 ? outlook.mean_duration_ns : (compiled.duration_ns * executed) / accepted,
    cz_count: compiled.cz_count,
    swap_count: compiled.swap_count,
    single_faults: verdict.cases,
    failures: verdict.failures,
  }
}

export function preparation(plan: RunPlan, { encoded }: RunResults) {
  if (!plan.preparation) return { encoding_method: encodingMethod() }
  const { compiled, verdict, attempts } = plan.preparation
  return {
    encoding_method: encodingMethod(compiled, verdict, attempts),
    preparation: preparationCounts(plan, encoded),
  }
}

export const outcomes = (plan: RunPlan, request: RunRequest, { encoded }: RunResults, comparison: Comparison) => ({
  state_prep_fidelity: preparationFidelity(comparison),
  flag_outcomes: flagOutcomes(encoded),
  postselection_acceptance_rate: acceptance(request, encoded),
  physical_baseline_definition: baselineDefinition(plan.compiled.duration_ns, beyondPlain(plan)),
  physical_baseline_error: { best: errorOf(comparison.best), median: errorOf(comparison.median) },
  logical_error: logicalError(comparison),
  logical_gain: { best: comparison.gain_best, median: comparison.gain_median },
  ...(comparison.survival_verdict && { survival_verdict: comparison.survival_verdict }),
})
