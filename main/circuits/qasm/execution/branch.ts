import { noteUnsigned } from '../evaluation/arithmetic'
import { evaluateExpression } from '../evaluation/expression'
import { binaryValue } from '../evaluation/operators'
import type { Expression, Statement, StatementOf, SwitchCase } from '../model/ast'
import { andBits, type Bit, notBit, orBits } from '../model/bits'
import { type SourceLocation, semanticError } from '../model/diagnostics'
import { exactOf } from '../model/numbers'
import { truthOf, type Value } from '../model/values'
import type { ProgramState } from '../state/program'
import { runBlock, simplifiedExits } from './block'
import { branchExits, type Exits, NO_EXITS, UNREACHED } from './exits'

export function runIf(program: ProgramState, statement: StatementOf<'if'>): Exits {
  const { condition, then, otherwise } = statement
  const bit = truthOf(condition, evaluateExpression(program, condition))
  const yes = runWhen(program, statement, { bit, body: then })
  if (otherwise.length === 0 && yes.ways.length === 0) return NO_EXITS
  return branchExits([yes, runWhen(program, statement, { bit: notBit(statement, bit), body: otherwise })], true)
}

/** Runs a branch; where a measurement decides on it, every instruction in it carries the condition. */
function runWhen(
  program: ProgramState,
  at: SourceLocation,
  { bit, body }: { readonly bit: Bit; readonly body: readonly Statement[] },
): Exits {
  if (bit === 0) return UNREACHED
  if (body.length === 0) return NO_EXITS
  const exits = program.when(at, bit, () => runBlock(program, at, body)) ?? UNREACHED
  return exits.ways.length === 0 ? exits : { ...exits, ways: simplifiedExits(program, at, { bit, ways: exits.ways }) }
}

export function runSwitch(program: ProgramState, { of, cases }: StatementOf<'switch'>): Exits {
  const value = evaluateExpression(program, of)
  const branches: Exits[] = []
  const labels = new Set<bigint>()
  let pending: Bit = 1
  for (const { values, body } of cases) {
    const chosen: Bit = values === null ? 1 : chosenBy(program, of, { value, values, labels })
    branches.push(runWhen(program, of, { bit: andBits(of, [pending, chosen]), body }))
    pending = andBits(of, [pending, notBit(of, chosen)])
    if (pending === 0) break
  }
  return branchExits(branches, pending === 0)
}

/**
 * Whether the value, which was evaluated before any case ran, equals one of this case. `labels` are those of the cases
 * so far; a label that stands twice is refused.
 */
const chosenBy = (
  program: ProgramState,
  at: SourceLocation,
  {
    value,
    values,
    labels,
  }: { readonly value: Value; readonly values: NonNullable<SwitchCase['values']>; readonly labels: Set<bigint> },
): Bit =>
  orBits(
    at,
    values.map(other => isEqual(program, other, { value, labels })),
  )

function isEqual(
  program: ProgramState,
  expression: Expression,
  { value, labels }: { readonly value: Value; readonly labels: Set<bigint> },
): Bit {
  const other = evaluateExpression(program, expression)
  const label = exactOf(other)
  if (label !== null && labels.size === labels.add(label).size)
    semanticError(expression, `${label} stands in two cases`)
  noteUnsigned(program, expression, value, other)
  return truthOf(expression, binaryValue(program.budget, expression, { operator: '==', left: value, right: other }))
}
