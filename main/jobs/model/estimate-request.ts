/** Estimates that a job requests besides counts: as stored, and as planned when they are submitted. */
import type { EstimateKind } from '../../contract/jobs/circuit-job'
import type { Grouping, Mitigation, Observable } from '../../contract/jobs/observables'
import type { SubmitJob } from '../../contract/jobs/submit'
import type { Fault } from '../../contract/model/errors'
import type { CircuitFacts } from '../../simulation/circuit-facts'
import type { Json } from '../../worker/json'

export interface EstimateRequest {
  /** Left out: counts, with their readout inverted. */
  readonly observables?: readonly Observable[] | undefined
  readonly grouping: Grouping
  readonly target_error?: number | undefined
  readonly mitigation?: Mitigation | undefined
}

/** Facts that a submit needs; the job plans again when it is executed. */
export interface EstimatePlan {
  readonly kind: EstimateKind
  readonly request: EstimateRequest
  /** Number of circuits that measure observables. */
  readonly groups: number
  /** With a target error: see `worstShots`. */
  readonly worst_shots?: number | undefined
  /** Qubits that these circuits, or the counts, are read from. */
  readonly measured_qubits: readonly number[]
  /** Numbers that a result has beside counts: observables², or outcomes of mitigated counts. */
  readonly numbers: number
  /** A circuit that needs as much as any of the job's own; null where the submitted one does. */
  readonly probe: { readonly json: Json; readonly facts: CircuitFacts } | null
  /** Pointers are those of the body. */
  readonly faults: readonly Fault[]
}

type EstimateFields = Pick<SubmitJob, 'observables' | 'exact' | 'target_error' | 'options'>

export function estimateKindOf({ observables, exact, options }: EstimateFields): EstimateKind | null {
  if (observables) return exact ? 'exact' : 'sampled'
  return options?.mitigation ? 'mitigated_counts' : null
}

export const estimateRequestOf = ({ observables, target_error, options = {} }: EstimateFields): EstimateRequest => ({
  observables,
  target_error,
  grouping: options.grouping ?? 'qubit_wise',
  mitigation: options.mitigation,
})
