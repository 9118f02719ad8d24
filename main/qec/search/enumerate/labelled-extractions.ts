/** Every labelling of a placement's five data sites, and every way to do its four extractions that could still win. */
import { GENERATOR_COUNT } from '../../code/five-qubit'
import { MAX_SITES } from '../../model/round'
import { type Base, basePrice, idleOf, PRICE_ROUNDING } from '../bounds/step-prices'
import type { Figures } from '../model/figures'
import { LABELLINGS, type Labelling } from '../model/labellings'
import type { WalkPosition } from '../paths/ancilla-clock'
import { ClosedWalks } from '../paths/closed-walks'
import { type CompiledExtraction, Extractions } from './extractions'
import type { PlacedRound, PlacementTask } from './placement-task'
import type { Chord } from './time-chord'

interface RankedLabelling {
  readonly labelling: Labelling
  readonly bound: number
}

/** How long F's preparation and reading outlast A's: the first and the last closed walk take at least as long. */
export const flagTimes = (f: Figures, home: number, flag: number): Record<WalkPosition, number> => ({
  first: f.reset_ns[flag]! + f.single_ns[flag]! - f.reset_ns[home]!,
  middle: 0,
  last: f.single_ns[flag]! + f.readout_ns[flag]! - f.readout_ns[home]!,
})

/** All labellings and extractions of a placement, time charged along one chord; finds the round of least Δ_round among them. */
export class LabelledExtractions {
  private readonly f: Figures
  private readonly exact: (number | null)[] = POSITIONS.map(() => null)
  private found: PlacedRound | null = null

  private readonly extractions: Extractions
  /** Least price of an extraction, by the position that it omits. */
  private readonly prices: readonly number[]
  private readonly base: Base
  /** Price of a round without closed walks and data H's. */
  private readonly fixed: number

  constructor(
    private readonly task: PlacementTask,
    { idle, rate, from }: Chord,
  ) {
    const { context, placement, ancillaVertices, work } = task
    const { home, flag, data } = placement
    const f = context.figures
    this.f = f
    this.base = basePrice(f, home, flag)
    const closedWalks = new ClosedWalks({
      f,
      rate,
      vertices: ancillaVertices,
      data,
      work,
      least_ns: flagTimes(f, home, flag),
    })
    this.extractions = new Extractions({ f, shapes: context.shapes, home, flag, closedWalks, work, parts: task.parts })
    this.prices = POSITIONS.map(omitted => this.extractions.least(omitted))
    this.fixed = this.base.error + idle + rate * (this.base.ns - from)
  }

  private boundOf({ tasks, xs }: Labelling): number {
    const { f, exact, prices } = this
    const { data } = this.task.placement
    let walks = 0
    for (const { omitted } of tasks) walks += exact[omitted] ?? prices[omitted]!
    let bound = this.fixed + walks
    for (let i = 0; i < data.length; i++) bound += 2 * xs[i]! * f.single[data[i]!]!
    return bound
  }

  /** A lower bound of every round of the placement. */
  least(): number {
    return this.cheapest().bound
  }

  /** The first labelling of least bound. */
  private cheapest(): RankedLabelling {
    let best = LABELLINGS[0]!
    let bound = this.boundOf(best)
    for (const labelling of LABELLINGS) {
      const other = this.boundOf(labelling)
      if (other < bound) [best, bound] = [labelling, other]
    }
    return { labelling: best, bound }
  }

  /** The labelling of least bound with its cheapest extractions. */
  first(): PlacedRound | null {
    const { labelling, bound } = this.cheapest()
    if (bound >= this.limit()) return null
    const ways = labelling.tasks.map(task => this.extractions.some(task))
    this.tryWays(labelling.order, ways)
    return this.found
  }

  best(): PlacedRound | null {
    this.first()
    const ranked = LABELLINGS.map(labelling => ({ labelling, bound: this.boundOf(labelling) })).sort(byBound)
    for (const { labelling, bound } of ranked) {
      if (bound >= this.limit()) break
      this.tryLabelling(labelling)
    }
    return this.found
  }

  private exactly(omitted: number): number {
    return this.extractions.exactLeast(omitted, this.base.error / GENERATOR_COUNT, this.base.ns / GENERATOR_COUNT)
  }

  private limit(): number {
    return this.found?.delta ?? this.task.cutoff
  }

  /** Every round of a labelling that may be below the limit. */
  private tryLabelling(labelling: Labelling): void {
    const { order, tasks } = labelling
    for (const { omitted } of tasks) this.exact[omitted] ??= this.exactly(omitted)
    const slack = this.limit() - this.boundOf(labelling) + PRICE_ROUNDING
    if (slack < 0) return
    const all = this.task.refuses !== null
    const ways = tasks.map(task => this.extractions.ways(task, this.exact[task.omitted]! + slack, all))
    this.tryWays(order, ways)
  }

  private tryWays(order: readonly number[], ways: readonly Ways[]): void {
    const { work } = this.task
    const [first, second, third, fourth] = ways as [Ways, Ways, Ways, Ways]
    const least = fourth.reduce((error, way) => Math.min(error, way.error), Number.POSITIVE_INFINITY)
    const mayMeet = this.pinsAfterThree(fourth)
    for (const a of first)
      for (const b of second)
        for (const c of third) {
          if (!work.step()) return
          if (a.error + b.error + c.error + least >= this.limit() || !mayMeet(a, b, c)) continue
          for (const d of fourth) {
            if (!work.step()) return
            this.consider(order, [a, b, c, d])
          }
        }
  }

  /** Whether three extractions and some fourth one use everything pinned. */
  private pinsAfterThree(
    fourth: Ways,
  ): (a: CompiledExtraction, b: CompiledExtraction, c: CompiledExtraction) => boolean {
    const { parts, placement } = this.task
    if (parts === null) return () => true
    const of = (way: CompiledExtraction) => parts.ofExtraction(placement.home, way)
    const others = fourth.reduce((bits, way) => bits | of(way), parts.ofPlacement(placement))
    return (a, b, c) => (of(a) | of(b) | of(c) | others) === parts.all
  }

  private consider(order: readonly number[], extractions: FourExtractions): void {
    const [a, b, c, d] = extractions
    const { home, flag, data } = this.task.placement
    this.task.work.scored++
    const ns = a.ns + b.ns + c.ns + d.ns
    let delta = a.error + b.error + c.error + d.error
    for (const v of data) delta += idleOf(this.f, v, ns)
    if (delta >= this.limit()) return
    if (sitesOf(extractions) > MAX_SITES) return
    const round = { home, flag, data: order.map(i => data[i]!), extractions, delta, ns }
    if (this.task.parts?.areUsedBy(round) === false) return
    if (!this.task.refuses?.(round)) this.found = round
  }
}

type FourExtractions = readonly [CompiledExtraction, CompiledExtraction, CompiledExtraction, CompiledExtraction]

const sitesOf = (extractions: readonly CompiledExtraction[]): number =>
  new Set(extractions.flatMap(({ placed }) => placed.vertices)).size

const byBound = (a: RankedLabelling, b: RankedLabelling): number => a.bound - b.bound

type Ways = readonly CompiledExtraction[]

const POSITIONS = [0, 1, 2, 3, 4] as const
