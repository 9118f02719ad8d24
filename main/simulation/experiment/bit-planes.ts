import { type BitPlanes, strideOf } from '../../qec/program/frame'
import type { Yielder } from '../../worker/yielder'
import type { Random } from '../model/random'

/** Shots between two looks at the clock. */
const SHOTS_PER_SLICE = 256

/** Which outcome each shot had, in a random order. */
async function shuffled(
  times: readonly number[],
  { shots, random, yielder }: Omit<PlaneDraw, 'planes'>,
): Promise<Uint32Array> {
  const outcomes = new Uint32Array(shots)
  let next = 0
  times.forEach((count, outcome) => {
    outcomes.fill(outcome, next, next + count)
    next += count
  })
  for (let i = shots - 1; i > 0; i--) {
    if (i % SHOTS_PER_SLICE === 0 && yielder.isDue()) await yielder.yieldNow(1)
    const j = Math.floor(random.uniform() * (i + 1))
    const kept = outcomes[i]!
    outcomes[i] = outcomes[j]!
    outcomes[j] = kept
  }
  return outcomes
}

export interface PlaneDraw {
  readonly planes: number
  readonly shots: number
  readonly random: Random
  readonly yielder: Yielder
}

/**
 * Counts as bit planes of the lowest `planes` classical bits. Shots are exchangeable: which of them had which outcome is
 * drawn from `random`, so that the first thousand are as good a sample as any.
 */
export async function bitPlanesOf(
  counts: ReadonlyMap<string, number>,
  { planes, shots, random, yielder }: PlaneDraw,
): Promise<BitPlanes> {
  const keys = [...counts.keys()]
  const outcomes = await shuffled([...counts.values()], { shots, random, yielder })
  const stride = strideOf(shots)
  const data = new Uint8Array(stride * planes)
  for (let shot = 0; shot < shots; shot++) {
    if (shot % SHOTS_PER_SLICE === 0 && yielder.isDue()) await yielder.yieldNow(1)
    const key = keys[outcomes[shot]!]!
    for (let plane = 0; plane < planes; plane++)
      if (key[key.length - 1 - plane] === '1') data[plane * stride + (shot >> 3)]! |= 1 << (shot & 7)
  }
  return { data, planes, shots, stride }
}
