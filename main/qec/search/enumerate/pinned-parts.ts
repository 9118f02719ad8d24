/** Sites and couplings that a round must use, by vertex, one bit for each: which of them each extraction uses. */
import { kindOf, STEP, vertexOf } from '../model/compiled-shapes'
import { type Figures, pair } from '../model/figures'
import type { Placement } from './placements'

/** Sites (or vertices) and couplings that a round must use. */
export interface Pinned {
  readonly sites: readonly number[]
  readonly couplings: readonly (readonly [number, number])[]
}

export const NOTHING_PINNED: Pinned = { sites: [], couplings: [] }

type Roles = Pick<Placement, 'home' | 'flag' | 'data'>

/** An extraction by the codes of its steps. */
interface CodedExtraction {
  readonly codes: readonly number[]
}

/** Nothing that a graph lacks is used: its bits stay 0. */
export class PinnedParts {
  /** The bits of everything pinned. */
  readonly all: bigint
  private readonly vertices = new Map<number, bigint>()
  /** By `pair` with the smaller vertex first. */
  private readonly couplings = new Map<number, bigint>()
  private readonly known = new WeakMap<CodedExtraction, bigint>()

  constructor(
    private readonly figures: Pick<Figures, 'sites'>,
    { sites, couplings }: Pinned,
  ) {
    let bit = 1n
    const pin = (bits: Map<number, bigint>, part: number): void => {
      bits.set(part, (bits.get(part) ?? 0n) | bit)
      bit <<= 1n
    }
    for (const vertex of sites) pin(this.vertices, vertex)
    for (const [a, b] of couplings) pin(this.couplings, this.couplingOf(a, b))
    this.all = bit - 1n
  }

  private couplingOf(a: number, b: number): number {
    return pair(this.figures, Math.min(a, b), Math.max(a, b))
  }

  private ofVertex(vertex: number): bigint {
    return this.vertices.get(vertex) ?? 0n
  }

  private ofCoupling(a: number, b: number): bigint {
    return this.couplings.get(this.couplingOf(a, b)) ?? 0n
  }

  /** Used by every round of a placement. */
  ofPlacement({ home, flag, data }: Roles): bigint {
    return [home, flag, ...data].reduce((bits, v) => bits | this.ofVertex(v), this.ofCoupling(home, flag))
  }

  /** Used by a flagged extraction beyond that. */
  ofExtraction(home: number, extraction: CodedExtraction): bigint {
    const known = this.known.get(extraction)
    if (known !== undefined) return known
    let bits = 0n
    let at = home
    for (const code of extraction.codes) {
      if (kindOf(code) === STEP.flag) continue
      const vertex = vertexOf(code)
      bits |= this.ofCoupling(at, vertex)
      if (kindOf(code) === STEP.couple) continue
      bits |= this.ofVertex(vertex)
      at = vertex
    }
    this.known.set(extraction, bits)
    return bits
  }

  areUsedBy(round: Roles & { readonly extractions: readonly CodedExtraction[] }): boolean {
    const used = round.extractions.reduce(
      (bits, extraction) => bits | this.ofExtraction(round.home, extraction),
      this.ofPlacement(round),
    )
    return used === this.all
  }
}

/** Whether some round on the placement with Δ_round below the cut-off could use every pinned vertex and coupling. */
export function mayUse(placement: Placement, { sites, couplings }: Pinned, cutoff: number): boolean {
  if (sites.length === 0 && couplings.length === 0) return true
  const { home, flag, data } = placement
  // A moves over these vertices and home, is coupled to data from them, and to the flag only at home.
  const walked = new Set([home, ...placement.ancillaVertices(cutoff)])
  const carries = (vertex: number) => walked.has(vertex) || vertex === flag || data.includes(vertex)
  const couples = (a: number, b: number) =>
    walked.has(a) && (walked.has(b) || data.includes(b) || (a === home && b === flag))
  return sites.every(carries) && couplings.every(([a, b]) => couples(a, b) || couples(b, a))
}
