import { isQuantum, type SourceProblem, type SourceStatus, sourceProblem } from './source-status'

export type PolicyName = 'default' | 'quantum_only' | 'high_assurance' | 'simulated_ok'

export interface EntropyPolicy {
  readonly construction: 'rbg3_xor' | 'circulant'
  /** Physical groups that must take part. */
  readonly groups: number
  /** `by_lab`: where the lab says `simulated_by_default`. */
  readonly simulated: 'never' | 'by_lab' | 'always'
  readonly quantum: boolean
  readonly whitened: boolean
  readonly provisional: boolean
}

export const ENTROPY_POLICIES: Readonly<Record<PolicyName, EntropyPolicy>> = {
  default: {
    ...{ construction: 'rbg3_xor', groups: 1, simulated: 'by_lab' },
    ...{ quantum: false, whitened: false, provisional: true },
  },
  quantum_only: {
    ...{ construction: 'rbg3_xor', groups: 1, simulated: 'never' },
    ...{ quantum: true, whitened: false, provisional: true },
  },
  high_assurance: {
    ...{ construction: 'circulant', groups: 2, simulated: 'never' },
    ...{ quantum: false, whitened: false, provisional: false },
  },
  simulated_ok: {
    ...{ construction: 'rbg3_xor', groups: 1, simulated: 'always' },
    ...{ quantum: false, whitened: true, provisional: true },
  },
}

interface PolicyContext {
  readonly policy: EntropyPolicy
  readonly bytes: number
  readonly simulated_by_default: boolean
}

/** What keeps a source out of a policy's draw, be it itself or the policy. */
export function problemUnder(
  { policy, bytes, simulated_by_default }: PolicyContext,
  source: SourceStatus,
): SourceProblem | null {
  const problem = sourceProblem(source, bytes)
  if (problem !== null) return problem
  const maySimulate = policy.simulated === 'always' || (policy.simulated === 'by_lab' && simulated_by_default)
  if (source.simulated && !maySimulate) return 'simulated'
  if (policy.quantum && !isQuantum(source.kind)) return 'not_quantum'
  if (!source.raw && !policy.whitened) return 'whitened'
  return source.provisional && !policy.provisional ? 'provisional' : null
}
