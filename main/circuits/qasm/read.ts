import type { Circuit, Register } from '../../contract/jobs'
import { canonicalCircuit } from '../model/canonical'
import { isFreeName } from '../model/identifiers'
import { placeCells } from './state/bit-allocation'
import { Cursor } from './parser/token-cursor'
import { defineBuiltIns } from './execution/definition'
import { needNoLoopExit } from './execution/exits'
import { exceeded, type Place, QasmErrors, type QasmFault, QasmStop, semantic, syntax, unsupported } from './model/diagnostics'
import { FlatReader } from './fast-path/reader'
import { Lexer } from './parser/lexer'
import { MAX_FAULTS, MAX_TEXT } from './model/limits'
import { giveOutputs } from './execution/outputs'
import { parseStatement } from './parser/statement'
import { Program } from './state/program'
import { runStatement } from './statements'
import { callSubroutine } from './subroutine'
import type { Statement } from './model/ast'

export interface QasmProgram {
  readonly circuit: Circuit
  readonly version: '2.0' | '3.0'
  /** What the reader of the result should know: bits added for local variables and the like. */
  readonly notes: readonly string[]
}

const START: Place = { line: 1, column: 1 }

/**
 * The circuit of an OpenQASM 2.0 or 3.0 program. Classical bit i of a register is bit i of the circuit behind the registers
 * declared before it; qubits likewise. Throws QasmErrors with up to 100 faults; never takes more than the limits allow.
 */
export function parseQasm(text: string): QasmProgram {
  if (text.length > MAX_TEXT)
    throw new QasmErrors([{ ...START, kind: 'unsupported', message: `programs end at ${MAX_TEXT} characters` }])
  const faults: QasmFault[] = []
  const lexer = new Lexer(text)
  const cursor = new Cursor(lexer)
  const program = new Program(callSubroutine, text.length)
  defineBuiltIns(program, START)
  if (attempt(faults, lexer, () => readVersion(cursor)) !== 'stop') readStatements(cursor, program, lexer, faults)
  let result: QasmProgram | null = null
  if (faults.length === 0)
    attempt(faults, lexer, () => {
      result = finished(cursor, program)
    })
  if (result !== null) return result
  throw new QasmErrors(
    faults.length > 0 ? faults : [{ ...START, kind: 'semantic', message: 'the program is no circuit' }],
  )
}

/** Runs a step; a fault is collected. 'fault': go on with the next statement; 'stop': nothing after it means anything. */
function attempt(faults: QasmFault[], at: Place, step: () => void): 'done' | 'fault' | 'stop' {
  try {
    step()
    return 'done'
  } catch (error) {
    if (isStackFull(error)) return attempt(faults, at, () => exceeded(at, 'too much runs within each other up to here'))
    if (!(error instanceof QasmStop)) throw error
    if (error.fault.message !== '') faults.push(error.fault)
    return error.isFinal || faults.length >= MAX_FAULTS ? 'stop' : 'fault'
  }
}

/** The limits keep clear of it where the caller leaves the stack to us; where it does not, this is still a fault of the program. */
const isStackFull = (error: unknown) => error instanceof RangeError && error.message.includes('call stack')

/** Parses to the end whatever the faults, so that all are told; runs statements only while the syntax has been right. */
function readStatements(cursor: Cursor, program: Program, lexer: Lexer, faults: QasmFault[]): void {
  const flat = new FlatReader(lexer, program, cursor.version === 3)
  let isReadable = true
  for (let isOpen = true; isOpen; ) {
    if (isReadable && cursor.isAtLexer && attempt(faults, lexer, () => flat.read()) === 'stop') return
    const parsed = attempt(faults, lexer, () => {
      cursor.begin()
      const statement = parseStatement(cursor)
      isOpen = statement !== null
      if (statement === null || !isReadable) return
      const run = attempt(faults, lexer, () => {
        isOpen = runOutermost(program, statement)
      })
      if (run === 'stop') isOpen = false
    })
    if (parsed === 'stop') return
    if (parsed === 'done') continue
    isReadable = false
    cursor.recover()
  }
}

/** Whether the program goes on behind the statement. */
function runOutermost(program: Program, statement: Statement): boolean {
  const exits = runStatement(program, statement)
  needNoLoopExit(exits)
  const returned = exits.ways.find(({ kind }) => kind === 'return')
  if (returned) semantic(returned.at, 'return stands outside of any subroutine')
  return exits.ways.length === 0
}

