import type { PublishedPolicy } from '../../../contract/entropy/draw'
import { ENTROPY_POLICIES, type PolicyName } from '../../generation/policies/policies'

const DESCRIPTIONS: Readonly<Record<PolicyName, string>> = {
  default: 'At least one healthy source, by RBG3(XOR); simulated ones only where the lab says so.',
  quantum_only: 'Quantum sources whose samples come unprocessed, none simulated, by RBG3(XOR).',
  high_assurance: 'Two physical groups or more, assessed in full, none simulated, by the circulant extractor.',
  simulated_ok: 'As default, with any source: simulated and whitened ones, too.',
}

/** Requirements of each policy, in a lab that does or does not allow simulated sources by default. */
export const publishedPolicies = (simulated_by_default: boolean): PublishedPolicy[] =>
  Object.entries(ENTROPY_POLICIES).map(([key, policy]) => {
    const name = key as PolicyName
    const { construction, groups, quantum, whitened, provisional } = policy
    const simulated = policy.simulated === 'always' || (policy.simulated === 'by_lab' && simulated_by_default)
    return {
      name,
      description: DESCRIPTIONS[name],
      construction,
      groups,
      simulated,
      quantum_only: quantum,
      whitened,
      provisional,
    }
  })
