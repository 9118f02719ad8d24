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
import { EvaluatedPlacements } from './evaluated-placements'
import { type Interchangeable, interchangeableOf, isFirstOfInterchangeable } from './interchangeable-vertices'
import { IsomorphicPlacements } from './isomorphic-placements'
import { NOTHING_PINNED, type Pinned } from './pinned-parts'
import {
  byVertex,
  type DemandsByVertex,
  type PlacedRound,
  type RefusalBySite,
  type SearchContext,
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
  private readonly found: EvaluatedPlacements
  /** Least lower bound of what a limit of work left out. */
  private prunedBound = Number.POSITIVE_INFINITY
  /** Rounds of this Δ_round or more are not looked for. */
  private within = Number.POSITIVE_INFINITY
  /** Placements found and not yet evaluated. */
  private readonly waiting: Placement[] = []
  private readonly interchangeable: Interchangeable

  constructor(
    private readonly context: SearchContext & { readonly limits: Limits },
    private readonly demands: DemandsByVertex,
    private readonly checkpoint: () => void,
  ) {
    const classes = vertexClassesOf(context.figures)
    const isomorphic = new IsomorphicPlacements(context.figures, classes)
    this.found = new EvaluatedPlacements(context, demands, { isomorphic, checkpoint })
    this.interchangeable = interchangeableOf(context.figures, classes)
  }

  private cutoff(): number {
    if (this.found.placements < this.context.limits.candidates) return this.within
    return Math.min(this.found.best(), this.within)
  }

  private spent(): boolean {
    const { branches, steps_in_all } = this.context.limits
    return this.branchCount.branches >= branches || this.found.steps >= steps_in_all
  }

  /**
   * Finds a first round, so that the bounds charge idling at a rate that suits good rounds. Roots give one placement each in turn
   * (round robin): on a large die the placements of one root may all lie too far apart for a round.
   */
  firstIncumbent(): void {
    const { found, branchCount } = this
    const { figures, lengths } = this.context
    const cutoff = () => Number.POSITIVE_INFINITY
    const roots = rootsOf(figures, { lengths, known: Number.POSITIVE_INFINITY, checkpoint: this.checkpoint })
    let open = roots.map(root => new PlacementEnumeration({ figures, root, cutoff, branchCount }))
    while (open.length > 0) {
      const left: PlacementEnumeration[] = []
      for (const placements of open) {
        const placement = this.nextOf(placements)
        if (placement) {
          found.evaluate(placement, FIRST_LOOK * placement.bound)
          left.push(placements)
        }
        if (found.rounds.length > 0 || this.spent()) return
      }
      open = left
    }
    if (this.demands.refuses || this.demands.parts) this.widen(roots[0]?.bound ?? Number.POSITIVE_INFINITY)
  }

  /** Looks for rounds below limits that grow, until there is one: pins may ask for walks much longer than others. */
  private widen(bound: number): void {
    for (const growth of WIDER) {
      if (this.found.rounds.length > 0 || this.spent()) return
      this.within = growth * bound
      this.explore(this.within, this.within)
    }
  }

  /** Null when no placement is left, or a limit of work is reached. */
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
    const { found } = this
    const first = found.rounds[0]
    this.within = Number.POSITIVE_INFINITY
    if (!this.spent()) {
      found.forget()
      this.prunedBound = Number.POSITIVE_INFINITY
    }
    const best = first?.delta ?? Number.POSITIVE_INFINITY
    this.explore(best * (1 + MARGIN), best * (1 + PRICE_ROUNDING))
    if (first && found.rounds.length === 0) found.insert(first)
  }

  /**
   * Evaluates or prunes the placements of the roots that could hold a round below `known`, as far as the limits allow.
   * `most` is that of `EvaluatedPlacements.evaluate`.
   */
  private explore(known: number, most: number): void {
    const { figures, lengths } = this.context
    const cutoff = () => this.cutoff()
    const roots = rootsOf(figures, { lengths, known, checkpoint: this.checkpoint })
    const { branchCount } = this
    // One of several equal vertices may be pinned; they are then not interchangeable.
    const interchangeable = this.demands.parts === null ? { interchangeable: this.interchangeable } : {}
    let open: OpenRoot[] = roots.map(root => ({
      root,
      placements: new PlacementEnumeration({ figures, root, cutoff, branchCount, ...interchangeable }),
    }))
    while (open.length > 0 && !this.spent()) {
      const left: OpenRoot[] = []
      for (const one of open) {
        if (one.root.bound >= this.cutoff() || this.repeats(one.root)) continue
        if (this.enough() || !this.advance(one)) left.push(one)
        if (!this.sampling()) this.evaluateWaiting(most)
      }
      open = left
      this.evaluateWaiting(most)
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
    return (
      this.demands.parts === null && !this.sampling() && !isFirstOfInterchangeable(this.interchangeable, home, flag)
    )
  }

  private enough(): boolean {
    const { length } = this.waiting
    return this.sampling() && length > 0 && this.found.placements + length >= this.context.limits.candidates
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
  private evaluateWaiting(most: number): void {
    this.waiting.sort((a, b) => b.bound - a.bound)
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) {
      if (next.bound < this.cutoff()) this.found.evaluate(next, most)
      if (this.spent()) return
    }
  }

  outcome(): SearchResult {
    const { found, branchCount } = this
    const { rounds, placements, steps, compiled, scored } = found
    const bound = Math.min(this.prunedBound, found.prunedBound, found.best())
    return {
      rounds,
      bound,
      complete: bound === found.best(),
      placements,
      branches: branchCount.branches,
      steps,
      compiled,
      scored,
      figures: this.context.figures,
    }
  }
}

/** Roots whose bound is at most this share above the best known round are kept, as they give further candidates. */
const MARGIN = 0.02

/** The first round is looked for below this multiple of the bound of its placement. */
const FIRST_LOOK = 1.5

/** Multiples of the least bound of a root, below which rounds are looked for in turn where that gave none. */
const WIDER = [1.5, 2, 3, 5, 10]