/** `OPENQASM 2.0;` or `OPENQASM 3;`; a program without it is OpenQASM 3, unless it includes the library of version 2. */
function readVersion(cursor: Cursor): void {
  if (!cursor.is('OPENQASM')) {
    if (cursor.is('include') && cursor.peek(1).text === 'qelib1.inc') cursor.version = 2
    return
  }
  cursor.take()
  const token = cursor.take()
  const major = /^([0-9]+)(\.[0-9]+)?$/.exec(token.text)?.[1]
  if (token.kind !== 'number' || major === undefined) syntax(token, 'expected a version such as 2.0 or 3.0')
  if (major !== '2' && major !== '3')
    unsupported(token, `OpenQASM ${token.text} is not supported; versions 2 and 3 are`)
  cursor.version = major === '2' ? 2 : 3
  cursor.expect(';', 'after the version')
}

function finished(cursor: Cursor, program: Program): QasmProgram {
  const { recorder, registers } = program
  const at = cursor.peek()
  if (recorder.qubits === 0) semantic(at, 'the program declares no qubits')
  const lost = giveOutputs(program)
  const { instructions, declared, locals, scratch } = placeCells(recorder, at)
  const names = circuitNames(registers.map(({ name }) => name))
  const named = registers.map((register, i) => ({ ...register, name: names[i]! }))
  const added = addedRegisters(names, locals, scratch)
  const circuit: Circuit = {
    num_qubits: recorder.qubits + scratch,
    num_clbits: declared + locals,
    ...(recorder.physical === 0 ? { registers: [...named, ...added] } : {}),
    instructions,
  }
  return {
    circuit: canonicalCircuit(circuit),
    version: cursor.version === 2 ? '2.0' : '3.0',
    notes: [
      ...registers.flatMap(({ name }, i) =>
        name === names[i]
          ? []
          : [`The register ${name} is called ${names[i]} in the circuit: its own name is not free there.`],
      ),
      ...notesOf(recorder.qubits, declared, locals, scratch),
      ...lost.map(
        name => `The output ${name} is not in the results, which hold bits, and numbers of a given width alone.`,
      ),
      ...timingNotes(program.leftOut),
      ...phaseNotes(program.controlledU),
    ],
  }
}

/** Names that a circuit can carry for registers of these names: `x` is a gate there, and letters beyond ASCII cannot be written out. */
function circuitNames(given: readonly string[]): string[] {
  const names: string[] = []
  for (const name of given) {
    const word = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : 'register'
    names.push(isFreeName(word) && !names.includes(word) ? word : freshName(`${word}_`, [...given, ...names]))
  }
  return names
}

function addedRegisters(taken: readonly string[], locals: number, scratch: number): Register[] {
  const bits = { name: freshName('local', taken), kind: 'bit' as const, size: locals }
  const qubit = { name: freshName('scratch', taken), kind: 'qubit' as const, size: scratch }
  return [bits, qubit].filter(({ size }) => size > 0)
}

function notesOf(qubits: number, declared: number, locals: number, scratch: number): string[] {
  const bits = locals === 1 ? `bit ${declared} holds` : `bits ${declared} to ${declared + locals - 1} hold`
  return [
    ...(locals > 0 ? [`Classical ${bits} outcomes that no register at the top of the program takes.`] : []),
    ...(scratch > 0
      ? [
          `Qubit ${qubits} is added: the program sets classical bits other than by measuring, and this qubit carries their values.`,
        ]
      : []),
  ]
}

function timingNotes({ count, first }: Program['leftOut']): string[] {
  if (first === null) return []
  const where = `${count === 1 ? '' : 'the first '}at line ${first.line}, column ${first.column}`
  return [
    `${count === 1 ? 'A duration is' : `${count} durations are`} left out (${where}): circuits carry no times, so a delay is nothing, under calibrated noise too.`,
  ]
}

function phaseNotes(first: Place | null): string[] {
  if (first === null) return []
  return [
    `U under a control (first at line ${first.line}, column ${first.column}) has cos(θ/2) in its upper left corner; where it is to have the further phase e^(iθ/2) of later editions of OpenQASM 3, put p(θ/2) on the control.`,
  ]
}

function freshName(word: string, taken: readonly string[]): string {
  let name = word
  while (taken.includes(name)) name += '_'
  return name
}
