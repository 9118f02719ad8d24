/** The flagged extractions of four data sites that cost little enough: three closed walks each, in every order of the sites. */
import { PRICE_ROUNDING } from '../bounds/step-prices'
import { codeOf, costOf, type PlacedExtraction, type ShapeCache, STEP } from '../model/compiled-shapes'
import { type Figures, pair } from '../model/figures'
import type { GeneratorTask } from '../model/labellings'
import type { WorkBudget } from '../model/work-budget'
import { ClosedWalkBounds, type ClosedWalkStops, type VisitOrder, visitOrders } from '../paths/closed-walk-bounds'
import type { ClosedWalk, ClosedWalks } from '../paths/closed-walks'
import type { PinnedParts } from './pinned-parts'

/** Three closed walks with the flag between them; `met` has the positions of the data sites in the order of their couplings. */
interface Sequence {
  readonly codes: readonly number[]
  readonly met: readonly number[]
  readonly price: number
}

/** One way to do a task, as compiled. */
export interface CompiledExtraction {
  readonly codes: readonly number[]
  readonly placed: PlacedExtraction
  /** Expected faults without idling. */
  readonly error: number
  readonly ns: number
}

/** Ways compiled for a first look. */
const SOME = 8

const FLAG = codeOf(STEP.flag, 0)

export interface ExtractionInput {
  readonly f: Figures
  readonly shapes: ShapeCache
  readonly home: number
  readonly flag: number
  readonly closedWalks: ClosedWalks
  readonly work: WorkBudget
  readonly parts: PinnedParts | null
}

export class Extractions {
  /** By closed walk. */
  private readonly known: ({ readonly most: number; readonly found: readonly ClosedWalk[] } | undefined)[] = []
  private readonly listed = new Map<number, { readonly most: number; readonly found: readonly Sequence[] }>()
  private readonly options = new Map<number, { readonly most: number; readonly found: readonly CompiledExtraction[] }>()

  private readonly bounds: ClosedWalkBounds

  private readonly f: Figures
  private readonly shapes: ShapeCache
  private readonly home: number
  private readonly flag: number
  private readonly closedWalks: ClosedWalks
  private readonly work: WorkBudget
  private readonly parts: PinnedParts | null

  constructor({ f, shapes, home, flag, closedWalks, work, parts }: ExtractionInput) {
    this.f = f
    this.shapes = shapes
    this.home = home
    this.flag = flag
    this.closedWalks = closedWalks
    this.work = work
    this.parts = parts
    this.bounds = new ClosedWalkBounds(closedWalks)
  }

  /** Least price of the three closed walks of an extraction that omits a position, waits of one for another left out. */
  least(omitted: number): number {
    return this.bounds.least(omitted)
  }

  /**
   * Least error and charged length of any compiled extraction that omits a position, without H's on data and beyond what A and
   * F cost anyway.
   */
  exactLeast(omitted: number, bareError: number, bareNs: number): number {
    // An H on data may take a pulse away where CZ is made of another gate, so that without any is not the least.
    if (this.f.compound !== null) return this.least(omitted)
    const leastOf = (options: readonly CompiledExtraction[]) =>
      options.reduce(
        (least, { error, ns }) => Math.min(least, error - bareError + this.closedWalks.rate * (ns - bareNs)),
        Number.POSITIVE_INFINITY,
      )
    const task = { omitted, x: 0 }
    const known = leastOf(this.some(task))
    const least = Math.min(known, leastOf(this.ways(task, known, false)))
    return this.work.spent ? Math.min(least, this.least(omitted)) : least
  }

  /** Every way to do the task whose least price is at most `most`, dominated ones left out unless `all`. */
  ways({ omitted, x }: GeneratorTask, most: number, all: boolean): readonly CompiledExtraction[] {
    const key = 2 * (omitted * 32 + x) + (all ? 1 : 0)
    const known = this.options.get(key)
    if (known && known.most >= most) return known.found
    const options = this.compiled(this.sequences(omitted, most), x)
    const found = all ? options : this.undominatedByParts(options)
    this.options.set(key, { most, found })
    return found
  }

