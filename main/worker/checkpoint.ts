/**
 * Ends a computation from inside. Pure code is given a function and calls it every so many steps, well under a millisecond
 * apart; where the work is to end, it throws. So nothing has to yield.
 */
export type Checkpoint = () => void

/** Thrown by work whose caller has cancelled. */
export class Cancelled extends Error {
  constructor() {
    super('the call was given up')
  }
}

/** More work than may be done on the calling thread. */
export class OverBudget extends Error {
  constructor(most: number) {
    super(`more than ${most} checkpoints were passed`)
  }
}

export const UNBOUNDED: Checkpoint = () => undefined

/** Throws `Cancelled` once the word is not 0; another thread that shares its memory may set it. */
export const cancelledBy =
  (word: Int32Array): Checkpoint =>
  () => {
    if (Atomics.load(word, 0) !== 0) throw new Cancelled()
  }

/** Throws `OverBudget` when it is called once more than `most` times. */
export function budget(most: number): Checkpoint {
  let left = most
  return () => {
    left -= 1
    if (left < 0) throw new OverBudget(most)
  }
}
