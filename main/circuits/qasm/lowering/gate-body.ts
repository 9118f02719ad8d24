import type { Angle } from '../../../contract/jobs/circuit'
import { evaluateExpression, evaluateNumber } from '../evaluation/expression'
import { rangeOf } from '../evaluation/operands'
import { angleOf } from '../evaluation/symbolic'
import type { Expression, GateApplication, GateDefinition, Statement, StatementOf } from '../model/ast'
import { type SourceLocation, semanticError, unsupportedError } from '../model/diagnostics'
import { numberValue, symbolValue } from '../model/values'
import type { Binding } from '../state/names'
import type { ProgramState } from '../state/program'
import { modified } from './modifiers'

type Composite = Extract<GateDefinition, { kind: 'composite' }>
const BARRIER = { kind: 'native', name: 'barrier', params: 0, qubits: 0 } as const

/**
 * The gate calls of a body on definite qubits, in order, with loops unrolled. A name of a gate means what it meant at
 * the definition; constants of the program are looked up at the call.
 */
export function collectBody(
  program: ProgramState,
  at: SourceLocation,
  {
    gate,
    params,
    qubits,
  }: { readonly gate: Composite; readonly params: readonly Angle[]; readonly qubits: readonly number[] },
): GateApplication[] {
  const bindings = new Map<string, Binding>([
    ...gate.qubits.map((name, i): [string, Binding] => [name, { kind: 'qubits', indices: [qubits[i]!] }]),
    ...gate.params.map((name, i): [string, Binding] => [name, angle(params[i]!)]),
  ])
  const into: GateApplication[] = []
  /** Opening a body costs about twenty times as much as a step of a loop. */
  program.budget.spend(at, 20)
  program.isolated('gates', bindings, () => collect(program, at, { gate, body: gate.body, into }))
  return into
}

const angle = (value: Angle): Binding => ({
  kind: 'variable',
  type: 'float',
  width: null,
  isConst: true,
  conditions: 0,
  value: typeof value === 'number' ? numberValue(value) : symbolValue(value),
})

function collect(
  program: ProgramState,
  at: SourceLocation,
  {
    gate,
    body,
    into,
  }: { readonly gate: Composite; readonly body: readonly Statement[]; readonly into: GateApplication[] },
): void {
  for (const statement of body) {
    program.budget.spend(at)
    if (statement.kind === 'apply') into.push(application(program, gate, statement))
    else if (statement.kind === 'barrier') into.push(barrier(program, gate, statement.of))
    else if (statement.kind === 'for') collectLoop(program, at, { gate, loop: statement, into })
    else if (statement.kind === 'block')
      program.scoped(() => collect(program, at, { gate, body: statement.body, into }))
    else if (statement.kind !== 'nothing')
      unsupportedError(statement, 'in the body of a gate only gates, barriers and loops are supported')
  }
}

/** A qubit that is listed twice is taken once, as in a barrier at the top of a program. */
function barrier(program: ProgramState, gate: Composite, of: readonly Expression[]): GateApplication {
  const all = gate.qubits.map(name => ({ kind: 'name' as const, name, line: 0, column: 0, height: 1 }))
  const qubits = (of.length > 0 ? of : all).map(operand => qubitOf(program, operand))
  return { gate: BARRIER, params: [], qubits: [...new Set(qubits)], controls: [], powers: [] }
}

function application(program: ProgramState, gate: Composite, statement: StatementOf<'apply'>): GateApplication {
  const inner = gate.gates.get(statement.name) ?? semanticError(statement, `there is no gate ${statement.name}`)
  const params = statement.params.map(param =>
    angleOf(param, evaluateExpression(program, param), 'a parameter of a gate'),
  )
  const qubits = statement.operands.map(operand => qubitOf(program, operand))
  return modified(program, statement, { gate: inner, params, qubits })
}

function qubitOf(program: ProgramState, operand: Expression): number {
  const binding = operand.kind === 'name' ? program.names.find(operand.name) : null
  if (binding?.kind !== 'qubits' || binding.indices.length !== 1)
    return semanticError(operand, 'in the body of a gate only its own qubits can stand here')
  return binding.indices[0]!
}

type Loop = StatementOf<'for'>

function collectLoop(
  program: ProgramState,
  at: SourceLocation,
  { gate, loop, into }: { readonly gate: Composite; readonly loop: Loop; readonly into: GateApplication[] },
): void {
  const { name, over, body } = loop
  if ('register' in over) {
    unsupportedError(at, 'a loop over a register in the body of a gate is not supported')
    return
  }
  const values =
    'kind' in over
      ? rangeOf(program, over, null)
      : over.map(value => evaluateNumber(program, value, 'a value of the loop'))
  for (const value of values)
    program.scoped(() => {
      program.names.declare(at, name, angle(value))
      program.budget.nested(at, () => collect(program, at, { gate, body, into }))
    })
}
