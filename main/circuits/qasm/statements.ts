import { apply } from './execution/gate-call'
import { declareArray } from './evaluation/arrays'
import { assign } from './execution/assignment'
import { allBits, anyBit, type Bit, notBit } from './model/bits'
import { declareAlias, declareVariable } from './execution/declaration'
import { defineGate, include } from './execution/definition'
import { evaluate } from './evaluation/expression'
import { always, type Exit, type Exits, either, NONE, UNREACHED, under, without } from './execution/exits'
import { type Place, unsupported } from './model/diagnostics'
import { measureInto } from './execution/measurement'
import { quantumBits, rootOf } from './evaluation/operands'
import { binaryValue } from './operators'
import type { Program } from './state/program'
import { callSubroutine } from './subroutine'
import type { Expression, Statement, SwitchCase } from './model/ast'
import { declareTime, delay, needTime } from './execution/durations'
import { turnsOf } from './execution/loop-iterations'
import { truthOf, type Value } from './values'

const ENDLESS =
  'a while loop that a measurement decides has no fixed length: a for loop over a range, left by break, has one'

export function runBody(program: Program, body: readonly Statement[], first = 0): Exits {
  for (let i = first; i < body.length; i++) {
    const exits = runStatement(program, body[i]!)
    if (exits.ways.length === 0) continue
    return exits.isClosed || i + 1 === body.length ? exits : goneOn(program, body, i, exits)
  }
  return NONE
}

/** What follows a statement with exits, where none of them is taken. */
function goneOn(program: Program, body: readonly Statement[], i: number, { ways }: Exits): Exits {
  const at = body[i]!
  const open = goingOn(program, at, 1, ways)
  const rest = () => program.meter.within(at, () => runBody(program, body, i + 1))
  const later = program.when(at, open, rest) ?? UNREACHED
  return { ways: [...ways, ...left(program, at, open, later.ways)], isClosed: later.isClosed }
}

/** Where it was open before and none of the ways is taken. */
const goingOn = (program: Program, at: Place, open: Bit, ways: readonly Exit[]): Bit =>
  ways.reduce((still, { when }) => program.recorder.narrowed(at, allBits(at, [still, notBit(at, when)])), open)

/** The ways out of what ran under a condition, as bits that are quick to build conditions on. */
const left = (program: Program, at: Place, bit: Bit, ways: readonly Exit[]): readonly Exit[] =>
  under(at, bit, ways).map(way => ({ ...way, when: program.recorder.narrowed(way.at, way.when) }))

const runBlock = (program: Program, at: Place, body: readonly Statement[]): Exits =>
  program.meter.within(at, () => program.scoped(() => runBody(program, body)))

/** Runs one statement of the program; what remains of it in the circuit goes to the recorder. */
export function runStatement(program: Program, statement: Statement): Exits {
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
      return runBox(program, statement)
    case 'break':
    case 'continue':
      return always(statement.kind, statement)
    case 'end':
      return ended(program, statement)
    case 'return':
      return returned(program, statement)
    default:
      runSimple(program, statement)
      return NONE
  }
}

const returned = (program: Program, statement: Extract<Statement, { kind: 'return' }>): Exits =>
  always('return', statement, statement.value ? evaluate(program, statement.value) : null)

/** Circuits carry no times, so that a box is what it holds. */
function runBox(program: Program, { line, column, time, body }: Extract<Statement, { kind: 'block' }>): Exits {
  if (time) {
    needTime(program, time)
    program.leaveOut({ line, column })
  }
  return runBlock(program, { line, column }, body)
}

/** The statements behind it have not been read yet, so that only what is known now can drop them. */
function ended(program: Program, at: Place): Exits {
  if (program.conditions > 0)
    unsupported(at, 'end where a measurement decides is not supported: put what follows into else')
  return always('end', at)
}

