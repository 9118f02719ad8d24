import { supportOf } from '../code/five-qubit'
import type { Extraction, Layout, Step } from '../model/round'
import { type Effort, less, plus, UNREACHABLE, type Walks, walkSteps } from './all-pairs-paths'

/**
 * Costs of the three kinds of step, each >= 0; Infinity forbids a step. `move` is a SWAP of A from a site to an empty
 * neighbour, `couple` a data coupling with A at `at`, `flag` one flag coupling at home.
 */
export interface RouteCost {
  move(from: number, to: number): number
  couple(at: number, dataSite: number): number
  flag(): number
}

/** Counts SWAPs. */
export const swapCost: RouteCost = { move: () => 1, couple: () => 0, flag: () => 0 }

export interface AncillaRoute {
  readonly extraction: Extraction
  readonly cost: number
}

/**
 * A coupling that may come next, A at `vertex`; `data` is a position in the generator's support (null: with the flag).
 */
interface NextCoupling {
  readonly data: number | null
  readonly vertex: number
  readonly value: Effort
}

/** Where an extraction stands: which of the four couplings are done, whether the flag is due first, where A is. */
interface RouteState {
  readonly done: number
  readonly flagDue: boolean
  readonly vertex: number
}

interface BestFinish {
  readonly value: Effort
  readonly choice: NextCoupling | null
}

const ALL_DONE = 0b1111
const START: RouteState = { done: 0, flagDue: false, vertex: 0 }

const countOf = (mask: number) => (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1) + ((mask >> 3) & 1)

/**
 * F meets A after the first and after the third data coupling, the only fault-tolerant choice (Chao and Reichardt
 * 2018).
 */
const flagFollows = (done: number) => countOf(done) % 2 === 1

/** The cheapest way to finish from each state, by dynamic programming backwards from the end. */
class FinishSearch {
  private readonly known: (BestFinish | undefined)[] = []
  /** In the order that breaks ties: by data qubit, then home first, then by site. */
  private readonly couplings: readonly NextCoupling[]
  private readonly flagging: readonly NextCoupling[]

  private readonly flagged: boolean

  constructor(
    private readonly walks: Walks,
    {
      dataSites,
      flagged,
      cost,
    }: { readonly dataSites: readonly number[]; readonly flagged: boolean; readonly cost: RouteCost },
  ) {
    this.flagged = flagged
    this.couplings = dataSites.flatMap((site, data) => couplingsOf(walks, { data, site }, cost))
    this.flagging = flagged ? [{ data: null, vertex: 0, value: { cost: cost.flag(), steps: 1 } }] : []
  }

  best(state: RouteState): BestFinish {
    const key = (state.vertex * 16 + state.done) * 2 + (state.flagDue ? 1 : 0)
    const found = this.known[key] ?? this.solve(state)
    this.known[key] = found
    return found
  }

  after({ done: before }: RouteState, { data, vertex }: NextCoupling): RouteState {
    if (data === null) return { done: before, flagDue: false, vertex }
    const done = before | (1 << data)
    return { done, flagDue: this.flagged && flagFollows(done), vertex }
  }

  private solve(state: RouteState): BestFinish {
    const walks = this.walks.value[state.vertex]!
    if (state.done === ALL_DONE && !state.flagDue) return { value: walks[0]!, choice: null }
    let best: BestFinish = { value: UNREACHABLE, choice: null }
    for (const choice of state.flagDue ? this.flagging : this.couplings) {
      if (choice.data !== null && (state.done >> choice.data) & 1) continue
      const reach = plus(walks[choice.vertex]!, choice.value)
      if (reach.cost === Number.POSITIVE_INFINITY) continue
      const value = plus(reach, this.best(this.after(state, choice)).value)
      if (less(value, best.value)) best = { value, choice }
    }
    return best
  }
}

const couplingsOf = (
  walks: Walks,
  { data, site }: { readonly data: number; readonly site: number },
  cost: RouteCost,
): readonly NextCoupling[] =>
  walks.sites.flatMap((at, vertex) =>
    walks.adjacent[vertex]!.has(site) ? [{ data, vertex, value: { cost: cost.couple(at, site), steps: 1 } }] : [],
  )

/**
 * The cheapest extraction of one generator: a shortest path over (A's vertex, couplings done, flag due) that begins and
 * ends with A at home. A moves along edges between `layout.ancilla` and `layout.routing` only, hence always into an
 * empty site; a flagged extraction couples F at home exactly after the first and after the third data coupling.
 * Ties are broken by fewer steps, then by lower data label and site. Null when a data site is out of reach, or
 * F is needed and does not neighbour home.
 * `walks` are those of the layout's ancilla and routing.
 */
export function extractionOver(
  walks: Walks,
  layout: Layout,
  { generator, flagged, cost }: { readonly generator: number; readonly flagged: boolean; readonly cost: RouteCost },
): AncillaRoute | null {
  if (flagged && !walks.adjacent[0]!.has(layout.flag)) return null
  const support = supportOf(generator)
  const search = new FinishSearch(walks, { dataSites: support.map(({ data }) => layout.data[data]!), flagged, cost })
  const total = search.best(START).value.cost
  if (total === Number.POSITIVE_INFINITY) return null
  const steps: Step[] = []
  let state = START
  for (let choice = search.best(state).choice; choice; choice = search.best(state).choice) {
    steps.push(...walkSteps(walks, state.vertex, choice.vertex))
    const at = walks.sites[choice.vertex]!
    steps.push(choice.data === null ? { kind: 'flag' } : { kind: 'couple', ...support[choice.data]!, at })
    state = search.after(state, choice)
  }
  steps.push(...walkSteps(walks, state.vertex, 0))
  return { extraction: { generator, flagged, steps }, cost: total }
}

/** How many SWAPs an extraction takes. */
export const swapsOf = (extraction: Extraction): number => extraction.steps.filter(step => step.kind === 'move').length
