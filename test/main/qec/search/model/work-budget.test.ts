import { describe, expect, it } from 'vitest'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { bestRound, heuristicRound, type PlacementResult } from '../../../../../main/qec/search/enumerate/best-round'
import { searchRounds } from '../../../../../main/qec/search/enumerate/branch-and-bound'
import type { SearchContext } from '../../../../../main/qec/search/enumerate/placement-task'
import { ShapeCache } from '../../../../../main/qec/search/model/compiled-shapes'
import { figuresOf, lengthsOnly } from '../../../../../main/qec/search/model/figures'
import { WorkBudget } from '../../../../../main/qec/search/model/work-budget'
import { noCheckpoint, syntheticDevice } from '../../devices'
import { heavyHex } from '../../fixtures/graphs'

/** Figures a hundredfold apart, so that detours over many sites cost less than one bad coupling. */
function hardDevice() {
  const { sites, edges } = heavyHex(5, 11)
  const spread = (seed: number) => 10 ** (-2 * ((seed * 0.618_034) % 1))
  const { profile, snapshot } = syntheticDevice(
    sites.length,
    edges.map(([a, b]) => [a, b]),
    {
      qubit: q => ({
        reset_fidelity: 1 - 0.3 * spread(q + 5),
        fidelity_1q: 1 - 0.01 * spread(3 * q + 1),
        t2_us: 20 + 300 * spread(7 * q),
      }),
      edge: (a, b) => ({ fidelity: 1 - 0.1 * spread(11 * a + 5 * b), duration_ns: 40 + 300 * spread(a + 17 * b) }),
    },
  )
  return { graph: { sites, edges }, noise: noiseModel(profile, snapshot) }
}

/** Runs to the end; the most often that the neighbours of a vertex were looked up between two checkpoints, and in all. */
function watched<T>(next: readonly (readonly number[])[], work: (seen: typeof next, checkpoint: () => void) => T) {
  let looks = 0
  let most = 0
  let all = 0
  const checkpoint = () => {
    most = Math.max(most, looks)
    all += looks
    looks = 0
  }
  const seen = new Proxy(next, {
    get: (list, key) => {
      looks++
      return Reflect.get(list, key)
    },
  })
  const value = work(seen, checkpoint)
  checkpoint()
  return { value, most, all }
}

const LIMITS = { branches: 1_000, steps: 30_000, steps_in_all: 300_000, extractions: 1_000, candidates: 10 }
/** The last thing begun within a limit is ended: at most one extraction compiled, counted by its length. */
const ONE_MORE = 500

/** Steps between two checkpoints; the last may count as many as a long extraction has. */
const STEPS = 100 + ONE_MORE
/** A step looks at three neighbours at most, and finds that there is no fourth. */
const LOOKS = 4
/** Looks for least walks before the first step. */
const LAYING_OUT = 1_000

describe('on a die with walks without number', () => {
  const { graph, noise } = hardDevice()
  const f = figuresOf(graph, noise)
  const lengths = lengthsOnly(f)

  it('a placement too wide for any round ends within its steps, says that they were too few, and passes checkpoints often', () => {
    const [home, flag, data] = [27, 28, [0, 10, 33, 44, 54]]
    const ancillaVertices = [home, ...graph.sites.filter(v => ![home, flag, ...data].includes(v))]
    const reached = () => ancillaVertices
    const placement = { home, flag, data, bound: 0, ancillaVertices: reached, nearestVertices: reached }
    const finds = (find: (bench: SearchContext, checkpoint: () => void) => PlacementResult) =>
      watched(f.next, (next, checkpoint) =>
        find(
          { figures: { ...f, next }, lengths: { ...lengths, next }, shapes: new ShapeCache(), limits: LIMITS },
          checkpoint,
        ),
      )
    for (const { value, most, all } of [
      finds((bench, checkpoint) => heuristicRound(bench, placement, checkpoint)),
      finds((bench, checkpoint) => bestRound(bench, { placement, wanted: {}, checkpoint })),
    ]) {
      expect(value).toMatchObject({ round: null, complete: false })
      expect(value.steps).toBeLessThan(LIMITS.steps + ONE_MORE)
      expect(all).toBeLessThan(LOOKS * value.steps)
      expect(most).toBeLessThan(LOOKS * STEPS + LAYING_OUT)
    }
  })

  it('the search ends within its work, and does not call the best what it found', () => {
    let checkpoints = 0
    const input = { graph, noise, shapes: new ShapeCache(), limits: LIMITS }
    const { rounds, complete, bound, steps } = searchRounds(input, () => {
      checkpoints++
    })
    expect(rounds.length).toBeGreaterThan(0)
    expect(complete).toBe(false)
    expect(bound).toBeLessThan(rounds[0]!.delta)
    expect(steps).toBeLessThan(LIMITS.steps_in_all + 2 * (LIMITS.steps + ONE_MORE))
    expect(checkpoints).toBeGreaterThan(steps / STEPS)
  })
})

describe('work', () => {
  it('ends at its limit of steps, of which a compiled extraction takes many', () => {
    const work = new WorkBudget({ steps: 100, extractions: 10 }, noCheckpoint)
    expect(work.compile(24)).toBe(true)
    expect(work).toMatchObject({ steps: 72, compiled: 1, spent: false })
    for (let i = 72; i < 100; i++) expect(work.step()).toBe(true)
    expect(work.step()).toBe(false)
    expect(work.compile(24)).toBe(false)
    expect(work).toMatchObject({ steps: 100, compiled: 1, spent: true })
  })

  it('ends for good at its limit of extractions, listed or compiled', () => {
    const work = new WorkBudget({ steps: 100, extractions: 1 }, noCheckpoint)
    expect([work.compile(8), work.spent, work.compile(8), work.spent, work.step()]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
    const listing = new WorkBudget({ steps: 100, extractions: 1 }, noCheckpoint)
    expect([listing.holds(0), listing.holds(1), listing.holds(0)]).toEqual([true, false, false])
  })
})
