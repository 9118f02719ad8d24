import { DEFAULT_MAX_ITERATIONS } from '../../model/loops'
import { convertedTo, widthOfType } from '../evaluation/conversion'
import { checkMayEnd } from '../evaluation/endless-loop'
import { evaluateExpression } from '../evaluation/expression'
import type { Expression, Statement, StatementOf, TypeName } from '../model/ast'
import { andBits, type Bit, type RuntimeBit } from '../model/bits'
import { type SourceLocation, semanticError, unsupportedError } from '../model/diagnostics'
import { truthOf, type Value } from '../model/values'
import type { ProgramState } from '../state/program'
import { runBlock, simplifiedExits, stillOpen } from './block'
import { type Exit, type Exits, NO_EXITS, UNREACHED, withoutKind } from './exits'
import { iterationsOf } from './loop-iterations'

type While = StatementOf<'while'>

const LEFT =
  'leaving a while loop that a measurement decides other than by its condition: let the condition say so, or write while (true) with one if (…) break; in it, or a for loop over a range, left by break'
const ACTS = 'a condition that acts on qubits before each iteration: measure before the loop and at the end of its body'
const IN_BITS = 'how often it runs is not known here; keep it in a register of bits, or declare it in the body'

export function runFor(program: ProgramState, statement: StatementOf<'for'>): Exits {
  const ways: Exit[] = []
  let open: Bit = 1
  for (const iteration of iterationsOf(program, statement.over)) {
    const run = (): Exits => runIteration(program, statement, iteration.value)
    const exits: Exits = program.when(statement, andBits(statement, [open, iteration.when]), run) ?? UNREACHED
    if (exits.ways.length === 0) continue
    const taken = simplifiedExits(program, statement, { bit: iteration.when, ways: exits.ways })
    ways.push(...simplifiedExits(program, statement, { bit: open, ways: taken }))
    open = exits.isClosed && iteration.when === 1 ? 0 : stillOpen(program, statement, { open, ways: taken })
    if (open === 0) break
  }
  return withoutKind('break', { ways, isClosed: open === 0 })
}

function runIteration(program: ProgramState, statement: StatementOf<'for'>, value: Value): Exits {
  /** Two scopes and a binding cost about as much as thirty steps of an expression. */
  program.budget.spend(statement, 30)
  program.trace?.iterated(value.kind === 'number' ? value.value : null)
  const exits = program.scoped(() => {
    const { name: type, width } = loopVariableType(program, statement)
    program.names.declare(statement, statement.name, {
      kind: 'variable',
      type,
      width,
      isConst: false,
      conditions: program.conditions,
      value: statement.type ? iterationValue(program, statement, { type, width, value }) : value,
    })
    return runBlock(program, statement, statement.body)
  })
  return withoutKind('continue', exits)
}

const loopVariableType = (program: ProgramState, { type }: StatementOf<'for'>) => ({
  name: type?.name ?? ('int' as const),
  width: type ? widthOfType(program, type) : null,
})

/** The value as the loop variable holds it; one outside of an unsigned type is refused and does not wrap around. */
function iterationValue(
  program: ProgramState,
  at: SourceLocation,
  { type, width, value }: { readonly type: TypeName; readonly width: number | null; readonly value: Value },
): Value {
  const [least, end] = [0, 2 ** (width ?? 1024)]
  if (type === 'uint' && value.kind === 'number' && (value.value < least || value.value >= end))
    semanticError(at, `${value.value} is no value of a loop variable of type uint${width === null ? '' : `[${width}]`}`)
  return convertedTo(program.budget, at, { type, width, value })
}

export function runWhile(program: ProgramState, statement: While): Exits {
  const rotated = rotatedLoop(statement)
  if (rotated === null) return runIterations(program, statement, 0)
  const { first, loop } = rotated
  const exits = runBlock(program, statement.condition, first)
  if (exits.isClosed) return exits
  if (exits.ways.length > 0) return unsupportedError(exits.ways[0]!.at, LEFT)
  return runIterations(program, loop, 1)
}

/** Statements before the only `break` of an endless loop, and the rotated loop that continues after it. */
interface RotatedLoop {
  readonly first: readonly Statement[]
  readonly loop: While
}

