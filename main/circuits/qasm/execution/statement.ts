import { declareArray } from '../evaluation/arrays'
import { evaluateExpression } from '../evaluation/expression'
import { quantumBits, rootOf } from '../evaluation/operands'
import type { Expression, Statement, StatementOf } from '../model/ast'
import { type SourceLocation, unsupportedError } from '../model/diagnostics'
import type { ProgramState } from '../state/program'
import { assign } from './assignment'
import { runBlock } from './block'
import { runIf, runSwitch } from './branch'
import { declareAlias, declareVariable } from './declaration'
import { defineGate, include } from './definition'
import { checkDuration, declareTime, delay } from './durations'
import { type Exits, exitAlways, NO_EXITS } from './exits'
import { apply } from './gate-call'
import { runFor, runWhile } from './loop'
import { measureInto } from './measurement'
import { callSubroutine } from './subroutine'

/** Runs one statement of the program; its instructions go to the recorder. */
export function runStatement(program: ProgramState, statement: Statement): Exits {
  program.budget.spend(statement)
  const { trace, recorder } = program
  if (trace === null) return runAny(program, statement)
  return trace.around(statement, recorder.instructions, () => runAny(program, statement))
}

function runAny(program: ProgramState, statement: Statement): Exits {
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
      return exitAlways(statement.kind, statement)
    case 'end':
      return ended(program, statement)
    case 'return':
      return returned(program, statement)
    default:
      runSimple(program, statement)
      return NO_EXITS
  }
}

const returned = (program: ProgramState, statement: StatementOf<'return'>): Exits =>
  exitAlways('return', statement, statement.value ? evaluateExpression(program, statement.value) : null)

/** Circuits carry no times, so a box only runs its body. */
function runBox(program: ProgramState, { line, column, time, body }: StatementOf<'block'>): Exits {
  if (time) {
    checkDuration(program, time)
    program.leaveOut({ line, column })
  }
  return runBlock(program, { line, column }, body)
}

/**
 * Refuses `end` under a measured condition: later statements are not read yet, so none can be put under its opposite.
 */
function ended(program: ProgramState, at: SourceLocation): Exits {
  if (program.conditions > 0)
    unsupportedError(at, 'end where a measurement decides is not supported: put what follows into else')
  return exitAlways('end', at)
}

function runSimple(program: ProgramState, statement: Statement): void {
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
      program.names.declare(statement, statement.name, {
        kind: 'gate',
        isLibrary: false,
        gate: { kind: 'opaque', name: statement.name },
      })
      return
    case 'def':
      program.names.declare(statement, statement.name, {
        kind: 'def',
        params: statement.params,
        result: statement.result,
        body: statement.body,
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

function runExpression(program: ProgramState, expression: Expression): void {
  if (expression.kind === 'call' && program.names.find(expression.name)?.kind === 'def')
    callSubroutine(program, expression, { name: expression.name, args: expression.args })
  else evaluateExpression(program, expression)
}

function barrier(program: ProgramState, at: SourceLocation, of: readonly Expression[]): void {
  const named = of.flatMap(operand => quantumBits(program, operand))
  const qubits = of.length > 0 ? named : Array.from({ length: program.recorder.qubits }, (_, i) => i)
  program.budget.spend(at, qubits.length)
  if (qubits.length > 0) program.recorder.emit(at, { name: 'barrier', qubits: [...new Set(qubits)] })
}

/** Measures into a register of bits directly, and into a variable or an array by an assignment. */
function measure(program: ProgramState, statement: StatementOf<'measure'>): void {
  const { line, column, of, into } = statement
  const root = into && program.names.find(rootOf(into))
  if (into === null || (root?.kind !== 'variable' && root?.kind !== 'array')) {
    measureInto(program, statement, { of, into })
    return
  }
  const value: Expression = { line, column, kind: 'measure', of, height: of.height + 1 }
  assign(program, { line, column, kind: 'assign', target: into, operator: '=', value })
}
