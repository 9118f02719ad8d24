/** Estimates that a job requests besides counts, as stored. */
import type { EstimateKind } from '../../contract/jobs/circuit-job'
import type { Grouping, Mitigation, Observable } from '../../contract/jobs/observables'
import type { SubmitJob } from '../../contract/jobs/submit'

export interface EstimateRequest {
  /** Left out: counts, with their readout inverted. */
  readonly observables?: readonly Observable[] | undefined
  readonly grouping: Grouping
  readonly target_error?: number | undefined
  readonly mitigation?: Mitigation | undefined
}

type Asked = Pick<SubmitJob, 'observables' | 'exact' | 'target_error' | 'options'>

export function estimateKindOf({ observables, exact, options }: Asked): EstimateKind | null {
  if (observables) return exact ? 'exact' : 'sampled'
  return options?.mitigation ? 'mitigated_counts' : null
}

export const estimateRequestOf = ({ observables, target_error, options = {} }: Asked): EstimateRequest => ({
  ...{ observables, target_error },
  grouping: options.grouping ?? 'qubit_wise',
  mitigation: options.mitigation,
})
