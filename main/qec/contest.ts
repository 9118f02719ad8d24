/** Exact scores for the shortlist: every embedding with the labelling estimated best, then more labellings of those that lead. */
import { type ScoredLayout, scoringLayout } from './candidate'
import { adjacency } from './connected'
import { roundPrices } from './estimate'
import { type Labelling, labellings } from './labels'
import type { Sketch } from './layouts'
import type { Graph, NoiseModel } from './model'

const LEADERS = 3
const LABELLINGS_OF_LEADERS = 12

interface Entry {
  readonly labellings: readonly Labelling[]
  readonly best: ScoredLayout
}

export interface Contest {
  /** The best labelling found of every embedding, ascending by Δ_round. */
  readonly scored: readonly ScoredLayout[]
  /** Layouts compiled. */
  readonly count: number
}

/** Yields between the steps of every layout. */
export function* scoreEmbeddings(
  sketches: readonly Sketch[],
  graph: Graph,
  noise: NoiseModel,
): Generator<void, Contest> {
  const around = adjacency(graph)
  const prices = roundPrices(around, noise)
  const entries: Entry[] = []
  for (const { embedding } of sketches) {
    const all = labellings(embedding, around, prices)
    yield
    const [best] = yield* scoreEach(all.slice(0, 1), graph, noise)
    if (best) entries.push({ labellings: all, best })
  }
  const ranked = entries.sort((a, b) => byDelta(a.best, b.best))
  const leaders = ranked.slice(0, LEADERS)
  const improved: ScoredLayout[] = []
  for (const { best, labellings } of leaders)
    improved.push(least([best, ...(yield* scoreEach(labellings.slice(1, LABELLINGS_OF_LEADERS), graph, noise))]))
  const others = ranked.slice(LEADERS).map(({ best }) => best)
  const count = sketches.length + leaders.length * (LABELLINGS_OF_LEADERS - 1)
  return { scored: [...improved, ...others].sort(byDelta), count }
}

function* scoreEach(list: readonly Labelling[], graph: Graph, noise: NoiseModel): Generator<void, ScoredLayout[]> {
  const scored: ScoredLayout[] = []
  for (const labelling of list) {
    const layout = yield* scoringLayout(labelling, graph, noise)
    if (layout) scored.push(layout)
    yield
  }
  return scored
}

const byDelta = (a: ScoredLayout, b: ScoredLayout): number => a.delta.total - b.delta.total

const least = (layouts: readonly ScoredLayout[]): ScoredLayout => layouts.reduce((a, b) => (byDelta(b, a) < 0 ? b : a))
