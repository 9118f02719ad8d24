/**
 * Placements that are alike: the same couplings and the same figures among their vertices, in the same order. What is found on
 * one holds for the others with vertices renamed, so that a die whose figures repeat is not searched tile by tile.
 */
import { type Figures, pair } from '../model/figures'
import type { Placement } from './placements'
import type { Found, Round } from '../rounds'
import { codeOf, kindOf, STEP, vertexOf } from '../model/compiled-shapes'

interface Answer {
  readonly vertices: readonly number[]
  readonly cutoff: number
  readonly found: Found
}

/** Numbers things by their figures, equal ones alike. */
function numbering(): (figures: readonly number[]) => number {
  const known = new Map<string, number>()
  return figures => {
    const key = figures.join()
    const number = known.get(key) ?? known.size
    known.set(key, number)
    return number
  }
}

/** Equal numbers for what has equal figures. */
export interface Kinds {
  /** By vertex. */
  readonly sites: readonly number[]
  /** By vertex, one for each of its neighbours. */
  readonly couplings: readonly (readonly number[])[]
}

export function kindsOf(f: Figures): Kinds {
  const [site, coupling] = [numbering(), numbering()]
  const columns = [f.single, f.single_ns, f.readout, f.readout_ns, f.reset, f.reset_ns, f.t1, f.t2]
  return {
    sites: f.sites.map((_, v) => site(columns.map(column => column[v]!))),
    couplings: f.next.map((around, v) => around.map(w => coupling([f.cz[pair(f, v, w)]!, f.cz_ns[pair(f, v, w)]!]))),
  }
}

export class Alike {
  private readonly answers = new Map<string, Answer>()

  constructor(
    private readonly f: Figures,
    private readonly kinds: Kinds,
  ) {}

  /** What `find` would find below `cutoff`; it is asked only where nothing alike was asked before, with no lower cut-off. */
  *found(
    question: string,
    { home, flag, data, places }: Placement,
    cutoff: number,
    find: () => Generator<void, Found>,
  ): Generator<void, Found> {
    const vertices = [home, flag, ...data, ...places(cutoff).filter(v => v !== home)]
    const key = `${question} ${this.keyOf(vertices)}`
    const known = this.answers.get(key)
    if (known && known.cutoff >= cutoff && known.found.complete) return below(cutoff, known, vertices)
    const found = yield* find()
    this.answers.set(key, { vertices, cutoff, found })
    return found
  }

  private keyOf(vertices: readonly number[]): string {
    const place = new Int16Array(this.f.sites.length).fill(-1)
    vertices.forEach((v, i) => {
      place[v] = i
    })
    let key = ''
    for (const v of vertices) {
      key += `${this.kinds.sites[v]}:`
      const around = this.f.next[v]!
      for (let i = 0; i < around.length; i++) {
        const at = place[around[i]!]!
        if (at >= 0) key += `${at}.${this.kinds.couplings[v]![i]},`
      }
      key += ' '
    }
    return key
  }
}

function below(cutoff: number, { vertices, found }: Answer, here: readonly number[]): Found {
  const { round } = found
  const kept = round && round.delta < cutoff ? renamed(round, new Map(vertices.map((v, i) => [v, here[i]!]))) : null
  return { round: kept, complete: true, steps: 0, compiled: 0, scored: 0 }
}

function renamed({ home, flag, data, extractions, ...figures }: Round, names: ReadonlyMap<number, number>): Round {
  const name = (v: number) => names.get(v)!
  return {
    ...figures,
    home: name(home),
    flag: name(flag),
    data: data.map(name),
    extractions: extractions.map(({ codes, placed, ...cost }) => ({
      ...cost,
      codes: codes.map(code => (kindOf(code) === STEP.flag ? code : codeOf(kindOf(code), name(vertexOf(code))))),
      placed: { shape: placed.shape, vertices: placed.vertices.map(name) },
    })),
  }
}
