import type { DrawRequest, MultiDrawRequest, PolicyDrawRequest } from '../../../contract/entropy/draw'
import type { Receipt } from '../../../contract/entropy/receipt'
import {
  type DrawVerdict,
  decideByPolicy,
  decideCirculant,
  decideSource,
  decideXor,
} from '../../generation/policies/decide'
import { ENTROPY_POLICIES, neverUnder, type PolicyName } from '../../generation/policies/policies'
import type { CustomPools } from '../operations/custom-pools'
import { namedSources } from '../sources/named-sources'
import type { Sources } from '../sources/sources'
import type { EntropySupplySource } from '../sources/supply-source'
import type { PolicyGenerators } from './policy-generators'

/** Plan of one draw. */
export interface PlannedDraw {
  readonly type: Receipt['type']
  readonly mode: Receipt['mode']
  readonly bytes: number
  readonly policy: PolicyName | null
  /** Policy named in the receipt: a policy, or a custom pool. */
  readonly policy_name: string | null
  readonly user_data: string | null
  /** Sources that may take part; they are woken. */
  readonly candidates: readonly EntropySupplySource[]
  readonly decide: () => DrawVerdict
}

/** Plans of draws. They throw `invalid_request` for unknown names, and what `CustomPools.sourcesOf` throws. */
export interface DrawPlans {
  draw(request: DrawRequest): PlannedDraw
  /** `type`: left out for a draw. */
  request(request: PolicyDrawRequest, type?: Receipt['type']): PlannedDraw
  multi(request: MultiDrawRequest): PlannedDraw
}

export interface PlanOptions {
  readonly sources: Sources
  readonly pools: Pick<CustomPools, 'sourcesOf'>
  readonly generators: Pick<PolicyGenerators, 'seedNeed'>
  readonly simulated_by_default: boolean
}

export function drawPlans(options: PlanOptions): DrawPlans {
  const { sources, pools } = options
  const named = namedSources(sources)
  return {
    draw(request) {
      const { bytes, mode, user_data = null } = request
      const plan = { type: 'draw', mode, bytes, policy: null, policy_name: null, user_data } as const
      if (request.mode === 'source') {
        const one = named.one(request.id, '/id')
        return { ...plan, candidates: one.candidates, decide: () => decideSource(one.statuses()[0]!, bytes) }
      }
      const many = named.many(request.ids, '/ids')
      return { ...plan, candidates: many.candidates, decide: () => decideXor({ bytes, sources: many.statuses() }) }
    },
    request(request, type = 'draw') {
      const { bytes, pool, policy = 'default', user_data = null } = request
      const plan = { type, bytes, user_data } as const
      if (pool === undefined)
        return { ...plan, mode: 'policy', policy, policy_name: policy, ...byPolicy(options, policy, bytes) }
      const candidates = pools.sourcesOf(pool)
      const decide = () => decideXor({ bytes, sources: candidates.map(source => source.status()) })
      return { ...plan, mode: 'custom', policy: null, policy_name: `pool:${pool}`.slice(0, 64), candidates, decide }
    },
    multi({ bytes, sources: names, method, log2_eps, user_data = null }) {
      const { candidates, statuses } = named.many(names, '/sources')
      const plan = { type: 'draw', mode: 'multi', bytes, policy: null, policy_name: null, user_data } as const
      const ofError = log2_eps === undefined ? {} : { log2_eps }
      const decide = () =>
        method === 'xor'
          ? decideXor({ bytes, sources: statuses() })
          : decideCirculant({ bytes, sources: statuses(), ...ofError })
      return { ...plan, candidates, decide }
    },
  }
}

/** Sources that the policy never takes are neither woken nor waited for. */
function byPolicy({ sources, generators, simulated_by_default }: PlanOptions, policy: PolicyName, bytes: number) {
  const lab = { policy: ENTROPY_POLICIES[policy], simulated_by_default }
  const decide = (): DrawVerdict => {
    const statuses = sources.all.map(source => source.status())
    const needed = bytes + generators.seedNeed(policy, bytes)
    const verdict = decideByPolicy({ policy, bytes, sources: statuses, simulated_by_default })
    const isByGenerator = 'decision' in verdict && verdict.decision.construction === 'rbg3_xor'
    // A seed comes from the same source; the price is that of the bytes.
    if (!isByGenerator || needed === bytes) return verdict
    return decideByPolicy({ policy, bytes: needed, sources: statuses, simulated_by_default })
  }
  return { candidates: sources.all.filter(source => neverUnder(lab, source) === null), decide }
}
