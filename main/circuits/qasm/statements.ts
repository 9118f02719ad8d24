import { assign } from './assign'
import { allBits, type Bit, notBit } from './bits'
import { declareAlias, declareVariable } from './declare'
import { defineGate, include } from './define'
import { evaluate, evaluateNumber } from './evaluate'
import { applyGate } from './expand'
import { type Place, semantic, unsupported } from './fault'
import { measureInto } from './measure'
import { modified } from './modifiers'
import { broadcast, quantumBits, rangeOf } from './operands'
import type { Program } from './program'
import { callSubroutine } from './subroutine'
import type { Expression, Statement, SwitchCase } from './syntax'
import { numeric, truthOf, type Value } from './values'

/** How a statement ends: with the next one, or by leaving a loop, a subroutine, or the program. */
export type Outcome =
  | { readonly kind: 'next' | 'break' | 'continue' | 'end' }
  | { readonly kind: 'return'; readonly value: Value | null }
const NEXT: Outcome = { kind: 'next' }

export function runBody(program: Program, body: readonly Statement[]): Outcome {
  for (const statement of body) {
    const outcome = runStatement(program, statement)
    if (outcome.kind !== 'next') return outcome
  }
  return NEXT
}

const runBlock = (program: Program, at: Place, body: readonly Statement[]): Outcome =>
  program.meter.within(at, () => program.scoped(() => runBody(program, body)))

/** Runs one statement of the program; what remains of it in the circuit goes to the recorder. */
export function runStatement(program: Program, statement: Statement): Outcome {
  program.meter.spend(statement)
  switch (statement.kind) {
    case 'for':
      return runFor(program, statement)
    case 'while':
      return runWhile(program, statement)
    case 'if':
      return runIf(program, statement)
    case 'switch':
      return runSwitch(program, statement)
    case 'block':
      return runBlock(program, statement, statement.body)
    case 'break':
    case 'continue':
    case 'end':
      return left(program, statement, { kind: statement.kind })
    case 'return':
      return left(program, statement, {
        kind: 'return',
        value: statement.value ? evaluate(program, statement.value) : null,
      })
    default:
      runSimple(program, statement)
      return NEXT
  }
}

function left(program: Program, at: Place, outcome: Outcome): Outcome {
  if (program.conditions > 0) unsupported(at, `${outcome.kind} where a measurement decides is not supported`)
  return outcome
}

function runSimple(program: Program, statement: Statement): void {
  switch (statement.kind) {
    case 'include':
      include(program, statement, statement.path)
      return
    case 'declare':
      declareVariable(program, statement)
      return
    case 'alias':
      declareAlias(program, statement)
      return
    case 'assign':
      assign(program, statement)
      return
    case 'gate':
      defineGate(program, statement)
      return
    case 'opaque':
      program.declare(statement, statement.name, {
        ...{ kind: 'gate', isLibrary: false },
        gate: { kind: 'opaque', name: statement.name },
      })
      return
    case 'def':
      program.declare(statement, statement.name, { kind: 'def', params: statement.params, body: statement.body })
      return
    case 'apply':
      apply(program, statement)
      return
    case 'measure':
      measureInto(program, statement, statement.of, statement.into)
      return
    case 'reset':
      for (const qubit of quantumBits(program, statement.of))
        program.recorder.emit(statement, { name: 'reset', qubits: [qubit] })
      return
    case 'barrier':
      barrier(program, statement, statement.of)
      return
    case 'expression':
      runExpression(program, statement.of)
      return
    default:
  }
}

function runExpression(program: Program, expression: Expression): void {
  if (expression.kind === 'call' && program.need(expression, expression.name).kind === 'def')
    callSubroutine(program, expression, expression.name, expression.args)
  else evaluate(program, expression)
}

function barrier(program: Program, at: Place, of: readonly Expression[]): void {
  const named = of.flatMap(operand => quantumBits(program, operand))
  const qubits = of.length > 0 ? named : Array.from({ length: program.recorder.qubits }, (_, i) => i)
  program.meter.spend(at, qubits.length)
  if (qubits.length > 0) program.recorder.emit(at, { name: 'barrier', qubits: [...new Set(qubits)] })
}

