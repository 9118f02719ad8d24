import { cancel } from './cancel-cz'
import { merge } from './merge-rotations'
import type { Op } from './model/result'

/** Each round removes at least two CZ; circuits made to need more are left a little longer, not wrong. */
const MOST_ROUNDS = 10

/** Merges one-qubit gates and cancels CZ pairs until nothing more goes. */
export function* simplify(ops: readonly Op[]): Generator<void, Op[]> {
  let merged = yield* merge(ops)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const cancelled = yield* cancel(merged)
    if (cancelled.removed === 0) return merged
    merged = yield* merge(cancelled.ops)
  }
  return merged
}
