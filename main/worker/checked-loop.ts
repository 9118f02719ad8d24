/** Loops and sorts that pass checkpoints well under a millisecond apart, however many bits each step looks at. */
import type { Checkpoint } from './checkpoint'

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