function runSimple(program: Program, statement: Statement): void {
  switch (statement.kind) {
    case 'include':
      include(program, statement, statement.path)
      return
    case 'declare':
      declareVariable(program, statement)
      return
    case 'array':
      declareArray(program, statement)
      return
    case 'time':
      declareTime(program, statement)
      return
    case 'delay':
      delay(program, statement)
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
  if (expression.kind === 'call' && program.find(expression.name)?.kind === 'def')
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
  const root = into && program.find(rootOf(into))
  if (into === null || (root?.kind !== 'variable' && root?.kind !== 'array')) {
    measureInto(program, statement, of, into)
    return
  }
  const value: Expression = { line, column, kind: 'measure', of, height: of.height + 1 }
  assign(program, { line, column, kind: 'assign', target: into, operator: '=', value })
}

function runFor(program: Program, statement: Extract<Statement, { kind: 'for' }>): Exits {
  const ways: Exit[] = []
  let open: Bit = 1
  for (const turn of turnsOf(program, statement.over)) {
    const run = (): Exits => runTurn(program, statement, turn.value)
    const exits: Exits = program.when(statement, allBits(statement, [open, turn.when]), run) ?? UNREACHED
    if (exits.ways.length === 0) continue
    const taken = left(program, statement, turn.when, exits.ways)
    ways.push(...left(program, statement, open, taken))
    open = exits.isClosed && turn.when === 1 ? 0 : goingOn(program, statement, open, taken)
    if (open === 0) break
  }
  return without('break', { ways, isClosed: open === 0 })
}

function runTurn(program: Program, statement: Extract<Statement, { kind: 'for' }>, value: Value): Exits {
  /** Two scopes and a binding cost about as much as thirty steps of an expression. */
  program.meter.spend(statement, 30)
  const exits = program.scoped(() => {
    program.declare(statement, statement.name, {
      ...{ kind: 'variable', type: statement.type?.name ?? 'int', width: null, isConst: false },
      ...{ conditions: program.conditions, value },
    })
    return runBlock(program, statement, statement.body)
  })
  return without('continue', exits)
}

function runWhile(program: Program, { condition, body }: Extract<Statement, { kind: 'while' }>): Exits {
  for (;;) {
    const bit = truthOf(condition, evaluate(program, condition))
    if (typeof bit === 'object') return unsupported(condition, ENDLESS)
    if (bit === 0) return NONE
    const exits: Exits = without('continue', runBlock(program, condition, body))
    if (exits.isClosed) return without('break', exits)
    if (exits.ways.length > 0) return unsupported(exits.ways[0]!.at, ENDLESS)
  }
}

function runIf(program: Program, statement: Extract<Statement, { kind: 'if' }>): Exits {
  const { condition, then, otherwise } = statement
  const bit = truthOf(condition, evaluate(program, condition))
  const yes = runWhen(program, statement, bit, then)
  if (otherwise.length === 0 && yes.ways.length === 0) return NONE
  return either([yes, runWhen(program, statement, notBit(statement, bit), otherwise)], true)
}

/** A branch; where a measurement decides on it, every instruction in it carries the condition. */
function runWhen(program: Program, at: Place, bit: Bit, body: readonly Statement[]): Exits {
  if (bit === 0) return UNREACHED
  if (body.length === 0) return NONE
  const exits = program.when(at, bit, () => runBlock(program, at, body)) ?? UNREACHED
  return exits.ways.length === 0 ? exits : { ...exits, ways: left(program, at, bit, exits.ways) }
}

function runSwitch(program: Program, { of, cases }: Extract<Statement, { kind: 'switch' }>): Exits {
  const value = evaluate(program, of)
  const branches: Exits[] = []
  let pending: Bit = 1
  for (const { values, body } of cases) {
    const chosen: Bit = values === null ? 1 : chosenBy(program, of, value, values)
    branches.push(runWhen(program, of, allBits(of, [pending, chosen]), body))
    pending = allBits(of, [pending, notBit(of, chosen)])
    if (pending === 0) break
  }
  return either(branches, pending === 0)
}

/** Whether the value, taken before any case ran, is one of the case's. */
const chosenBy = (program: Program, at: Place, value: Value, values: NonNullable<SwitchCase['values']>): Bit =>
  anyBit(
    at,
    values.map(other => truthOf(at, binaryValue(program.meter, other, '==', value, evaluate(program, other)))),
  )
