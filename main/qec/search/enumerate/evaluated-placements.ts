/** Placements evaluated one by one: the best round found on each, and the work that it took. */
import { PRICE_ROUNDING } from '../bounds/step-prices'
import { bestRound, heuristicRound, type PlacementResult } from './best-round'
import type { IsomorphicPlacements } from './isomorphic-placements'
import { mayUse } from './pinned-parts'
import type { DemandsByVertex, PlacedRound, SearchContext } from './placement-task'
import type { Placement } from './placements'

export class EvaluatedPlacements {
  /** One round per placement, ascending by Δ_round. */
  readonly rounds: PlacedRound[] = []
  placements = 0
  /** Steps of enumeration. */
  steps = 0
  /** Extractions compiled. */
  compiled = 0
  /** Rounds scored. */
  scored = 0
  /** Least lower bound of the placements on which a limit of work left something out. */
  prunedBound = Number.POSITIVE_INFINITY

  constructor(
    private readonly context: SearchContext,
    private readonly demands: DemandsByVertex,
    private readonly use: { readonly isomorphic: IsomorphicPlacements; readonly checkpoint: () => void },
  ) {}

  best(): number {
    return this.rounds[0]?.delta ?? Number.POSITIVE_INFINITY
  }

  /** Forgets the rounds; the work stays counted. */
  forget(): void {
    this.rounds.length = 0
    this.placements = 0
    this.prunedBound = Number.POSITIVE_INFINITY
  }

  /** `most`: without a heuristic round that may be chosen, rounds are looked for below this Δ_round only. */
  evaluate(placement: Placement, most: number): void {
    const { context } = this
    const { isomorphic, checkpoint } = this.use
    const { refuses, pinned, parts } = this.demands
    const below = Math.min(this.best(), most)
    if (!mayUse(placement, pinned, Math.max(below, placement.bound))) return
    this.placements++
    const good = this.counted(
      isomorphic.found('good', {
        placement,
        ancillaVertices: placement.nearestVertices(),
        cutoff: Number.POSITIVE_INFINITY,
        find: () => heuristicRound(context, placement, checkpoint),
      }),
    )
    // A round that is refused or misses a pin bounds no other round of its placement.
    const usable = good.round && parts?.areUsedBy(good.round) !== false && !refuses?.(good.round) ? good.round : null
    const cutoff = usable ? Math.min(this.best(), usable.delta * (1 + PRICE_ROUNDING)) : below
    const exact = () => bestRound(context, { placement, wanted: { cutoff, refuses, parts }, checkpoint })
    const alike = () =>
      isomorphic.found('best', { placement, ancillaVertices: placement.ancillaVertices(cutoff), cutoff, find: exact })
    const best = placement.bound < cutoff ? this.counted(refuses || parts ? exact() : alike()) : null
    if (best && !best.complete) this.prunedBound = Math.min(this.prunedBound, placement.bound)
    const kept = best?.round ?? usable
    if (kept) this.insert(kept)
  }

  private counted(found: PlacementResult): PlacementResult {
    this.steps += found.steps
    this.compiled += found.compiled
    this.scored += found.scored
    return found
  }

  insert(round: PlacedRound): void {
    const before = this.rounds.findLastIndex(({ delta }) => delta <= round.delta)
    this.rounds.splice(before + 1, 0, round)
  }
}
