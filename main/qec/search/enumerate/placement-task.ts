/** Input of the search of one placement: the placement, its cut-off, and a budget of work. */
import type { ShapeCache } from '../model/compiled-shapes'
import type { Figures } from '../model/figures'
import { WorkBudget, type WorkLimits } from '../model/work-budget'
import type { CompiledExtraction } from './extractions'
import { type Pinned, PinnedParts } from './pinned-parts'
import type { Placement } from './placements'

/** A round as chosen, by vertex. */
export interface PlacedRound {
  readonly home: number
  readonly flag: number
  /** data[i] carries D_i. */
  readonly data: readonly number[]
  /** By generator. */
  readonly extractions: readonly CompiledExtraction[]
  readonly delta: number
  readonly ns: number
}

export interface SearchContext {
  readonly figures: Figures
  /** `figures` without errors. */
  readonly lengths: Figures
  readonly shapes: ShapeCache
  /** For one placement. */
  readonly limits: WorkLimits
}

/** Says that a round must not be chosen. */
type RoundFilter = (round: PlacedRound) => boolean

/** Which rounds of a placement are asked for. */
export interface RoundsWanted {
  /** Δ_round below this; Infinity if left out. */
  readonly cutoff?: number
  readonly refuses?: RoundFilter | null
  readonly parts?: PinnedParts | null
}

/** One placement to be searched, with its budget of work. */
export interface PlacementTask {
  readonly context: SearchContext
  readonly placement: Placement
  readonly ancillaVertices: readonly number[]
  readonly cutoff: number
  readonly work: WorkBudget
  readonly refuses: RoundFilter | null
  readonly parts: PinnedParts | null
}

export const newTask = (
  context: SearchContext,
  {
    placement,
    ancillaVertices,
    wanted: { cutoff = Number.POSITIVE_INFINITY, refuses = null, parts = null },
    checkpoint,
  }: Pick<PlacementTask, 'placement' | 'ancillaVertices'> & {
    readonly wanted: RoundsWanted
    readonly checkpoint: () => void
  },
): PlacementTask => ({
  context,
  placement,
  ancillaVertices,
  cutoff,
  work: new WorkBudget(context.limits, checkpoint),
  refuses,
  parts,
})

/** As `RoundFilter`, with the columns in which the round names vertices. */
export type RefusalBySite = (round: PlacedRound, figures: Figures) => boolean

export interface DemandsByVertex {
  readonly refuses: RoundFilter | null
  readonly pinned: Pinned
  /** What is pinned, as bits; null where nothing is. */
  readonly parts: PinnedParts | null
}

/** A site that the graph lacks becomes −1, which no round uses. */
export function byVertex(
  { refuses, pinned }: { readonly refuses: RefusalBySite | null; readonly pinned: Pinned },
  figures: Figures,
): DemandsByVertex {
  const vertex = (site: number) => figures.sites.indexOf(site)
  const byNumber: Pinned = {
    sites: pinned.sites.map(vertex),
    couplings: pinned.couplings.map(([a, b]) => [vertex(a), vertex(b)]),
  }
  const pins = pinned.sites.length + pinned.couplings.length > 0
  return {
    refuses: refuses && (round => refuses(round, figures)),
    pinned: byNumber,
    parts: pins ? new PinnedParts(figures, byNumber) : null,
  }
}
