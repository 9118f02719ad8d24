import { AppError } from '../contract/errors'
import type { Run } from '../contract/runs'
import { planeLayout } from '../qec/planes'

/** Bits of one circuit: what must fit in memory at once (256 MB). */
export const MAX_CIRCUIT_BITS = 2 ** 31
/** Bits of all circuits of a run: what is kept on disk (2 GB). */
export const MAX_RUN_BITS = 2 ** 34

/** Refuses before anything is computed what would not fit; the message says what would. */
export function refuseOversize({ mode, rounds, shots, states }: Run['request']): void {
  const bits = rounds.map(count => planeLayout(mode, count).total * shots)
  const largest = Math.max(...bits)
  const total = bits.reduce((sum, count) => sum + count, 0) * states.length
  if (largest <= MAX_CIRCUIT_BITS && total <= MAX_RUN_BITS) return
  const most = Math.floor(Math.min(MAX_CIRCUIT_BITS / (largest / shots), MAX_RUN_BITS / (total / shots)))
  throw new AppError('invalid_request', `The run would record ${total} bits`, { max_shots: most }, [
    { pointer: '/shots', message: `at most ${most} with these rounds and states` },
  ])
}
