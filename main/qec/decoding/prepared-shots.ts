/** Outcomes of the verified preparation: which shots have a prepared state, and how often an attempt was accepted. */
import { sum } from '../../contract/numbers/arithmetic'
import { attemptPlane, type ExtraPlanes, PREPARATION_BITS } from '../program/extra-planes'
import type { BitPlanes } from '../program/frame'
import type { ByteRange } from './tallies'

/** For one attempt: shots in which it was made, and shots in which its outcomes were not all trivial. */
export interface AttemptCount {
  readonly executed: number
  readonly rejected: number
}

export interface PreparedShots {
  /**
   * One bit a shot of the range: 1 where an attempt was accepted, and in all shots where there are no attempts. Padded
   * with 0 to whole words of 32 shots.
   */
  readonly served: Uint8Array
  readonly attempts: readonly AttemptCount[]
}

const countBits = (byte: number): number => {
  let count = 0
  for (let rest = byte; rest !== 0; rest &= rest - 1) count++
  return count
}

const liveBits = (shots: number, byte: number): number => (shots - byte * 8 >= 8 ? 0xff : (1 << (shots - byte * 8)) - 1)

/**
 * An attempt is made where all before it were rejected; a shot has a state unless its last attempt was rejected too.
 */
export function preparedShots(bits: BitPlanes, planes: ExtraPlanes, range?: ByteRange): PreparedShots {
  /** Shots of the byte whose attempt was rejected; 0 for those in which it was not made. */
  const rejectedIn = (attempt: number, byte: number): number => {
    let rejected = 0
    for (let i = 0; i < PREPARATION_BITS; i++)
      rejected |= bits.data[attemptPlane(planes, attempt, i) * bits.stride + byte]!
    return rejected
  }
  const { from, to } = range ?? { from: 0, to: Math.ceil(bits.shots / 8) }
  const served = new Uint8Array(Math.ceil((to - from) / 4) * 4)
  const attempts = Array.from({ length: planes.attempts }, () => ({ executed: 0, rejected: 0 }))
  for (let byte = from; byte < to; byte++) {
    const live = liveBits(bits.shots, byte)
    let pending = live
    attempts.forEach((attempt, t) => {
      attempt.executed += countBits(pending)
      pending &= rejectedIn(t, byte)
      attempt.rejected += countBits(pending)
    })
    served[byte - from] = attempts.length === 0 ? live : live & ~pending
  }
  return { served, attempts }
}

/** Attempts accepted and made, all together: their ratio is the acceptance of one attempt. */
export function attemptRate(attempts: readonly AttemptCount[]): { accepted: number; executed: number } {
  const executed = sum(attempts.map(attempt => attempt.executed))
  const rejected = sum(attempts.map(attempt => attempt.rejected))
  return { accepted: executed - rejected, executed }
}

/** Counts added up by attempt; an empty list adds nothing. */
export const addAttempts = (a: readonly AttemptCount[], b: readonly AttemptCount[]): readonly AttemptCount[] => {
  if (a.length === 0) return b
  return a.map(({ executed, rejected }, t) => ({
    executed: executed + (b[t]?.executed ?? 0),
    rejected: rejected + (b[t]?.rejected ?? 0),
  }))
}
