/**
 * Branch and bound (Land and Doig 1960) over the declared space, to its optimum. Pairs of home and flag are the roots; each is
 * advanced by some branches in turn, least lower bound first, and the placements found are evaluated least lower bound first. What
 * a bound shows to be no better than the incumbent, the best round found so far, is pruned.
 */
import type { NoiseModel } from '../../model/noise-model'
import type { Graph } from '../../model/round'
import { type Root, rootsOf } from '../bounds/roots'
import { PRICE_ROUNDING } from '../bounds/step-prices'
import type { ShapeCache } from '../model/compiled-shapes'
import { type Figures, figuresOf, lengthsOnly } from '../model/figures'
import { vertexClassesOf } from '../model/vertex-classes'
import type { WorkLimits } from '../model/work-budget'
import { bestRound, heuristicRound, type PlacementResult } from './best-round'
import { type Interchangeable, interchangeableOf, isFirstOfInterchangeable } from './interchangeable-vertices'
import { IsomorphicPlacements } from './isomorphic-placements'
import type { RoundFilter, SearchContext } from './placement-task'
import {
  byVertex,
  type DemandsByVertex,
  mayUse,
  NOTHING_PINNED,
  type Pinned,
  type PlacedRound,
  type RefusalBySite,
} from './placement-task'
import { type BranchCount, type Placement, PlacementEnumeration } from './placements'

/** Bounds on the work, so that no input hangs the search. Reaching one gives `complete: false`. */
export interface Limits extends WorkLimits {
  /** Partial choices of data sites. */
  readonly branches: number
  /** Steps of enumeration on all placements; one that is begun is ended. */
  readonly steps_in_all: number
  /** Placements evaluated whatever their bound, so that there are candidates to choose from. */
  readonly candidates: number
}

export const LIMITS: Limits = {
  branches: 60_000,
  steps: 1_000_000,
  steps_in_all: 20_000_000,
  extractions: 60_000,
  candidates: 10,
}

export interface SearchResult {
  /** One round per placement, ascending by Δ_round: the best of all first, then good ones of other placements. */
  readonly rounds: readonly PlacedRound[]
  /** No round of the declared space has a lower Δ_round; Infinity where the space holds none. */
  readonly bound: number
  /** Whether the whole space was evaluated or pruned: the first round is then its optimum. */
  readonly complete: boolean
  readonly placements: number
  readonly branches: number
  /** Steps of enumeration on all placements. */
  readonly steps: number
  /** Extractions compiled; four make a round. */
  readonly compiled: number
  readonly scored: number
  /** The columns in which `rounds` name vertices. */
  readonly figures: Figures
}

/** Branches of one root before the next root is advanced. */
const BRANCHES_PER_ROOT = 100

export interface SearchInput {
  readonly graph: Graph
  readonly noise: NoiseModel
  readonly shapes: ShapeCache
  readonly limits?: Limits | undefined
  /** Rounds that must not be chosen. */
  readonly refuses?: RefusalBySite | null
  /** By site, what a round must use; what the graph lacks allows none. */
  readonly pinned?: Pinned
}

export function searchRounds(
  { graph, noise, shapes, limits = LIMITS, refuses = null, pinned = NOTHING_PINNED }: SearchInput,
  checkpoint: () => void,
): SearchResult {
  const figures = figuresOf(graph, noise)
  const context = { figures, lengths: lengthsOnly(figures), shapes, limits }
  const search = new ModuleSearch(context, byVertex({ refuses, pinned }, figures), checkpoint)
  search.firstIncumbent()
  search.run()
  return search.outcome()
}

interface OpenRoot {
  readonly root: Root
  readonly placements: PlacementEnumeration
}

class ModuleSearch {
  private readonly branchCount: BranchCount = { branches: 0 }
  private readonly rounds: PlacedRound[] = []
  private placements = 0
  private steps = 0
  private compiled = 0
  private scored = 0
  /** Least lower bound of what a limit of work left out. */
  private prunedBound = Number.POSITIVE_INFINITY
  /** Placements found and not yet evaluated. */
  private readonly waiting: Placement[] = []
  private readonly refuses: RoundFilter | null
  private readonly pinned: Pinned
  private readonly pins: boolean
  private readonly isomorphic: IsomorphicPlacements
  private readonly interchangeable: Interchangeable

  constructor(
    private readonly context: SearchContext & { readonly limits: Limits },
    { refuses, pinned }: DemandsByVertex,
    private readonly checkpoint: () => void,
  ) {
    this.refuses = refuses
    this.pinned = pinned
    this.pins = pinned.sites.length + pinned.couplings.length > 0
    const classes = vertexClassesOf(context.figures)
    this.isomorphic = new IsomorphicPlacements(context.figures, classes)
    this.interchangeable = interchangeableOf(context.figures, classes)
  }

  private best(): number {
    return this.rounds[0]?.delta ?? Number.POSITIVE_INFINITY
  }

  private cutoff(): number {
    return this.placements < this.context.limits.candidates ? Number.POSITIVE_INFINITY : this.best()
  }

  private spent(): boolean {
    return this.branchCount.branches >= this.context.limits.branches || this.steps >= this.context.limits.steps_in_all
  }

