/**
 * The search over the declared space, to its optimum. Homes and flags take turns, least bound first, and what they offer is
 * looked at least bound first; what a bound shows to be no better than the best round found is left out.
 */

import type { Graph, NoiseModel } from '../model/round'
import { Alike, kindsOf } from './enumerate/isomorphic-placements'
import { type Figures, figuresOf, lengthsOnly } from './model/figures'
import { type Placement, placementsUnder, type Tally } from './enumerate/placements'
import { type Root, rootsOf } from './bounds/roots'
import { type Bench, bestRound, type Found, goodRound, type Refusal, type Round } from './rounds'
import type { Shapes } from './model/compiled-shapes'
import { isFirstOfTwins, type Twins, twinsOf } from './twins'
import type { WorkLimits } from './model/work-budget'

/** Bounds on the work, so that no input hangs the search. Reaching one gives `complete: false`. */
export interface Limits extends WorkLimits {
  /** Partial choices of data sites. */
  readonly branches: number
  /** Steps of enumeration on all placements; one that is begun is ended. */
  readonly steps_in_all: number
  /** Placements looked at whatever they cost, so that there are candidates to choose from. */
  readonly candidates: number
}

export const LIMITS: Limits = {
  branches: 60_000,
  steps: 1_000_000,
  steps_in_all: 20_000_000,
  extractions: 60_000,
  candidates: 10,
}

export interface Outcome {
  /** One round per placement, ascending by Δ_round: the best of all first, then good ones of other placements. */
  readonly rounds: readonly Round[]
  /** No round of the declared space has a lower Δ_round; Infinity where the space holds none. */
  readonly bound: number
  /** Whether the whole space was looked at or bounded away: the first round is then its optimum. */
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

/** Branches one root may look at before it is another's turn. */
const TURN = 100

/** Yields between steps of about a millisecond. `refuses` names rounds that must not be chosen. */
export function* searchRounds(
  graph: Graph,
  noise: NoiseModel,
  shapes: Shapes,
  limits: Limits = LIMITS,
  refuses: Refusal | null = null,
): Generator<void, Outcome> {
  const figures = figuresOf(graph, noise)
  const bench: Bench = { figures, lengths: lengthsOnly(figures), shapes, limits }
  const search = new Search(bench, limits, refuses)
  yield* search.dive()
  yield
  yield* search.run()
  return search.outcome()
}

interface Turn {
  readonly root: Root
  readonly placements: Generator<Placement | null>
}

class Search {
  private readonly tally: Tally = { branches: 0 }
  private readonly rounds: Round[] = []
  private placements = 0
  private steps = 0
  private compiled = 0
  private scored = 0
  /** Least bound of what a limit left out. */
  private missed = Number.POSITIVE_INFINITY
  /** Placements that were found and not yet looked at. */
  private readonly waiting: Placement[] = []
  private readonly alike: Alike
  private readonly twins: Twins

  constructor(
    private readonly bench: Bench,
    private readonly limits: Limits,
    private readonly refuses: Refusal | null,
  ) {
    const kinds = kindsOf(bench.figures)
    this.alike = new Alike(bench.figures, kinds)
    this.twins = twinsOf(bench.figures, kinds)
  }

  private best(): number {
    return this.rounds[0]?.delta ?? Number.POSITIVE_INFINITY
  }

  private cutoff(): number {
    return this.placements < this.limits.candidates ? Number.POSITIVE_INFINITY : this.best()
  }

  private spent(): boolean {
    return this.tally.branches >= this.limits.branches || this.steps >= this.limits.steps_in_all
  }

  /**
   * A first round, so that time is charged at a rate that is right for rounds worth finding. Roots take turns, a placement each:
   * on a large die those of one root may all lie too far apart for a round.
   */
  *dive(): Generator<void> {
    const { figures, lengths } = this.bench
    const ever = Number.POSITIVE_INFINITY
    const roots = yield* rootsOf(figures, lengths, ever)
    let turns = roots.map(root => placementsUnder(figures, root, () => ever, this.tally))
    while (turns.length > 0) {
      const left: Turn['placements'][] = []
      for (const placements of turns) {
        yield
        const placement = yield* this.nextOf(placements)
        if (placement) {
          yield* this.look(placement)
          left.push(placements)
        }
        if (this.rounds.length > 0 || this.spent()) return
      }
      turns = left
    }
  }

