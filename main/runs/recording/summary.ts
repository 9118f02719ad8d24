/** What lists and the page's head show of a record. */
import type { Estimate } from '../../contract/model/primitives'
import type { Comparison } from '../../contract/runs/comparison'
import type { RunRecord } from '../../contract/runs/record'
import type { RunSummary } from '../../contract/runs/run'
import { logicalError } from '../../qec/comparison/compare'
import { survivalSummary } from '../../qec/comparison/survival-verdict'
import { unobserved } from '../../qec/statistics/intervals'

/** The figures of a comparison; an estimate without a value where no qubit has figures. */
export const figuresOf = (comparison: Comparison, acceptance: Estimate): RunSummary => ({
  logical_error: logicalError(comparison),
  physical_best: comparison.best?.error_per_round ?? unobserved('no qubit has figures'),
  physical_median: comparison.median?.error_per_round ?? unobserved('no qubit has figures'),
  gain_best: comparison.gain_best,
  gain_median: comparison.gain_median,
  acceptance,
  ...(comparison.survival_verdict && { survival_verdict: survivalSummary(comparison.survival_verdict) }),
})

/** What lists and the page's head show of a record. */
export const summaryOf = (record: RunRecord): RunSummary =>
  figuresOf(record.comparison, record.postselection_acceptance_rate)
