/** The best round on one placement: every labelling, and every way to do its four extractions that could still win. */
import type { Part } from './paths/ancilla-clock'
import { Excursions, ROUNDING } from './excursions'
import { Extractions, type Option } from './enumerate/extractions'
import type { Figures } from './model/figures'
import { LABELLINGS, type Labelling } from './model/labellings'
import type { Placement } from './enumerate/placements'
import { type Base, basePrice, idleOf, idleRate, lengthAt } from './bounds/step-prices'
import { MOST_SITES, type Shapes } from './model/compiled-shapes'
import { Work, type WorkLimits } from './model/work-budget'

/** A round as chosen, by vertex. */
export interface Round {
  readonly home: number
  readonly flag: number
  /** data[i] carries D_i. */
  readonly data: readonly number[]
  /** By generator. */
  readonly extractions: readonly Option[]
  readonly delta: number
  readonly ns: number
}

export interface Bench {
  readonly figures: Figures
  /** `figures` without errors. */
  readonly lengths: Figures
  readonly shapes: Shapes
  /** For one placement. */
  readonly limits: WorkLimits
}

/** Says that a round must not be chosen. */
export type Refusal = (round: Round) => boolean

/** What a placement gives. */
export interface Found {
  readonly round: Round | null
  /** False when a limit of work left something out. */
  readonly complete: boolean
  /** Steps of enumeration. */
  readonly steps: number
  /** Extractions compiled. */
  readonly compiled: number
  /** Rounds scored. */
  readonly scored: number
}

const settled = (round: Round | null, { spent, steps, compiled, scored }: Work): Found => ({
  round,
  complete: !spent,
  steps,
  compiled,
  scored,
})

/** Lengths at most this much above the least possible are what good rounds have. */
const USUAL = 1.25

/** A good round of a placement, seldom worse than its best by much. Pauses, as all of this file. */
export function* goodRound(bench: Bench, placement: Placement): Generator<void, Found> {
  const task = newTask(bench, placement, Number.POSITIVE_INFINITY, null)
  const shortest = yield* shortestOf(task)
  const board = yield* Board.of(task, chordOf(task, shortest, USUAL * shortest))
  return settled(yield* board.first(), task.work)
}

/** The least Δ_round below a `cutoff` on a placement, among rounds that are not refused. */
export function* bestRound(
  bench: Bench,
  placement: Placement,
  cutoff: number,
  refuses: Refusal | null = null,
): Generator<void, Found> {
  const task = newTask(bench, placement, cutoff, refuses)
  return settled(yield* bestOf(task), task.work)
}

/**
 * Time is charged as much as is sure to be right: the lengths alone say how long a round must last, the errors alone how long
 * one below the cut-off may.
 */
function* bestOf(task: Task): Generator<void, Round | null> {
  const shortest = yield* shortestOf(task)
  const errors = (yield* Board.of(task, FREE)).least()
  const idle = (ns: number) => idleOfData(task, ns)
  if (errors + idle(shortest) >= task.cutoff) return null
  const until = lengthAt(idle, task.cutoff - errors, shortest, GROWTH)
  return yield* (yield* Board.of(task, chordOf(task, shortest, until))).best()
}

const GROWTH = 1.03

/** What a board is laid out for. */
interface Task {
  readonly bench: Bench
  readonly placement: Placement
  readonly places: readonly number[]
  readonly cutoff: number
  readonly work: Work
  readonly refuses: Refusal | null
}

const newTask = (bench: Bench, placement: Placement, cutoff: number, refuses: Refusal | null): Task => ({
  bench,
  placement,
  places: placement.places(cutoff),
  cutoff,
  work: new Work(bench.limits),
  refuses,
})

function* shortestOf(task: Task): Generator<void, number> {
  const board = yield* Board.of({ ...task, bench: { ...task.bench, figures: task.bench.lengths } }, CLOCK)
  return board.least()
}

const idleOfData = ({ bench, placement }: Task, ns: number): number =>
  placement.data.reduce((sum, v) => sum + idleOf(bench.figures, v, ns), 0)

/** A straight line below the idling of the data over every length from `from` to `until`. */
interface Chord {
  /** At `from`. */
  readonly idle: number
  readonly rate: number
  readonly from: number
}

const FREE: Chord = { idle: 0, rate: 0, from: 0 }
const CLOCK: Chord = { idle: 0, rate: 1, from: 0 }

function chordOf(task: Task, from: number, until: number): Chord {
  const { bench, placement } = task
  const rate = placement.data.reduce((sum, v) => sum + idleRate(bench.figures, v, from, until), 0)
  return { idle: idleOfData(task, from), from, rate }
}

interface Ranked {
  readonly labelling: Labelling
  readonly bound: number
}

/** How long F's preparation and reading outlast A's: the first and the last tour take at least as long. */
export const flagTimes = (f: Figures, home: number, flag: number): Record<Part, number> => ({
  first: f.reset_ns[flag]! + f.single_ns[flag]! - f.reset_ns[home]!,
  middle: 0,
  last: f.single_ns[flag]! + f.readout_ns[flag]! - f.readout_ns[home]!,
})

