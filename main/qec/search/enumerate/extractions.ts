/** The flagged extractions of four data sites that cost little enough: three tours each, in every order of the sites. */
import { type Excursions, ROUNDING, type Tour } from '../excursions'
import { type Figures, pair } from '../model/figures'
import type { Task } from '../model/labellings'
import { Leasts, type Order, type Outing, ordersOf } from '../leasts'
import { codeOf, costOf, type Placed, type Shapes, STEP } from '../model/compiled-shapes'
import type { Work } from '../model/work-budget'

/** Three tours with the flag between them; `met` has the positions of the data sites as they are met. */
interface Sequence {
  readonly codes: readonly number[]
  readonly met: readonly number[]
  readonly price: number
}

/** One way to do a task, as compiled. */
export interface Option {
  readonly codes: readonly number[]
  readonly placed: Placed
  /** Expected faults without idling. */
  readonly error: number
  readonly ns: number
}

/** Ways compiled for a first look. */
const SOME = 8

const FLAG = codeOf(STEP.flag, 0)

export class Extractions {
  /** By outing. */
  private readonly known: ({ readonly most: number; readonly found: readonly Tour[] } | undefined)[] = []
  private readonly listed = new Map<number, { readonly most: number; readonly found: readonly Sequence[] }>()
  private readonly options = new Map<number, { readonly most: number; readonly found: readonly Option[] }>()

  private readonly leasts: Leasts

  constructor(
    private readonly f: Figures,
    private readonly shapes: Shapes,
    private readonly home: number,
    private readonly flag: number,
    private readonly excursions: Excursions,
    private readonly work: Work,
  ) {
    this.leasts = new Leasts(excursions)
  }

  /** Least price of the three tours of an extraction that omits a position, whatever follows from doing them in turn. */
  least(omitted: number): Generator<void, number> {
    return this.leasts.least(omitted)
  }

  /**
   * Least error and charged length of any compiled extraction that omits a position, without H's on data and beyond what A and
   * F cost anyway.
   */
  *exactLeast(omitted: number, bareError: number, bareNs: number): Generator<void, number> {
    const leastOf = (options: readonly Option[]) =>
      options.reduce(
        (least, { error, ns }) => Math.min(least, error - bareError + this.excursions.rate * (ns - bareNs)),
        Number.POSITIVE_INFINITY,
      )
    const task = { omitted, x: 0 }
    const known = leastOf(yield* this.some(task))
    const least = Math.min(known, leastOf(yield* this.ways(task, known, false)))
    return this.work.spent ? Math.min(least, yield* this.least(omitted)) : least
  }

  /** Every way to do the task whose least price is at most `most`, dominated ones left out unless `all`. */
  *ways({ omitted, x }: Task, most: number, all: boolean): Generator<void, readonly Option[]> {
    const key = omitted * 32 + x
    const known = this.options.get(key)
    if (known && known.most >= most) return known.found
    const options = yield* this.compiled(yield* this.sequences(omitted, most), x)
    const found = all ? options : undominated(options)
    this.options.set(key, { most, found })
    return found
  }

  /** Some of the cheapest ways to do the task. */
  *some({ omitted, x }: Task): Generator<void, readonly Option[]> {
    const least = yield* this.least(omitted)
    for (let room = ROUNDING; least < Number.POSITIVE_INFINITY; room = 2 * room + least / 100) {
      const found = [...(yield* this.sequences(omitted, least + room))].sort((a, b) => a.price - b.price)
      const options = yield* this.compiled(found.slice(0, SOME), x)
      if (options.length > 0 || this.work.spent) return undominated(options)
    }
    return []
  }

  /** Those of up to 31 sites. */
  private *compiled(sequences: readonly Sequence[], x: number): Generator<void, Option[]> {
    const options: Option[] = []
    for (const { codes, met } of sequences) {
      if (!this.work.compile(codes.length)) break
      yield
      const bits = met.reduce((mask, position, i) => mask | (((x >> position) & 1) << i), 0)
      const placed = this.shapes.place(this.home, this.flag, codes, bits)
      if (placed) options.push({ codes, placed, ...costOf(placed, this.f) })
    }
    return options
  }

  /** Every extraction that omits a position and costs no more than `most`; some that cost more. Work may cut it short. */
  *sequences(omitted: number, most: number): Generator<void, readonly Sequence[]> {
    const known = this.listed.get(omitted)
    if (known && known.most >= most) return known.found
    const found: Sequence[] = []
    for (const order of ordersOf(omitted))
      if (this.leasts.sum(order) <= most + ROUNDING) yield* this.inOrder(found, order, most + ROUNDING)
    this.listed.set(omitted, { most, found })
    return found
  }

  /** Adds every sequence that meets these sites in this order and costs no more than `most`. */
  private *inOrder(found: Sequence[], order: Order, most: number): Generator<void, void> {
    const { leasts } = this
    if (!leasts.isSettled(order)) yield* leasts.settle(order)
    if (leasts.sum(order) > most) return
    const [first, middle, last] = [leasts.of(order.first), leasts.of(order.middle), leasts.of(order.last)]
    const firsts = yield* this.tours(order.first, most - middle - last)
    const seconds = yield* this.tours(order.middle, most - first - last)
    const thirds = yield* this.tours(order.last, most - first - middle)
    for (const one of firsts)
      for (const two of seconds) {
        if (one.price + two.price + last > most) break
        if (!this.work.step() || !this.endWith(thirds, one, two, order, found, most)) return
        if (this.work.due()) yield
      }
  }

  /** Two tours and each of some others in turn; false where work ends. */
  private endWith(
    thirds: readonly Tour[],
    one: Tour,
    two: Tour,
    { met }: Order,
    found: Sequence[],
    most: number,
  ): boolean {
    const flag_ns = this.f.cz_ns[pair(this.f, this.home, this.flag)]!
    for (const three of thirds) {
      const bare = one.price + two.price + three.price
      if (bare > most) break
      if (!this.work.step()) return false
      const price = bare + this.excursions.pauses(one, two, three, flag_ns)
      if (price > most) continue
      if (!this.work.holds(found.length)) return false
      found.push({ codes: [...one.codes, FLAG, ...two.codes, FLAG, ...three.codes], met, price })
    }
    return true
  }

  /** Tours up to a price at least, ascending, from those remembered where they reach that far. */
  private *tours({ at, stops, part }: Outing, most: number): Generator<void, readonly Tour[]> {
    const known = this.known[at]
    if (known && known.most >= most) return known.found
    const found = yield* this.excursions.tours(stops, part, most)
    this.known[at] = { most, found }
    return found
  }
}

/** Those that no other beats in error and length at once; of equals the first. */
function undominated(options: readonly Option[]): Option[] {
  const kept: Option[] = []
  for (const one of [...options].sort((a, b) => a.error - b.error || a.ns - b.ns))
    if (kept.length === 0 || kept.at(-1)!.ns > one.ns) kept.push(one)
  return kept
}
