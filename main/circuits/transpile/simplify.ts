import { cancel } from './cancel-cz'
import { merge } from './merge-rotations'
import type { Op } from './model/operations'

/**
 * Each round but the last removes at least two CZ; circuits that need more rounds are left a little longer, not wrong.
 */
const MAX_ROUNDS = 10

/** Merges one-qubit gates and cancels CZ pairs until nothing more goes. */
export function simplify(ops: readonly Op[], checkpoint: () => void): Op[] {
  let merged = merge(ops, checkpoint)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const cancelled = cancel(merged, checkpoint)
    if (cancelled.removed === 0) return merged
    merged = merge(cancelled.ops, checkpoint)
  }
  return merged
}
