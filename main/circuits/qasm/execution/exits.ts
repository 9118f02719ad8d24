import { andBits, type Bit } from '../model/bits'
import { type SourceLocation, semanticError } from '../model/diagnostics'
import type { Value } from '../model/values'

/** A way that leaves a loop, a subroutine or the program. */
export interface Exit {
  readonly kind: 'break' | 'continue' | 'return' | 'end'
  readonly at: SourceLocation
  /** Bit that is 1 where it is taken, within the conditions around its statement; 1: always. */
  readonly when: Bit
  readonly value: Value | null
}

/** The exits of a statement, of which at most one is taken; without one, the next statement runs. */
export interface Exits {
  readonly ways: readonly Exit[]
  /** Whether one of them is always taken, whatever is measured. */
  readonly isClosed: boolean
}

export const NO_EXITS: Exits = { ways: [], isClosed: false }
/** Exits of code that no path of the program reaches. */
export const UNREACHED: Exits = { ways: [], isClosed: true }

export const exitAlways = (kind: Exit['kind'], at: SourceLocation, value: Value | null = null): Exits => ({
  ways: [{ kind, at, when: 1, value }],
  isClosed: true,
})

/** Exits of statements that ran under a condition, seen from outside of it. */
export const exitsUnder = (at: SourceLocation, bit: Bit, ways: readonly Exit[]): readonly Exit[] =>
  bit === 1 ? ways : ways.map(way => ({ ...way, when: andBits(at, [bit, way.when]) }))

/** Exits of branches of which at most one runs; `isOne`: one of them always runs. */
export const branchExits = (branches: readonly Exits[], isOne: boolean): Exits => ({
  ways: branches.flatMap(({ ways }) => ways),
  isClosed: isOne && branches.every(({ isClosed }) => isClosed),
})

/** The exits without those of that kind, which lead no further than here. */
export function withoutKind(kind: Exit['kind'], { ways, isClosed }: Exits): Exits {
  const others = ways.filter(way => way.kind !== kind)
  return { ways: others, isClosed: isClosed && others.length === ways.length }
}

/** Refuses a `break` or `continue` outside of any loop. */
export function checkNoLoopExit({ ways }: Exits): void {
  const stray = ways.find(({ kind }) => kind === 'break' || kind === 'continue')
  if (stray) semanticError(stray.at, `${stray.kind} stands outside of any loop`)
}