  /** Past its pauses; null when there is none, or work ends. */
  private *nextOf(placements: Turn['placements']): Generator<void, Placement | null> {
    for (;;) {
      const { done, value } = placements.next()
      if (done || this.spent()) return null
      if (value) return value
      yield
    }
  }

  *run(): Generator<void> {
    const { figures, lengths } = this.bench
    const cutoff = () => this.cutoff()
    const known = this.best() * (1 + MARGIN)
    const roots = yield* rootsOf(figures, lengths, known)
    let turns: Turn[] = roots.map(root => ({
      root,
      placements: placementsUnder(figures, root, cutoff, this.tally, this.twins),
    }))
    if (!this.spent()) {
      this.rounds.length = 0
      this.placements = 0
    }
    while (turns.length > 0 && !this.spent()) {
      const left: Turn[] = []
      for (const turn of turns) {
        if (turn.root.bound >= this.cutoff() || this.repeats(turn.root)) continue
        if (this.enough() || !(yield* this.take(turn))) left.push(turn)
        if (!this.sampling()) yield* this.lookAround()
      }
      turns = left
      yield* this.lookAround()
    }
    for (const { bound } of [...turns.map(({ root }) => root), ...this.waiting])
      this.missed = Math.min(this.missed, bound)
  }

  /** Whether placements are still looked at whatever they cost; one of each root at a time, so that many are tried. */
  private sampling(): boolean {
    return this.cutoff() === Number.POSITIVE_INFINITY
  }

  /** Samples may be like one another, for the sake of candidates. */
  private repeats({ home, flag }: Root): boolean {
    return !this.sampling() && !isFirstOfTwins(this.twins, home, flag)
  }

  private enough(): boolean {
    const { length } = this.waiting
    return this.sampling() && length > 0 && this.placements + length >= this.limits.candidates
  }

  /** Goes on for a turn, or to the next sample; whether the root is done with. */
  private *take({ placements }: Turn): Generator<void, boolean> {
    const until = this.tally.branches + TURN
    while (this.tally.branches < until && !this.spent()) {
      const { done, value } = placements.next()
      if (done) return true
      if (value) this.waiting.push(value)
      if (value && this.sampling()) return false
      yield
    }
    return false
  }

  /** Looks at what waits, most promising first, so that what is found soon rules the others out. */
  private *lookAround(): Generator<void, void> {
    this.waiting.sort((a, b) => b.bound - a.bound)
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) {
      if (next.bound < this.cutoff()) yield* this.look(next)
      if (this.spent()) return
      yield
    }
  }

  private *look(placement: Placement): Generator<void, void> {
    this.placements++
    const { bench, refuses } = this
    const ever = Number.POSITIVE_INFINITY
    const good = this.counted(yield* this.alike.found('good', placement, ever, () => goodRound(bench, placement)))
    const cutoff = Math.min(this.best(), good.round ? good.round.delta * (1 + ROUNDING) : Number.POSITIVE_INFINITY)
    const exact = () => bestRound(bench, placement, cutoff, refuses)
    const best =
      placement.bound < cutoff
        ? this.counted(yield* refuses ? exact() : this.alike.found('best', placement, cutoff, exact))
        : null
    if (best && !best.complete) this.missed = Math.min(this.missed, placement.bound)
    const kept = best?.round ?? good.round
    if (kept && !this.refuses?.(kept)) this.keep(kept)
  }

  private counted(found: Found): Found {
    this.steps += found.steps
    this.compiled += found.compiled
    this.scored += found.scored
    return found
  }

  private keep(round: Round): void {
    const before = this.rounds.findLastIndex(({ delta }) => delta <= round.delta)
    this.rounds.splice(before + 1, 0, round)
  }

  outcome(): Outcome {
    const { rounds, placements, steps, compiled, scored } = this
    const bound = Math.min(this.missed, this.best())
    return {
      rounds,
      bound,
      complete: bound === this.best(),
      placements,
      branches: this.tally.branches,
      steps,
      compiled,
      scored,
      figures: this.bench.figures,
    }
  }
}

const ROUNDING = 1e-12
/** Roots a little above the best known round stay in, for the sake of candidates. */
const MARGIN = 0.02
