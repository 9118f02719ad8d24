/**
 * Isomorphic placements: the same couplings and the same figures among their vertices, in the same order. What is found on one
 * holds for the others with vertices renamed, so that a die whose figures repeat is not searched tile by tile.
 */
import { codeOf, kindOf, STEP, vertexOf } from '../model/compiled-shapes'
import type { Figures } from '../model/figures'
import type { VertexClasses } from '../model/vertex-classes'
import type { PlacementResult } from './best-round'
import type { PlacedRound } from './placement-task'
import type { Placement } from './placements'

interface KnownResult {
  readonly vertices: readonly number[]
  readonly cutoff: number
  readonly found: PlacementResult
}

export class IsomorphicPlacements {
  private readonly answers = new Map<string, KnownResult>()

  constructor(
    private readonly f: Figures,
    private readonly kinds: VertexClasses,
  ) {}

  /**
   * The result of `find` below `cutoff`; `find` is called only where no isomorphic placement was searched before with the same or a
   * higher cut-off.
   */
  found(
    question: string,
    {
      placement: { home, flag, data },
      ancillaVertices,
      cutoff,
      find,
    }: {
      readonly placement: Placement
      /** Among these `find` looks for A's walks. */
      readonly ancillaVertices: readonly number[]
      readonly cutoff: number
      readonly find: () => PlacementResult
    },
  ): PlacementResult {
    const vertices = [home, flag, ...data, ...ancillaVertices.filter(v => v !== home)]
    const key = `${question} ${this.keyOf(vertices)}`
    const known = this.answers.get(key)
    if (known && known.cutoff >= cutoff && known.found.complete) return below(cutoff, known, vertices)
    const found = find()
    this.answers.set(key, { vertices, cutoff, found })
    return found
  }

  private keyOf(vertices: readonly number[]): string {
    const columnOf = new Int16Array(this.f.sites.length).fill(-1)
    vertices.forEach((v, i) => {
      columnOf[v] = i
    })
    let key = ''
    for (const v of vertices) {
      key += `${this.kinds.sites[v]}:`
      const around = this.f.next[v]!
      for (let i = 0; i < around.length; i++) {
        const at = columnOf[around[i]!]!
        if (at >= 0) key += `${at}.${this.kinds.couplings[v]![i]},`
      }
      key += ' '
    }
    return key
  }
}

function below(cutoff: number, { vertices, found }: KnownResult, here: readonly number[]): PlacementResult {
  const { round } = found
  const kept = round && round.delta < cutoff ? renamed(round, new Map(vertices.map((v, i) => [v, here[i]!]))) : null
  return { round: kept, complete: true, steps: 0, compiled: 0, scored: 0 }
}

function renamed(
  { home, flag, data, extractions, ...figures }: PlacedRound,
  names: ReadonlyMap<number, number>,
): PlacedRound {
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
