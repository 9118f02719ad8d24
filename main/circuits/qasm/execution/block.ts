import type { Statement } from '../model/ast'
import { andBits, type Bit, notBit } from '../model/bits'
import type { SourceLocation } from '../model/diagnostics'
import type { ProgramState } from '../state/program'
import { type Exit, type Exits, exitsUnder, NO_EXITS, UNREACHED } from './exits'
import { runStatement } from './statement'

/** Runs statements in order; after one with exits, the rest runs under the condition that none of them is taken. */
export function runBody(program: ProgramState, body: readonly Statement[], first = 0): Exits {
  for (let i = first; i < body.length; i++) {
    const exits = runStatement(program, body[i]!)
    if (exits.ways.length === 0) continue
    return exits.isClosed || i + 1 === body.length ? exits : runRest(program, body, { left: i, ways: exits.ways })
  }
  return NO_EXITS
}

/** Runs the statements behind the one at `left`, under the condition that none of its exits is taken. */
function runRest(
  program: ProgramState,
  body: readonly Statement[],
  { left, ways }: Pick<Exits, 'ways'> & { readonly left: number },
): Exits {
  const at = body[left]!
  const open = stillOpen(program, at, { open: 1, ways })
  const rest = () => program.budget.nested(at, () => runBody(program, body, left + 1))
  const later = program.when(at, open, rest) ?? UNREACHED
  return { ways: [...ways, ...simplifiedExits(program, at, { bit: open, ways: later.ways })], isClosed: later.isClosed }
}

/** The condition that the way was open before and none of these exits is taken. */
export const stillOpen = (
  program: ProgramState,
  at: SourceLocation,
  { open, ways }: { readonly open: Bit; readonly ways: readonly Exit[] },
): Bit =>
  ways.reduce((still, { when }) => program.recorder.simplified(at, andBits(at, [still, notBit(at, when)])), open)

/** Exits of statements that ran under a condition, with conditions that are quick to build on. */
export const simplifiedExits = (
  program: ProgramState,
  at: SourceLocation,
  { bit, ways }: { readonly bit: Bit; readonly ways: readonly Exit[] },
): readonly Exit[] =>
  exitsUnder(at, bit, ways).map(way => ({ ...way, when: program.recorder.simplified(way.at, way.when) }))

export const runBlock = (program: ProgramState, at: SourceLocation, body: readonly Statement[]): Exits =>
  program.budget.nested(at, () => program.scoped(() => runBody(program, body)))