  /**
   * Finds a first round, so that the bounds charge idling at a rate that suits good rounds. Roots give one placement each in turn
   * (round robin): on a large die the placements of one root may all lie too far apart for a round.
   */
  firstIncumbent(): void {
    const { figures, lengths } = this.context
    const { branchCount } = this
    const ever = Number.POSITIVE_INFINITY
    const roots = rootsOf(figures, { lengths, known: ever, checkpoint: this.checkpoint })
    let open = roots.map(root => new PlacementEnumeration({ figures, root, cutoff: () => ever, branchCount }))
    while (open.length > 0) {
      const left: PlacementEnumeration[] = []
      for (const placements of open) {
        const placement = this.nextOf(placements)
        if (placement) {
          this.evaluate(placement)
          left.push(placements)
        }
        if (this.rounds.length > 0 || this.spent()) return
      }
      open = left
    }
  }

  /** Null when there is none left, or work ends. */
  private nextOf(placements: PlacementEnumeration): Placement | null {
    const found = placements.next(() => {
      if (this.spent()) return true
      this.checkpoint()
      return false
    })
    return found === 'paused' || this.spent() ? null : found
  }

  /** Evaluates or prunes every placement of every root, as far as the limits allow. */
  run(): void {
    const { figures, lengths } = this.context
    const cutoff = () => this.cutoff()
    const known = this.best() * (1 + MARGIN)
    const roots = rootsOf(figures, { lengths, known, checkpoint: this.checkpoint })
    const { branchCount } = this
    // One of several equal vertices may be pinned; they are then not interchangeable.
    const interchangeable = !this.pins ? { interchangeable: this.interchangeable } : {}
    let open: OpenRoot[] = roots.map(root => ({
      root,
      placements: new PlacementEnumeration({ figures, root, cutoff, branchCount, ...interchangeable }),
    }))
    if (!this.spent()) {
      this.rounds.length = 0
      this.placements = 0
    }
    while (open.length > 0 && !this.spent()) {
      const left: OpenRoot[] = []
      for (const one of open) {
        if (one.root.bound >= this.cutoff() || this.repeats(one.root)) continue
        if (this.enough() || !this.advance(one)) left.push(one)
        if (!this.sampling()) this.evaluateWaiting()
      }
      open = left
      this.evaluateWaiting()
    }
    for (const { bound } of [...open.map(({ root }) => root), ...this.waiting])
      this.prunedBound = Math.min(this.prunedBound, bound)
  }

  /** Whether placements are still evaluated whatever their bound, one of each root at a time, so that roots are tried evenly. */
  private sampling(): boolean {
    return this.cutoff() === Number.POSITIVE_INFINITY
  }

  /** While candidates are still sampled, interchangeable placements count too. */
  private repeats({ home, flag }: Root): boolean {
    return !this.pins && !this.sampling() && !isFirstOfInterchangeable(this.interchangeable, home, flag)
  }

  private enough(): boolean {
    const { length } = this.waiting
    return this.sampling() && length > 0 && this.placements + length >= this.context.limits.candidates
  }

  /** Looks at some branches of a root, or up to its next placement; true when the root is exhausted. */
  private advance({ placements }: OpenRoot): boolean {
    const until = this.branchCount.branches + BRANCHES_PER_ROOT
    const pauses = () => {
      this.checkpoint()
      return this.branchCount.branches >= until || this.spent()
    }
    while (this.branchCount.branches < until && !this.spent()) {
      const found = placements.next(pauses)
      if (found === null) return true
      if (found === 'paused') return false
      this.waiting.push(found)
      if (this.sampling()) return false
      this.checkpoint()
    }
    return false
  }

  /** Least bound first, so that a good round found early prunes the others. */
  private evaluateWaiting(): void {
    this.waiting.sort((a, b) => b.bound - a.bound)
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) {
      if (next.bound < this.cutoff()) this.evaluate(next)
      if (this.spent()) return
    }
  }

  private evaluate(placement: Placement): void {
    const { context, refuses, checkpoint } = this
    if (!mayUse(placement, this.pinned)) return
    this.placements++
    const ever = Number.POSITIVE_INFINITY
    const heuristic = () => heuristicRound(context, placement, checkpoint)
    const good = this.counted(this.isomorphic.found('good', { placement, cutoff: ever, find: heuristic }))
    // A round that misses a pin bounds none that meets it; one that is not fault tolerant bounds the next on its placement.
    const misses = this.pins && good.round !== null && this.refuses!(good.round)
    const usable = misses ? null : good.round
    const cutoff = Math.min(this.best(), usable ? usable.delta * (1 + PRICE_ROUNDING) : Number.POSITIVE_INFINITY)
    const exact = () => bestRound(context, { placement, wanted: { cutoff, refuses }, checkpoint })
    const best =
      placement.bound < cutoff
        ? this.counted(refuses ? exact() : this.isomorphic.found('best', { placement, cutoff, find: exact }))
        : null
    if (best && !best.complete) this.prunedBound = Math.min(this.prunedBound, placement.bound)
    const kept = best?.round ?? usable
    if (kept && !this.refuses?.(kept)) this.insert(kept)
  }

  private counted(found: PlacementResult): PlacementResult {
    this.steps += found.steps
    this.compiled += found.compiled
    this.scored += found.scored
    return found
  }

  private insert(round: PlacedRound): void {
    const before = this.rounds.findLastIndex(({ delta }) => delta <= round.delta)
    this.rounds.splice(before + 1, 0, round)
  }

  outcome(): SearchResult {
    const { rounds, placements, steps, compiled, scored } = this
    const bound = Math.min(this.prunedBound, this.best())
    return {
      rounds,
      bound,
      complete: bound === this.best(),
      placements,
      branches: this.branchCount.branches,
      steps,
      compiled,
      scored,
      figures: this.context.figures,
    }
  }
}

/** Roots whose bound is at most this share above the best known round are kept, as they give further candidates. */
const MARGIN = 0.02
