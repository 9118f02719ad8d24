import type { Condition, ParametricInstruction } from '../../../contract/jobs/circuit'
import { conditionBits } from '../../model/classical-bits'
import type { GateApplication, Statement } from '../../qasm/model/ast'
import type { Span } from '../../qasm/model/diagnostics'
import type { TracedProgram } from '../../qasm/read'
import { declaredBits } from '../../qasm/state/declared-bits'
import type { TracedStatement } from '../../qasm/state/trace'
import { bodiesOf, boxKind, boxTitle } from './boxes'
import type { DrawnGate, DrawnStep, StepBox, StepCondition } from './model'
import { closingBracket, statementTokens, withoutAnnotations } from './tokens'

/** Context that turns executed statements into the steps of a drawing. */
export interface StepContext {
  readonly text: string
  readonly spans: ReadonlyMap<Statement, Span>
  readonly instructions: readonly ParametricInstruction[]
  /** Classical bit of each cell; undefined for cells of local variables, which no wire shows. */
  readonly clbits: ReadonlyMap<number, number>
}

export function stepContext(text: string, { trace, state }: TracedProgram): StepContext {
  const { instructions } = state.recorder
  const { cells } = declaredBits(state)
  return { text, spans: trace.spans, instructions, clbits: new Map(cells.map((cell, clbit) => [cell, clbit])) }
}

interface EnclosingBox {
  /** Id prefix of the enclosing box with its iteration, such as `4.0.`; empty at the outermost level. */
  readonly prefix: string
  readonly isRepeated: boolean
}

/** Steps of the statements that act on wires, in order; declarations and computations have none. */
export const drawnSteps = (
  context: StepContext,
  traced: readonly TracedStatement[],
  enclosing: EnclosingBox,
): DrawnStep[] =>
  traced
    .filter(({ first, last, applications }) => last > first || applications.length > 0)
    .map((one, position) =>
      stepOf(context, one, { prefix: `${enclosing.prefix}${position}`, isRepeated: enclosing.isRepeated }),
    )

function stepOf(context: StepContext, traced: TracedStatement, enclosing: EnclosingBox): DrawnStep {
  const { span, first, last } = traced
  const used = context.instructions.slice(first, last)
  const only = conditioned(traced)
  const inner = only && stepOf(context, only, enclosing)
  const isConditioned = inner !== null && inner.box === null && inner.condition === null
  const box = isConditioned ? null : boxOf(context, traced, enclosing)
  return {
    id: enclosing.prefix,
    span,
    core: isConditioned ? inner.core : withoutAnnotations(context.text, span),
    gates: isConditioned ? inner.gates : box ? [] : gatesOf(context, traced, used),
    condition: isConditioned ? conditionOf(context, traced, used) : null,
    box,
    qubits: qubitsUsed(used),
    clbits: bitsUsed(context, used),
    first,
    last,
    isRepeated: enclosing.isRepeated,
  }
}

const gatesOf = (
  context: StepContext,
  { statement, applications }: TracedStatement,
  used: readonly ParametricInstruction[],
): DrawnGate[] => (statement.kind === 'apply' ? applications.map(drawnApplication) : used.map(drawn(context)))

/** The one plain statement that an `if` without `else` holds. */
function conditioned({ statement, inner }: TracedStatement): TracedStatement | null {
  const isSingle = statement.kind === 'if' && statement.otherwise.length === 0 && statement.then.length === 1
  return isSingle && inner.length === 1 ? inner[0]! : null
}

function conditionOf(
  context: StepContext,
  { span }: TracedStatement,
  used: readonly ParametricInstruction[],
): StepCondition {
  const tokens = statementTokens(context.text, withoutAnnotations(context.text, span))
  const close = closingBracket(tokens, 1)
  const enclosing = { start: tokens[2]!.start, end: tokens[close - 1]!.end }
  const clbits = shownBits(
    context,
    used.flatMap(({ condition }) => conditionBits(condition)),
  )
  return { text: context.text.slice(enclosing.start, enclosing.end), span: enclosing, clbits }
}

function boxOf(context: StepContext, traced: TracedStatement, { prefix, isRepeated }: EnclosingBox): StepBox | null {
  const kind = boxKind(traced)
  if (kind === null) return null
  const repeats = isRepeated || ['for', 'while', 'subroutine'].includes(kind)
  const bodies = bodiesOf(context, traced).map(({ iterations, ...body }, b, { length }) => ({
    ...body,
    iterations: iterations.map((iteration, p) =>
      drawnSteps(context, iteration, { prefix: `${prefix}.${length > 1 ? `${b}-` : ''}${p}.`, isRepeated: repeats }),
    ),
  }))
  const given = kind === 'subroutine' ? { given: traced.given ?? new Map() } : {}
  return { kind, title: boxTitle(context.text, traced), values: traced.values, ...given, bodies }
}

const drawnApplication = ({ gate, params, qubits, controls, powers }: GateApplication): DrawnGate => ({
  name: gate.name,
  params,
  controls,
  powers,
  qubits,
  clbits: [],
})

const drawn =
  ({ clbits }: StepContext) =>
  ({ name, qubits, params = [], clbits: cells = [] }: ParametricInstruction): DrawnGate => ({
    name,
    params,
    controls: [],
    powers: [],
    qubits,
    clbits: cells.flatMap(cell => clbits.get(cell) ?? []),
  })

const ascending = (a: number, b: number): number => a - b

/** The qubits of the instructions. One instruction, the usual case, needs no set: its qubits are distinct. */
function qubitsUsed(used: readonly ParametricInstruction[]): number[] {
  const [only, another] = used
  const all = only && !another ? [...only.qubits] : [...new Set(used.flatMap(({ qubits }) => qubits))]
  return all.filter(qubit => qubit >= 0).sort(ascending)
}

function bitsUsed(context: StepContext, used: readonly ParametricInstruction[]): number[] {
  if (!used.some(({ clbits, condition }) => clbits !== undefined || condition !== undefined)) return []
  return shownBits(
    context,
    used.flatMap(({ clbits = [], condition }) => [...clbits, ...bitsIn(condition)]),
  )
}

const bitsIn = (condition: Condition | undefined): readonly number[] => conditionBits(condition)

const shownBits = ({ clbits }: StepContext, cells: readonly number[]): number[] =>
  [...new Set(cells.flatMap(cell => clbits.get(cell) ?? []))].sort((a, b) => a - b)
