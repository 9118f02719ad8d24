/** Input of the search of one placement: the placement, its cut-off, and a budget of work. */
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
  readonly ancillaVertices: readonly number[]
  readonly cutoff: number
  readonly work: WorkBudget
  readonly refuses: RoundFilter | null
}

export const newTask = (
  context: SearchContext,
  {
    placement,
    wanted: { cutoff = Number.POSITIVE_INFINITY, refuses = null },
    checkpoint,
  }: { readonly placement: Placement; readonly wanted: RoundsWanted; readonly checkpoint: () => void },
): PlacementTask => ({
  context,
  placement,
  ancillaVertices: placement.ancillaVertices(cutoff),
  cutoff,
  work: new WorkBudget(context.limits, checkpoint),
  refuses,
})

/** As `RoundFilter`, with the columns in which the round names vertices. */
export type RefusalBySite = (round: PlacedRound, figures: Figures) => boolean

/** Sites (or vertices) and couplings that a round must use. */
export interface Pinned {
  readonly sites: readonly number[]
  readonly couplings: readonly (readonly [number, number])[]
}

export const NOTHING_PINNED: Pinned = { sites: [], couplings: [] }

export interface DemandsByVertex {
  readonly refuses: RoundFilter | null
  readonly pinned: Pinned
}

/** A site that the graph lacks becomes −1, which no round uses. */
export function byVertex(
  { refuses, pinned }: { readonly refuses: RefusalBySite | null; readonly pinned: Pinned },
  figures: Figures,
): DemandsByVertex {
  const vertex = (site: number) => figures.sites.indexOf(site)
  return {
    refuses: refuses && (round => refuses(round, figures)),
    pinned: {
      sites: pinned.sites.map(vertex),
      couplings: pinned.couplings.map(([a, b]) => [vertex(a), vertex(b)]),
    },
  }
}

/** Whether some round on the placement could use every pinned vertex and coupling. */
export function mayUse(placement: Placement, { sites, couplings }: Pinned): boolean {
  if (sites.length === 0 && couplings.length === 0) return true
  const { home, flag, data } = placement
  // A moves over these vertices and home, is coupled to data from them, and to the flag only at home.
  const walked = new Set([home, ...placement.ancillaVertices(Number.POSITIVE_INFINITY)])
  const carries = (vertex: number) => walked.has(vertex) || vertex === flag || data.includes(vertex)
  const couples = (a: number, b: number) =>
    walked.has(a) && (walked.has(b) || data.includes(b) || (a === home && b === flag))
  return sites.every(carries) && couplings.every(([a, b]) => couples(a, b) || couples(b, a))
}