  /** No other way that uses the same pinned parts beats these. */
  private undominatedByParts(options: readonly CompiledExtraction[]): CompiledExtraction[] {
    const { parts, home } = this
    if (parts === null) return undominated(options)
    const byParts = new Map<bigint, CompiledExtraction[]>()
    for (const option of options) {
      const bits = parts.ofExtraction(home, option)
      const alike = byParts.get(bits)
      if (alike) alike.push(option)
      else byParts.set(bits, [option])
    }
    return [...byParts.values()].flatMap(undominated)
  }

  /** Some of the cheapest ways to do the task. */
  some({ omitted, x }: GeneratorTask): readonly CompiledExtraction[] {
    const least = this.least(omitted)
    for (let slack = PRICE_ROUNDING; least < Number.POSITIVE_INFINITY; slack = 2 * slack + least / 100) {
      const found = [...this.sequences(omitted, least + slack)].sort((a, b) => a.price - b.price)
      const options = this.compiled(found.slice(0, SOME), x)
      if (options.length > 0 || this.work.spent) return undominated(options)
    }
    return []
  }

  /** Compiles the sequences that have at most 31 sites; the others cannot be placed. */
  private compiled(sequences: readonly Sequence[], x: number): CompiledExtraction[] {
    const options: CompiledExtraction[] = []
    for (const { codes, met } of sequences) {
      if (!this.work.compile(codes.length)) break
      const bits = met.reduce((mask, position, i) => mask | (((x >> position) & 1) << i), 0)
      const placed = this.shapes.place(this.home, this.flag, codes, bits)
      if (placed) options.push({ codes, placed, ...costOf(placed, this.f) })
    }
    return options
  }

  /** Every extraction that omits a position and costs no more than `most`; some that cost more. WorkBudget may cut it short. */
  sequences(omitted: number, most: number): readonly Sequence[] {
    const known = this.listed.get(omitted)
    if (known && known.most >= most) return known.found
    const found: Sequence[] = []
    for (const order of visitOrders(omitted))
      if (this.bounds.sum(order) <= most + PRICE_ROUNDING) this.inOrder(found, order, most + PRICE_ROUNDING)
    this.listed.set(omitted, { most, found })
    return found
  }

  /** Adds every sequence that meets these sites in this order and costs no more than `most`. */
  private inOrder(found: Sequence[], order: VisitOrder, most: number): void {
    const { bounds } = this
    if (!bounds.isSettled(order)) bounds.settle(order)
    if (bounds.sum(order) > most) return
    const [first, middle, last] = [bounds.of(order.first), bounds.of(order.middle), bounds.of(order.last)]
    const firsts = this.walksUpTo(order.first, most - middle - last)
    const seconds = this.walksUpTo(order.middle, most - first - last)
    const thirds = this.walksUpTo(order.last, most - first - middle)
    const flag_ns = this.f.cz_ns[pair(this.f, this.home, this.flag)]!
    for (const one of firsts)
      for (const two of seconds) {
        if (one.price + two.price + last > most) break
        if (!this.work.step()) return
        for (const three of thirds) {
          const bare = one.price + two.price + three.price
          if (bare > most) break
          if (!this.work.step()) return
          const price = bare + this.closedWalks.waits(one, two, three, flag_ns)
          if (price > most) continue
          if (!this.work.holds(found.length)) return
          found.push({ codes: [...one.codes, FLAG, ...two.codes, FLAG, ...three.codes], met: order.met, price })
        }
      }
  }

  /** All closed walks up to this price, ascending; dearer ones may follow, as the list that is remembered may reach further. */
  private walksUpTo({ at, stops, part }: ClosedWalkStops, most: number): readonly ClosedWalk[] {
    const known = this.known[at]
    if (known && known.most >= most) return known.found
    const found = this.closedWalks.walksUpTo(stops, part, most)
    this.known[at] = { most, found }
    return found
  }
}

/** The options that no other one equals or beats in both error and length; of two equal ones the first. */
function undominated(options: readonly CompiledExtraction[]): CompiledExtraction[] {
  const kept: CompiledExtraction[] = []
  for (const one of [...options].sort((a, b) => a.error - b.error || a.ns - b.ns))
    if (kept.length === 0 || kept.at(-1)!.ns > one.ns) kept.push(one)
  return kept
}
