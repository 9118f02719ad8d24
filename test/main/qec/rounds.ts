import fc from 'fast-check'
import { supportOf } from '../../../main/qec/code/code'
import type { Durations, Extraction, Layout, RoundPlan, Step } from '../../../main/qec/model'
import type { FaultRates } from '../../../main/qec/noise/rates'
import { planRound, type RouteCost, swapCost } from '../../../main/qec/schedule/route'
import { grid } from './graphs'

export const NO_TIME: Durations = { single: () => 0, cz: () => 0, readout: () => 0, reset: () => 0 }

/** Typical lengths of a superconducting device, in ns. */
export const TYPICAL: Durations = { single: () => 40, cz: () => 60, readout: () => 700, reset: () => 300 }

/** All kinds of faults in proportion to one number, idling by its length. */
export const ratesAt = (scale: number): FaultRates => ({
  cz: () => scale,
  single: () => scale / 5,
  readout: () => scale,
  reset: () => scale / 2,
  idle: (_, ns) => ({ px: scale * ns * 1e-4, py: scale * ns * 1e-4, pz: scale * ns * 2e-4 }),
})

/** Every site and edge has its own lengths, so that nothing lines up by chance. */
export const UNEVEN: Durations = {
  single: site => 20 + (site % 5) * 3,
  cz: (a, b) => 40 + ((a * 7 + b * 7) % 11) * 4,
  readout: site => 500 + site * 13,
  reset: site => 200 + site * 17,
}

export const STAR_LAYOUT: Layout = { ancilla: 0, flag: 6, data: [1, 2, 3, 4, 5], routing: [] }

/** 3×3, A in the centre, sites 3 and 5 empty. */
export const CHIPLET_LAYOUT: Layout = { ancilla: 4, flag: 1, data: [0, 2, 6, 7, 8], routing: [3, 5] }

export const chipletPlan = (data: Layout['data'] = CHIPLET_LAYOUT.data, cost: RouteCost = swapCost): RoundPlan =>
  planRound(grid(3, 3), { ...CHIPLET_LAYOUT, data }, cost)!

/** After which couplings the flag meets A; [1, 3] is the fault-tolerant window. */
export type Window = readonly [number, number]

/** An extraction on the star with data qubits in a given order (of the generator's support). */
export function starExtraction(generator: number, order: readonly number[], window: Window | null): Extraction {
  const support = supportOf(generator)
  const couple = (i: number): Step => ({ kind: 'couple', ...support[order[i]!]!, at: 0 })
  const flags = (after: number): readonly Step[] => (window?.includes(after) ? [{ kind: 'flag' }] : [])
  const steps = [...flags(0), ...[0, 1, 2, 3].flatMap(i => [couple(i), ...flags(i + 1)])]
  return { generator, flagged: window !== null, steps }
}

const ASCENDING = [0, 1, 2, 3] as const

/** A round on the star; `special` replaces the flagged extraction of its generator. */
export const starPlan = (special?: Extraction): RoundPlan => ({
  layout: STAR_LAYOUT,
  flagged: [0, 1, 2, 3].map(k => (special?.generator === k ? special : starExtraction(k, ASCENDING, [1, 3]))),
  repeat: [0, 1, 2, 3].map(k => starExtraction(k, ASCENDING, null)),
})

/** Rounds on the 3×3 chiplet with arbitrary labels and prices, so that A takes arbitrary orders and walks. */
export const anyChipletPlan: fc.Arbitrary<RoundPlan> = fc
  .record({
    data: fc.shuffledSubarray([...CHIPLET_LAYOUT.data], { minLength: 5, maxLength: 5 }),
    prices: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 11, maxLength: 11 }),
  })
  .map(({ data, prices }) =>
    chipletPlan(data as unknown as Layout['data'], {
      move: (from, to) => prices[(from * 3 + to) % 11]!,
      couple: (at, site) => prices[(at + site * 5) % 11]!,
      flag: () => 0,
    }),
  )
