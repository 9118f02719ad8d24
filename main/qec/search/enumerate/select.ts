/** The module of one chiplet: the round expected to fail least among those whose schedule is fault tolerant. */
import { type LayoutDemands, NO_DEMANDS } from '../../../contract/modules/layout-demands'
import type { NoiseModel } from '../../model/noise-model'
import type { CompiledRound, Graph, Layout, RoundCircuit, RoundPlan } from '../../model/round'
import { circuitOf, compileRound } from '../../schedule/compile'
import type { ShapeCache } from '../model/compiled-shapes'
import { LIMITS, type Limits, type SearchInput, type SearchResult, searchRounds } from './branch-and-bound'
import type { PlacedRound } from './placement-task'
import { planKey, planOf } from './round-plan'

/**
 * Whether a schedule preserves fault tolerance. It depends on what the circuit does, not on its times: an answer may be
 * remembered by `key`.
 */
export type FaultToleranceCheck = (key: string, circuit: () => RoundCircuit) => boolean

export const isPlanFaultTolerant = (plan: RoundPlan, noise: NoiseModel, check: FaultToleranceCheck): boolean =>
  check(planKey(plan), () => circuitOf(plan, noise))

/** The best round found on one placement, and whether it is fault tolerant. */
interface CheckedRound {
  readonly round: PlacedRound
  readonly layout: Layout
  readonly plan: RoundPlan
  readonly ft_preserved: boolean
}

export interface ModuleSelection {
  /** Null when the space holds no round, or none that is fault tolerant. */
  readonly best: CompiledRound | null
  /** Ascending by Δ_round, one per placement. */
  readonly candidates: readonly CheckedRound[]
  readonly outcome: SearchResult
}

/** Rounds refused by fault enumeration before the search gives up proving the next one best. */
const REFUSALS = 12

/** Context of a chiplet's search besides graph and noise. */
export interface SelectionContext {
  readonly isFaultTolerant: FaultToleranceCheck
  readonly shapes: ShapeCache
  readonly limits?: Limits
  readonly demands?: LayoutDemands | undefined
}

const nameOf = ({ home, flag, data, extractions }: PlacedRound): string =>
  JSON.stringify([home, flag, data, extractions.map(({ codes }) => codes)])

export function selectModule(
  graph: Graph,
  {
    noise,
    selecting,
    checkpoint,
  }: { readonly noise: NoiseModel; readonly selecting: SelectionContext; readonly checkpoint: () => void },
): ModuleSelection {
  const { shapes, limits = LIMITS, demands = NO_DEMANDS } = selecting
  const refused = new Set<string>()
  const pinned = { sites: demands.pinned_qubits, couplings: demands.pinned_couplings }
  const refuses = (round: PlacedRound) => refused.has(nameOf(round))
  for (;;) {
    const input = { graph, noise, shapes, limits, pinned, refuses: refused.size > 0 ? refuses : null }
    const outcome = searchRounds(input, checkpoint)
    const { isFaultTolerant } = selecting
    const candidates = checkedRounds(outcome, { graph, noise, isFaultTolerant, most: limits.candidates }, checkpoint)
    const [first] = candidates
    if (!first || first.ft_preserved)
      return { best: first ? compileRound(first.plan, noise) : null, candidates, outcome }
    if (refused.size === REFUSALS) return unprovedSelection(candidates, outcome, noise)
    refused.add(nameOf(first.round))
  }
}

interface RoundChecks extends Pick<SearchInput, 'graph' | 'noise'>, Pick<SelectionContext, 'isFaultTolerant'> {
  /** Rounds checked, best first. */
  readonly most: number
}

function checkedRounds(
  outcome: SearchResult,
  { graph, noise, isFaultTolerant, most }: RoundChecks,
  checkpoint: () => void,
): CheckedRound[] {
  const candidates: CheckedRound[] = []
  for (const round of outcome.rounds.slice(0, most)) {
    const plan = planOf(round, { figures: outcome.figures, graph, noise, checkpoint })
    const ft_preserved = isPlanFaultTolerant(plan, noise, isFaultTolerant)
    candidates.push({ round, layout: plan.layout, plan, ft_preserved })
  }
  return candidates
}

/** So many rounds failed fault enumeration that the best of those that pass is not proved to be the optimum. */
function unprovedSelection(
  candidates: readonly CheckedRound[],
  outcome: SearchResult,
  noise: NoiseModel,
): ModuleSelection {
  const passing = candidates.find(({ ft_preserved }) => ft_preserved)
  return {
    best: passing ? compileRound(passing.plan, noise) : null,
    candidates,
    outcome: { ...outcome, complete: false },
  }
}
