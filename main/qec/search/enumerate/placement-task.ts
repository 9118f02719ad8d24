/** What the search of one placement is given: the placement, its cut-off, and a budget of work. */
import type { ShapeCache } from '../model/compiled-shapes'
import type { Figures } from '../model/figures'
import { WorkBudget, type WorkLimits } from '../model/work-budget'
import type { CompiledExtraction } from './extractions'
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
export type RoundFilter = (round: PlacedRound) => boolean

/** Which rounds of a placement are asked for. */
export interface RoundsWanted {
  /** Δ_round below this; Infinity if left out. */
  readonly cutoff?: number
  readonly refuses?: RoundFilter | null
}

/** One placement to be searched, with its budget of work. */
export interface PlacementTask {
  readonly context: SearchContext
  readonly placement: Placement
  readonly places: readonly number[]
  readonly cutoff: number
  readonly work: WorkBudget
  readonly refuses: RoundFilter | null
}

export const newTask = (
  context: SearchContext,
  placement: Placement,
  { cutoff = Number.POSITIVE_INFINITY, refuses = null }: RoundsWanted,
  checkpoint: () => void,
): PlacementTask => ({
  context,
  placement,
  places: placement.places(cutoff),
  cutoff,
  work: new WorkBudget(context.limits, checkpoint),
  refuses,
})

/** As `RoundFilter`, with the columns in which the round names vertices. */
export type RefusalBySite = (round: PlacedRound, figures: Figures) => boolean

export interface DemandsByVertex {
  readonly refuses: RoundFilter | null
  readonly pinned: readonly number[]
}

/** A site that the graph lacks becomes −1, which no round uses. */
export const byVertex = (
  { refuses, pinned }: { readonly refuses: RefusalBySite | null; readonly pinned: readonly number[] },
  figures: Figures,
): DemandsByVertex => ({
  refuses: refuses && (round => refuses(round, figures)),
  pinned: pinned.map(site => figures.sites.indexOf(site)),
})

/** Whether some round on the placement could use every pinned vertex. */
export function mayUse(placement: Placement, pinned: readonly number[]): boolean {
  if (pinned.length === 0) return true
  const { home, flag, data } = placement
  const places = new Set([home, flag, ...data, ...placement.places(Number.POSITIVE_INFINITY)])
  return pinned.every(vertex => places.has(vertex))
}
