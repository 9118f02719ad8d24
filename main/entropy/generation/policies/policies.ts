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
    construction: 'rbg3_xor',
    groups: 1,
    simulated: 'by_lab',
    quantum: false,
    whitened: false,
    provisional: true,
  },
  quantum_only: {
    construction: 'rbg3_xor',
    groups: 1,
    simulated: 'never',
    quantum: true,
    whitened: false,
    provisional: true,
  },
  high_assurance: {
    construction: 'circulant',
    groups: 2,
    simulated: 'never',
    quantum: false,
    whitened: false,
    provisional: false,
  },
  simulated_ok: {
    construction: 'rbg3_xor',
    groups: 1,
    simulated: 'always',
    quantum: false,
    whitened: true,
    provisional: true,
  },
}

export interface PolicyOfLab {
  readonly policy: EntropyPolicy
  /** Whether the lab allows simulated sources by default. */
  readonly simulated_by_default: boolean
}

/** Why a policy never takes a source, whatever state it is in; null where it may. */
export function neverUnder(
  { policy, simulated_by_default }: PolicyOfLab,
  { kind, simulated, raw }: Pick<SourceStatus, 'kind' | 'simulated' | 'raw'>,
): SourceProblem | null {
  if (kind === 'beacon') return 'public'
  const maySimulate = policy.simulated === 'always' || (policy.simulated === 'by_lab' && simulated_by_default)
  if (simulated && !maySimulate) return 'simulated'
  if (policy.quantum && !isQuantum(kind)) return 'not_quantum'
  return raw || policy.whitened ? null : 'whitened'
}

/** Reason why a policy cannot draw so many bytes from a source; reasons that will not change come first. */
export function problemUnder(lab: PolicyOfLab, source: SourceStatus, bytes: number): SourceProblem | null {
  const problem = neverUnder(lab, source) ?? sourceProblem(source, bytes)
  if (problem !== null) return problem
  return source.provisional && !lab.policy.provisional ? 'provisional' : null
}