function apply(program: Program, statement: Extract<Statement, { kind: 'apply' }>): void {
  const binding = program.find(statement.name)
  if (binding?.kind === 'def' && statement.modifiers.length === 0) {
    callSubroutine(program, statement, statement.name, [...statement.params, ...statement.operands])
    return
  }
  if (binding?.kind !== 'gate') {
    program.need(statement, statement.name)
    semantic(statement, `${statement.name} is no gate`)
    return
  }
  const params = statement.params.map(param => evaluateNumber(program, param, `a parameter of ${statement.name}`))
  const operands = statement.operands.map(operand => quantumBits(program, operand))
  for (const qubits of broadcast(statement, operands))
    applyGate(program, statement, modified(program, statement, { gate: binding.gate, params, qubits }))
}

function runFor(program: Program, statement: Extract<Statement, { kind: 'for' }>): Outcome {
  for (const value of loopValues(program, statement.over)) {
    /** Two scopes and a binding cost about as much as thirty steps of an expression. */
    program.meter.spend(statement, 30)
    const outcome = program.scoped(() => {
      program.declare(statement, statement.name, {
        ...{ kind: 'variable', type: statement.type?.name ?? 'int', width: null, isConst: false },
        ...{ conditions: program.conditions, value },
      })
      return runBlock(program, statement, statement.body)
    })
    if (outcome.kind === 'break') break
    if (outcome.kind === 'end' || outcome.kind === 'return') return outcome
  }
  return NEXT
}

function loopValues(program: Program, over: Extract<Statement, { kind: 'for' }>['over']): Value[] {
  if ('register' in over) {
    const value = evaluate(program, over.register)
    if (value.kind !== 'bits') return semantic(over.register, 'a loop runs over a range, a set or a register of bits')
    return value.bits.map(bit => ({ kind: 'bits', bits: [bit] }))
  }
  return 'kind' in over ? rangeOf(program, over, null).map(numeric) : over.map(value => evaluate(program, value))
}

function runWhile(program: Program, { condition, body }: Extract<Statement, { kind: 'while' }>): Outcome {
  for (;;) {
    const bit = truthOf(condition, evaluate(program, condition))
    if (typeof bit === 'object')
      return unsupported(condition, 'a while loop that a measurement decides has no fixed length')
    if (bit === 0) return NEXT
    const outcome = runBlock(program, condition, body)
    if (outcome.kind === 'break') return NEXT
    if (outcome.kind === 'end' || outcome.kind === 'return') return outcome
  }
}

function runIf(program: Program, statement: Extract<Statement, { kind: 'if' }>): Outcome {
  const bit = truthOf(statement.condition, evaluate(program, statement.condition))
  if (bit === 1) return runBlock(program, statement, statement.then)
  if (bit === 0) return runBlock(program, statement, statement.otherwise)
  runWhen(program, statement, bit, statement.then)
  if (statement.otherwise.length > 0) runWhen(program, statement, notBit(statement, bit), statement.otherwise)
  return NEXT
}

/** A branch that a measurement decides: every instruction in it carries the condition. */
function runWhen(program: Program, at: Place, bit: Bit, body: readonly Statement[]): void {
  program.recorder.when(at, bit, () => {
    program.conditions++
    try {
      runBlock(program, at, body)
    } finally {
      program.conditions--
    }
  })
}

function runSwitch(program: Program, { of, cases }: Extract<Statement, { kind: 'switch' }>): Outcome {
  let pending: Bit = 1
  for (const { values, body } of cases) {
    const chosen: Bit = values === null ? 1 : chosenBy(program, of, values)
    const bit = allBits(of, [pending, chosen])
    if (bit === 1) return runBlock(program, of, body)
    if (bit !== 0) runWhen(program, of, bit, body)
    pending = allBits(of, [pending, notBit(of, chosen)])
    if (pending === 0) break
  }
  return NEXT
}

/** Whether the value is one of the case's. */
function chosenBy(program: Program, of: Expression, values: NonNullable<SwitchCase['values']>): Bit {
  const bits = values.map(value => {
    const equal: Expression = {
      ...value,
      kind: 'binary',
      operator: '==',
      left: of,
      right: value,
      height: value.height + 1,
    }
    return truthOf(of, evaluate(program, equal))
  })
  return notBit(
    of,
    allBits(
      of,
      bits.map(bit => notBit(of, bit)),
    ),
  )
}
