import { apply } from './apply'
import { assign } from './assign'
import { allBits, anyBit, type Bit, notBit } from './bits'
import { declareAlias, declareVariable } from './declare'
import { defineGate, include } from './define'
import { evaluate } from './evaluate'
import { type Exit, type Exits, NONE, under } from './exits'
import { type Place, unsupported } from './fault'
import { measureInto } from './measure'
import { quantumBits, rootOf } from './operands'
import { binaryValue } from './operators'
import type { Program } from './program'
import { callSubroutine } from './subroutine'
import type { Expression, Statement, SwitchCase } from './syntax'
import { turnsOf } from './turns'
import { truthOf, type Value } from './values'

const ENDLESS =
  'a while loop that a measurement decides has no fixed length: a for loop over a range, left by break, has one'

export function runBody(program: Program, body: readonly Statement[], first = 0): Exits {
  for (let i = first; i < body.length; i++) {
    const exits = runStatement(program, body[i]!)
    if (exits.length === 0) continue
    const isLast = i + 1 === body.length
    return isLast ? exits : [...exits, ...goneOn(program, body[i]!, exits, () => runBody(program, body, i + 1))]
  }
  return NONE
}

/** What follows exits, where none of them is taken. */
function goneOn(program: Program, at: Place, exits: Exits, run: () => Exits): Exits {
  const open = goingOn(program, at, 1, exits)
  return under(at, open, program.meter.within(at, () => program.when(at, open, run)) ?? NONE)
}

/** Where it was open before and none of the exits is taken. */
const goingOn = (program: Program, at: Place, open: Bit, exits: Exits): Bit =>
  exits.reduce(
    (still, exit) => program.recorder.narrowed(at, allBits(at, [still, notBit(at, narrowed(program, exit).when)])),
    open,
  )

const narrowed = (program: Program, exit: Exit): Exit => ({
  ...exit,
  when: program.recorder.narrowed(exit.at, exit.when),
})

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
      return runBlock(program, statement, statement.body)
    case 'break':
    case 'continue':
      return [{ kind: statement.kind, at: statement, when: 1, value: null }]
    case 'end':
      return ended(program, statement)
    case 'return':
      return [returned(program, statement)]
    default:
      runSimple(program, statement)
      return NONE
  }
}

function returned(program: Program, statement: Extract<Statement, { kind: 'return' }>): Exit {
  const value = statement.value ? evaluate(program, statement.value) : null
  return { kind: 'return', at: statement, when: 1, value }
}

/** The statements behind it have not been read yet, so that only what is known now can drop them. */
function ended(program: Program, at: Place): Exits {
  if (program.conditions > 0)
    unsupported(at, 'end where a measurement decides is not supported: put what follows into else')
  return [{ kind: 'end', at, when: 1, value: null }]
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

function runFor(program: Program, statement: Extract<Statement, { kind: 'for' }>): Exits {
  const { name, type, body } = statement
  const left: Exit[] = []
  let open: Bit = 1
  for (const { value, when } of turnsOf(program, statement.over)) {
    /** Two scopes and a binding cost about as much as thirty steps of an expression. */
    program.meter.spend(statement, 30)
    const turn = () =>
      program.scoped(() => {
        program.declare(statement, name, {
          ...{ kind: 'variable', type: type?.name ?? 'int', width: null, isConst: false },
          ...{ conditions: program.conditions, value },
        })
        return runBlock(program, statement, body)
      })
    const exits = program.when(statement, allBits(statement, [open, when]), turn) ?? NONE
    const taken = under(
      statement,
      when,
      exits.filter(({ kind }) => kind !== 'continue'),
    )
    if (taken.length === 0) continue
    left.push(...under(statement, open, taken).map(exit => narrowed(program, exit)))
    open = goingOn(program, statement, open, taken)
    if (open === 0) break
  }
  return left.filter(({ kind }) => kind !== 'break')
}

function runWhile(program: Program, { condition, body }: Extract<Statement, { kind: 'while' }>): Exits {
  for (;;) {
    const bit = truthOf(condition, evaluate(program, condition))
    if (typeof bit === 'object') return unsupported(condition, ENDLESS)
    if (bit === 0) return NONE
    const left = runBlock(program, condition, body).filter(({ kind }) => kind !== 'continue')
    const [exit] = left
    if (exit?.when === 1) return exit.kind === 'break' ? NONE : left
    if (exit) return unsupported(exit.at, ENDLESS)
  }
}

function runIf(program: Program, statement: Extract<Statement, { kind: 'if' }>): Exits {
  const { condition, then, otherwise } = statement
  const bit = truthOf(condition, evaluate(program, condition))
  return [...runWhen(program, statement, bit, then), ...runWhen(program, statement, notBit(statement, bit), otherwise)]
}

/** A branch; where a measurement decides on it, every instruction in it carries the condition. */
function runWhen(program: Program, at: Place, bit: Bit, body: readonly Statement[]): Exits {
  if (body.length === 0) return NONE
  return under(at, bit, program.when(at, bit, () => runBlock(program, at, body)) ?? NONE)
}

function runSwitch(program: Program, { of, cases }: Extract<Statement, { kind: 'switch' }>): Exits {
  const value = evaluate(program, of)
  const left: Exit[] = []
  let pending: Bit = 1
  for (const { values, body } of cases) {
    const chosen: Bit = values === null ? 1 : chosenBy(program, of, value, values)
    left.push(...runWhen(program, of, allBits(of, [pending, chosen]), body))
    pending = allBits(of, [pending, notBit(of, chosen)])
    if (pending === 0) break
  }
  return left
}

/** Whether the value, taken before any case ran, is one of the case's. */
const chosenBy = (program: Program, at: Place, value: Value, values: NonNullable<SwitchCase['values']>): Bit =>
  anyBit(
    at,
    values.map(other => truthOf(at, binaryValue(program.meter, other, '==', value, evaluate(program, other)))),
  )