/**
 * Reads `while (true) { A if (c) break; B }` as `A while (!c) { B A }`. null for any other loop, for one with another `break` or
 * `continue`, and where A declares names, which B and c would no longer see.
 */
function rotatedLoop(statement: While): RotatedLoop | null {
  const { condition, body, max_iterations } = statement
  const isEndless = condition.kind === 'bits' && condition.bits.length === 1 && condition.bits[0] === 1
  // One iteration runs before the rotated loop, which has at least one itself.
  const at = isEndless && max_iterations !== 1 ? body.findIndex(isBreakAlone) : -1
  const leaving = body[at]
  if (leaving?.kind !== 'if') return null
  const [first, rest] = [body.slice(0, at), body.slice(at + 1)]
  if ([...first, ...rest].some(leavesLoop) || first.some(({ kind }) => DECLARING.has(kind))) return null
  const { condition: of } = leaving
  const { line, column } = of
  const blocks = [rest, first].map(part => ({ kind: 'block' as const, body: part, line, column }))
  const height = of.height + 1
  return {
    first,
    loop: { ...statement, condition: { kind: 'unary', operator: '!', of, height, line, column }, body: blocks },
  }
}

const DECLARING: ReadonlySet<Statement['kind']> = new Set(['declare', 'array', 'alias', 'time'])

const isBreakAlone = (statement: Statement): boolean =>
  statement.kind === 'if' &&
  statement.otherwise.length === 0 &&
  statement.then.length === 1 &&
  statement.then[0]!.kind === 'break'

/** Whether a `break` or `continue` in the statement belongs to the loop around it. */
function leavesLoop(statement: Statement): boolean {
  if (statement.kind === 'break' || statement.kind === 'continue') return true
  if (statement.kind === 'if') return [...statement.then, ...statement.otherwise].some(leavesLoop)
  if (statement.kind === 'block') return statement.body.some(leavesLoop)
  return statement.kind === 'switch' && statement.cases.some(({ body }) => body.some(leavesLoop))
}

/**
 * Runs a loop while its condition is known; from the iteration whose condition a measurement decides, it becomes a loop of the
 * circuit. `done` iterations have run already.
 */
function runIterations(program: ProgramState, statement: While, done: number): Exits {
  const { condition, body } = statement
  for (let count = done; ; count++) {
    const before = program.recorder.instructions.length
    const bit = truthOf(condition, evaluateExpression(program, condition))
    if (typeof bit === 'object') {
      if (program.recorder.instructions.length > before) unsupportedError(condition, ACTS)
      return runMeasured(program, statement, count)
    }
    if (bit === 0) return NO_EXITS
    if (count === done + 1) checkMayEnd(program, statement)
    const exits: Exits = withoutKind('continue', runBlock(program, condition, body))
    if (exits.isClosed) return withoutKind('break', exits)
    if (exits.ways.length > 0) return unsupportedError(exits.ways[0]!.at, LEFT)
  }
}

/** Records a loop of the circuit; `done` iterations have run already. */
function runMeasured(program: ProgramState, { condition, body, max_iterations }: While, done: number): Exits {
  const { recorder, budget } = program
  recorder.forgetConstants(condition)
  const held = program.names.heldValues()
  budget.spend(condition, held.length)
  const most = max_iterations ?? (done === 0 ? null : DEFAULT_MAX_ITERATIONS)
  const guard = {
    holds: () => runtimeBit(program, condition),
    max_iterations: most === null ? null : Math.max(1, most - done),
  }
  recorder.loop(condition, guard, () => {
    const { ways } = program.withoutConditions(() => runBlock(program, condition, body))
    if (ways.length > 0) unsupportedError(ways[0]!.at, LEFT)
    const changed = held.find(({ holder, value }) => holder.value !== value)
    if (changed) unsupportedError(condition, `${changed.name} changes in a loop that a measurement decides: ${IN_BITS}`)
  })
  return NO_EXITS
}

function runtimeBit(program: ProgramState, condition: Expression): RuntimeBit {
  const bit = truthOf(condition, evaluateExpression(program, condition))
  return typeof bit === 'object'
    ? bit
    : unsupportedError(
        condition,
        'the condition of this loop depends on a measurement in one iteration and not in another: compare measured bits alone',
      )
}
