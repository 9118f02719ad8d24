/**
 * Function that pure code calls at regular intervals, well under a millisecond apart; it throws when the computation is
 * to end. So the code can be cancelled without yielding.
 */
export type Checkpoint = () => void

/** Thrown by work whose caller has cancelled. */
export class Cancelled extends Error {
  constructor() {
    super('the call was given up')
  }
}

/** Thrown when a task exceeds its budget on the calling thread. */
export class OverBudget extends Error {
  constructor(most: number) {
    super(`more than ${most} checkpoints were passed`)
  }
}

export const UNBOUNDED: Checkpoint = () => undefined

/** Throws `Cancelled` once the word is not 0; a thread that shares the memory may set it. */
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
