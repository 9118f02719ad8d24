import { apply } from './apply'
import { assign } from './assign'
import { allBits, anyBit, type Bit, notBit } from './bits'
import { declareAlias, declareVariable } from './declare'
import { defineGate, include } from './define'
import { evaluate } from './evaluate'
import { type Place, semantic, unsupported } from './fault'
import { measureInto } from './measure'
import { quantumBits, rangeOf, rootOf } from './operands'
import { binaryValue } from './operators'
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

/** `break` and `continue` leave loops alone. */
export function needInside(at: Place, { kind }: Outcome): void {
  if (kind === 'break' || kind === 'continue') semantic(at, `${kind} stands outside of any loop`)
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
      return left(program, statement, { kind: statement.kind }, program.around.loop)
    case 'end':
      return left(program, statement, { kind: 'end' }, 0)
    case 'return':
      return returned(program, statement)
    default:
      runSimple(program, statement)
      return NEXT
  }
}

function returned(program: Program, statement: Extract<Statement, { kind: 'return' }>): Outcome {
  const value = statement.value ? evaluate(program, statement.value) : null
  return left(program, statement, { kind: 'return', value }, program.around.call)
}

/** Leaving what stands within that many conditions; if more stand here, a measurement decides whether it is left. */
function left(program: Program, at: Place, outcome: Outcome, conditions: number): Outcome {
  if (program.conditions > conditions) unsupported(at, `${outcome.kind} where a measurement decides is not supported`)
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
      program.declare(statement, statement.name, {
        ...{ kind: 'def', params: statement.params, result: statement.result, body: statement.body },
      })
      return
    case 'apply':
      apply(program, statement)
      return
    case 'measure':
      measure(program, statement)
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

/** Into a register of bits at once; into a variable as an assignment. */
function measure(program: Program, statement: Extract<Statement, { kind: 'measure' }>): void {
  const { line, column, of, into } = statement
  if (into === null || program.find(rootOf(into))?.kind !== 'variable') {
    measureInto(program, statement, of, into)
    return
  }
  const value: Expression = { line, column, kind: 'measure', of, height: of.height + 1 }
  assign(program, { line, column, kind: 'assign', target: into, operator: '=', value })
}

function runFor(program: Program, statement: Extract<Statement, { kind: 'for' }>): Outcome {
  for (const value of loopValues(program, statement.over)) {
    /** Two scopes and a binding cost about as much as thirty steps of an expression. */
    program.meter.spend(statement, 30)
    const outcome = program.looping(() => {
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
    const outcome = program.looping(() => runBlock(program, condition, body))
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
  const value = evaluate(program, of)
  let pending: Bit = 1
  for (const { values, body } of cases) {
    const chosen: Bit = values === null ? 1 : chosenBy(program, of, value, values)
    const bit = allBits(of, [pending, chosen])
    if (bit === 1) return runBlock(program, of, body)
    if (bit !== 0) runWhen(program, of, bit, body)
    pending = allBits(of, [pending, notBit(of, chosen)])
    if (pending === 0) break
  }
  return NEXT
}

/** Whether the value, taken before any case ran, is one of the case's. */
const chosenBy = (program: Program, at: Place, value: Value, values: NonNullable<SwitchCase['values']>): Bit =>
  anyBit(
    at,
    values.map(other => truthOf(at, binaryValue(program.meter, other, '==', value, evaluate(program, other)))),
  )
