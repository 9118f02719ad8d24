import { allBits, type Bit, notBit } from './bits'
import { type Place, semantic } from './fault'
import type { Value } from './values'

/** A way that leaves a loop, a subroutine or the program. */
export interface Exit {
  readonly kind: 'break' | 'continue' | 'return' | 'end'
  readonly at: Place
  /** Where it is taken, within the conditions around the statement that has it; 1: always. */
  readonly when: Bit
  readonly value: Value | null
}
/** How a statement may end other than with the next one; no two of them are taken together. */
export type Exits = readonly Exit[]
export const NONE: Exits = []

/** Where none of them is taken. */
export const noneTaken = (at: Place, exits: Exits): Bit =>
  allBits(
    at,
    exits.map(({ when }) => notBit(at, when)),
  )

/** The exits of what ran under a condition, seen from outside of it. */
export const under = (at: Place, bit: Bit, exits: Exits): Exits =>
  bit === 1 ? exits : exits.map(exit => ({ ...exit, when: allBits(at, [bit, exit.when]) }))

/** `break` and `continue` leave loops alone. */
export function needNoLoopExit(exits: Exits): void {
  const stray = exits.find(({ kind }) => kind === 'break' || kind === 'continue')
  if (stray) semantic(stray.at, `${stray.kind} stands outside of any loop`)
}
