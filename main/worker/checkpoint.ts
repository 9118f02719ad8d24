/** Checkpoints, by which pure code is cancelled or leaves a thread, and loops and sorts that pass them. */

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

/** Bits between two checkpoints: about 0.1 ms. */
const CHECKED_BITS = 2 ** 16

/** Steps between two checkpoints, or two looks at the time, where each step looks at `bits` bits. */
export const stepsToCheckpoint = (bits: number): number => Math.ceil(CHECKED_BITS / Math.max(256, bits))

/** Calls `each` for 0 .. count − 1, each of which looks at `bits` bits, and `checkpoint` between them. */
export function eachChecked(
  { count, bits }: { readonly count: number; readonly bits: number },
  each: (index: number) => void,
  checkpoint: Checkpoint,
): void {
  const between = stepsToCheckpoint(bits)
  for (let index = 0; index < count; index++) {
    if (index % between === between - 1) checkpoint()
    each(index)
  }
}

const CHECKED_COMPARISONS = 1024

/** `compare` for a sort that passes checkpoints. */
export function checkedOrder<T>(compare: (a: T, b: T) => number, checkpoint: Checkpoint): (a: T, b: T) => number {
  let compared = 0
  return (a, b) => {
    compared += 1
    if (compared % CHECKED_COMPARISONS === 0) checkpoint()
    return compare(a, b)
  }
}