/** All labellings and extractions of a placement, time charged along one chord. */
class Board {
  private readonly f: Figures
  private readonly exact: (number | null)[] = POSITIONS.map(() => null)
  private found: Round | null = null

  /** `prices` are least ones by omitted position, `fixed` is what a round costs beside tours and data H's. */
  private constructor(
    private readonly task: Task,
    private readonly extractions: Extractions,
    private readonly prices: readonly number[],
    private readonly base: Base,
    private readonly fixed: number,
  ) {
    this.f = task.bench.figures
  }

  static *of(task: Task, { idle, rate, from }: Chord): Generator<void, Board> {
    const { bench, placement, places, work } = task
    const { home, flag, data } = placement
    const f = bench.figures
    const base = basePrice(f, home, flag)
    const excursions = new Excursions(f, rate, places, data, work, flagTimes(f, home, flag))
    const extractions = new Extractions(f, bench.shapes, home, flag, excursions, work)
    const prices: number[] = []
    for (const omitted of POSITIONS) prices.push(yield* extractions.least(omitted))
    return new Board(task, extractions, prices, base, base.error + idle + rate * (base.ns - from))
  }

  private boundOf({ tasks, xs }: Labelling): number {
    const { f, exact, prices } = this
    const { data } = this.task.placement
    let tours = 0
    for (const { omitted } of tasks) tours += exact[omitted] ?? prices[omitted]!
    let bound = this.fixed + tours
    for (let i = 0; i < data.length; i++) bound += 2 * xs[i]! * f.single[data[i]!]!
    return bound
  }

  /** Below every round of the placement. */
  least(): number {
    return this.cheapest().bound
  }

  /** The first labelling of least bound. */
  private cheapest(): Ranked {
    let best = LABELLINGS[0]!
    let bound = this.boundOf(best)
    for (const labelling of LABELLINGS) {
      const other = this.boundOf(labelling)
      if (other < bound) [best, bound] = [labelling, other]
    }
    return { labelling: best, bound }
  }

  /** The labelling of least bound with its cheapest extractions. */
  *first(): Generator<void, Round | null> {
    const { labelling, bound } = this.cheapest()
    if (bound >= this.limit()) return null
    const ways: Ways[] = []
    for (const task of labelling.tasks) ways.push(yield* this.extractions.some(task))
    yield* this.tryWays(labelling.order, ways)
    return this.found
  }

  *best(): Generator<void, Round | null> {
    yield* this.first()
    const ranked = LABELLINGS.map(labelling => ({ labelling, bound: this.boundOf(labelling) })).sort(byBound)
    for (const { labelling, bound } of ranked) {
      if (bound >= this.limit()) break
      yield* this.tryLabelling(labelling)
    }
    return this.found
  }

  private exactly(omitted: number): Generator<void, number> {
    return this.extractions.exactLeast(omitted, this.base.error / GENERATORS, this.base.ns / GENERATORS)
  }

  private limit(): number {
    return this.found?.delta ?? this.task.cutoff
  }

  /** Every round of a labelling that may be below the limit. */
  private *tryLabelling(labelling: Labelling): Generator<void, void> {
    const { order, tasks } = labelling
    for (const { omitted } of tasks) this.exact[omitted] ??= yield* this.exactly(omitted)
    const room = this.limit() - this.boundOf(labelling) + ROUNDING
    if (room < 0) return
    const all = this.task.refuses !== null
    const ways: Ways[] = []
    for (const task of tasks) ways.push(yield* this.extractions.ways(task, this.exact[task.omitted]! + room, all))
    yield* this.tryWays(order, ways)
  }

  private *tryWays(order: readonly number[], ways: readonly Ways[]): Generator<void, void> {
    const { work } = this.task
    const [first, second, third, fourth] = ways as [Ways, Ways, Ways, Ways]
    const least = fourth.reduce((error, way) => Math.min(error, way.error), Number.POSITIVE_INFINITY)
    for (const a of first)
      for (const b of second)
        for (const c of third) {
          if (!work.step()) return
          if (work.due()) yield
          if (a.error + b.error + c.error + least >= this.limit()) continue
          for (const d of fourth) {
            if (!work.step()) return
            if (work.due()) yield
            this.consider(order, a, b, c, d)
          }
        }
  }

  private consider(order: readonly number[], a: Option, b: Option, c: Option, d: Option): void {
    const { home, flag, data } = this.task.placement
    this.task.work.scored++
    const ns = a.ns + b.ns + c.ns + d.ns
    let delta = a.error + b.error + c.error + d.error
    for (const v of data) delta += idleOf(this.f, v, ns)
    if (delta >= this.limit()) return
    const extractions = [a, b, c, d]
    if (sitesOf(extractions) > MOST_SITES) return
    const round = { home, flag, data: order.map(i => data[i]!), extractions, delta, ns }
    if (!this.task.refuses?.(round)) this.found = round
  }
}

const sitesOf = (extractions: readonly Option[]): number =>
  new Set(extractions.flatMap(({ placed }) => placed.vertices)).size

const byBound = (a: Ranked, b: Ranked): number => a.bound - b.bound

type Ways = readonly Option[]

const GENERATORS = 4
const POSITIONS = [0, 1, 2, 3, 4] as const
