/**
 * Where one logical qubit can lie on a chiplet. The declared search space: A's sites are a connected set of the smallest size
 * that gives a layout at all, or up to EXTRA_SITES more; every home in it, every flag beside the home, every five data sites
 * beside the set, and every labelling of them.
 */

import { leastEstimate } from './bound'
import { type Adjacency, adjacency, ancillaRegions, neighboursOf, newSurvey, type Survey } from './connected'
import { bestLabels, estimate, fixedPrice, type RoundPrices, roundPrices, toursOmitting } from './estimate'
import type { Graph, NoiseModel } from './model'
import { type HomeTours, type Price, type Region, regionOf, singleTours, type Tour, toursFrom } from './tours'

export const EXTRA_SITES = 2

/** Bounds on the work, so that no input hangs the search. Reaching one is reported as `complete: false`. */
export interface Limits {
  /** Connected sets looked at. */
  readonly sets: number
  /** Largest set of sites for A. */
  readonly ancilla_sites: number
  /** Sites that A may use beyond the smallest number that gives a layout. */
  readonly extra: number
  /** Embeddings estimated. */
  readonly embeddings: number
  /** Sites beside a region that data qubits are chosen from; square lattices never have more than 11. */
  readonly data_candidates: number
  /** Embeddings handed on. */
  readonly kept: number
}
export const LIMITS: Limits = {
  sets: 300_000,
  ancilla_sites: 12,
  extra: EXTRA_SITES,
  embeddings: 2_000_000,
  data_candidates: 12,
  kept: 24,
}

/** Roles by site, data sites ascending and not yet labelled. */
export interface Embedding {
  readonly ancilla: number
  readonly flag: number
  readonly routing: readonly number[]
  readonly data: readonly number[]
}

/** An embedding with the estimate of its best labelling. */
export interface Sketch {
  readonly embedding: Embedding
  readonly delta: number
  readonly ns: number
}

export interface Shortlist {
  /** Ascending by estimate. */
  readonly sketches: readonly Sketch[]
  /** Embeddings estimated. */
  readonly considered: number
  readonly survey: Survey
}

const ESTIMATES_PER_PAUSE = 500

/** The best embeddings of the declared space by estimate. Yields now and then, so that a caller can let others work. */
export function* shortlist(graph: Graph, noise: NoiseModel, limits: Limits = LIMITS): Generator<void, Shortlist> {
  const around = adjacency(graph)
  const survey = newSurvey()
  const search = new Search(around, roundPrices(around, noise), limits, survey)
  for (const regions of ancillaRegions(around, survey, limits)) {
    yield
    for (const sites of regions) {
      if (!search.isSpent()) yield* search.explore(sites)
      yield
    }
    if (search.isSpent()) break
  }
  if (search.isSpent()) survey.complete = false
  return { sketches: search.kept, considered: search.considered, survey }
}

/** One home in one region, and A's tours from it. Flags and data are positions in `region.neighbours`. */
interface Stay {
  readonly region: Region
  readonly home: number
  readonly tours: HomeTours
  readonly leastErrors: readonly Tour[]
}

class Search {
  readonly kept: Sketch[] = []
  considered = 0
  private pauseAt = ESTIMATES_PER_PAUSE

  constructor(
    private readonly graph: Adjacency,
    private readonly prices: RoundPrices,
    private readonly limits: Limits,
    private readonly survey: Survey,
  ) {}

  isSpent(): boolean {
    return this.considered >= this.limits.embeddings
  }

  /** Every embedding with A on these sites. */
  *explore(sites: readonly number[]): Generator<void> {
    const beside = neighboursOf(this.graph, sites)
    const region = regionOf(this.graph, sites, beside, this.prices)
    const bare = regionOf(this.graph, sites, beside, { ...this.prices, per_ns: 0 })
    for (let home = 0; home < sites.length; home++) {
      const stay: Stay = { region, home, tours: toursFrom(region, home), leastErrors: singleTours(bare, home) }
      for (const flag of this.flagsBeside(stay)) {
        this.exploreFlag(stay, flag)
        if (this.considered < this.pauseAt) continue
        this.pauseAt = this.considered + ESTIMATES_PER_PAUSE
        yield
      }
    }
  }

  private exploreFlag(stay: Stay, flag: number): void {
    const { region, home, leastErrors } = stay
    const open = this.dataBeside(stay, flag)
    const fixed = fixedPrice(this.prices, region.sites[home]!, region.neighbours[flag]!)
    if (!this.isKept(leastEstimate(this.prices, fixed, region, open, leastErrors))) return
    for (const data of fives(open)) this.sketch(stay, flag, data, fixed)
  }

  private flagsBeside({ region, home }: Stay): number[] {
    const beside = this.graph.next[region.sites[home]!]!
    return region.neighbours.flatMap((site, i) => (beside.includes(site) ? [i] : []))
  }

  /** Positions that data qubits may take; the dearest are left out where there are too many, and that is recorded. */
  private dataBeside({ region, tours }: Stay, flag: number): number[] {
    const open = region.neighbours.map((_, i) => i).filter(i => i !== flag)
    if (open.length <= this.limits.data_candidates) return open
    this.survey.complete = false
    return open.sort((i, j) => tours.single[i]!.cost - tours.single[j]!.cost).slice(0, this.limits.data_candidates)
  }

  private sketch(stay: Stay, flag: number, data: readonly number[], fixed: Price): void {
    this.considered++
    const { region, tours } = stay
    const omitting = toursOmitting(tours, data)
    const vertices = data.map(i => region.neighbours[i]!)
    const { d3, x } = bestLabels(this.prices, omitting, vertices)
    const { delta, ns, visits } = estimate(this.prices, fixed, omitting, vertices, d3, x)
    /** A round that passes by a routing site belongs to a smaller set, where it is found too. */
    if (visits !== (1 << region.sites.length) - 1 || !this.isKept(delta)) return
    this.keep({ embedding: this.embedding(stay, flag, vertices), delta, ns })
  }

  private embedding({ region, home }: Stay, flag: number, data: readonly number[]): Embedding {
    const site = (v: number) => this.graph.sites[v]!
    const routing = region.sites.filter((_, i) => i !== home).map(site)
    return {
      ancilla: site(region.sites[home]!),
      flag: site(region.neighbours[flag]!),
      routing: routing.sort((a, b) => a - b),
      data: data.map(site),
    }
  }

  private isKept(delta: number): boolean {
    return this.kept.length < this.limits.kept || delta < this.kept.at(-1)!.delta
  }

  private keep(sketch: Sketch): void {
    const after = this.kept.findIndex(({ delta }) => delta > sketch.delta)
    this.kept.splice(after === -1 ? this.kept.length : after, 0, sketch)
    if (this.kept.length > this.limits.kept) this.kept.pop()
  }
}

/** Every choice of five, in order. */
export function* fives(from: readonly number[]): Generator<number[]> {
  const n = from.length
  for (let a = 0; a < n - 4; a++)
    for (let b = a + 1; b < n - 3; b++)
      for (let c = b + 1; c < n - 2; c++)
        for (let d = c + 1; d < n - 1; d++)
          for (let e = d + 1; e < n; e++) yield [from[a]!, from[b]!, from[c]!, from[d]!, from[e]!]
}
