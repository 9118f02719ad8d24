import type { ParametricCircuit } from '../../contract/jobs/circuit'
import { MAX_FAULTS } from '../../contract/model/errors'
import { canonicalCircuit } from '../model/canonical'
import { defineBuiltIns } from './execution/definition'
import { checkNoLoopExit } from './execution/exits'
import { assignOutputs } from './execution/outputs'
import { runStatement } from './execution/statement'
import { callSubroutine } from './execution/subroutine'
import { FastReader } from './fast-path/reader'
import type { Statement } from './model/ast'
import {
  type Diagnostic,
  limitExceeded,
  QasmError,
  type SourceLocation,
  StatementError,
  semanticError,
  syntaxError,
  unsupportedError,
} from './model/diagnostics'
import { MAX_TEXT } from './model/limits'
import { StepBudget } from './model/step-budget'
import {
  aliasNotes,
  localNotes,
  overwrittenNotes,
  phaseNotes,
  scratchNotes,
  signNotes,
  timingNotes,
  xorNotes,
} from './notes'
import { foreignTextHint } from './parser/foreign-text'
import { Lexer } from './parser/lexer'
import { parseStatement } from './parser/statement'
import { Cursor } from './parser/token-cursor'
import { addedRegisters, circuitNames } from './register-names'
import { allocateBits } from './state/bit-allocation'
import type { Copy } from './state/cells'
import { declaredBits } from './state/declared-bits'
import { LocationTrace } from './state/location-trace'
import { ProgramState } from './state/program'
import { ProgramTrace, type StatementTrace } from './state/trace'

export interface ParametricProgram {
  /** With expressions of the inputs, where there are some. */
  readonly circuit: ParametricCircuit
  /** Names of its parameters. */
  readonly inputs: readonly string[]
  readonly version: '2.0' | '3.0'
  /** Notes about the result, such as bits added for local variables. */
  readonly notes: readonly string[]
}

/** The editions of the language that are published, as programs spell them. */
const VERSIONS: ReadonlyMap<string, 2 | 3> = new Map([
  ...(['2', '2.0'] as const).map(text => [text, 2] as const),
  ...(['3', '3.0', '3.1'] as const).map(text => [text, 3] as const),
])
const START: SourceLocation = { line: 1, column: 1 }

/**
 * The circuit of an OpenQASM 2.0 or 3.0 program. Qubits and bits are numbered through the registers in the order of their
 * declaration, bits under `output` first and those of local variables last. The result is the output bits, or in a program
 * without outputs all bits declared at its top. Throws QasmError with up to 100 faults; never takes more than the limits allow.
 * `checkpoint` is called again and again and throws where the work is to end (see StepBudget).
 */
export function parseParametricQasm(text: string, checkpoint?: () => void): ParametricProgram {
  const { result, faults } = readProgram(text, { checkpoint, trace: null })
  if (result !== null) return result
  throw new QasmError(faults)
}

/** A program read for an editor: all that could be run, statement by statement, whatever faults the text has elsewhere. */
export interface TracedProgram {
  /** null where the text has faults. */
  readonly result: ParametricProgram | null
  /** At most 100; at least one where there is no result. */
  readonly faults: readonly Diagnostic[]
  readonly version: 2 | 3
  readonly trace: ProgramTrace
  /** Qubits, classical cells and names as they are at the end of the text. */
  readonly state: ProgramState
}

/** As `parseParametricQasm`, and records which statement put what into the circuit. Throws only what `checkpoint` throws. */
export function traceQasm(text: string, checkpoint?: () => void): TracedProgram {
  const trace = new ProgramTrace()
  return { ...readProgram(text, { checkpoint, trace }), trace }
}

/** Where the statements of a program without faults stand, and the copies of bits among its instructions. */
export function locateQasm(text: string, checkpoint?: () => void) {
  const trace = new LocationTrace()
  const { copies } = readProgram(text, { checkpoint, trace })
  return { trace, copies }
}

interface ReadingOptions {
  readonly checkpoint: (() => void) | undefined
  readonly trace: StatementTrace | null
}

function readProgram(text: string, { checkpoint, trace }: ReadingOptions) {
  const faults: Diagnostic[] = []
  const budget = new StepBudget(Math.min(text.length, MAX_TEXT), checkpoint)
  const lexer = new Lexer(text, characters => budget.pass(characters))
  const cursor = new Cursor(lexer, trace?.spans ?? null)
  const state = new ProgramState(callSubroutine, budget, trace)
  let [result, copies]: [ParametricProgram | null, readonly Copy[]] = [null, []]
  if (text.length > MAX_TEXT)
    faults.push({ ...START, kind: 'unsupported', message: `programs end at ${MAX_TEXT} characters` })
  else {
    defineBuiltIns(state, START)
    const version = attempt(faults, lexer, () => readVersion(cursor, state))
    const isRead = version !== 'stop' && readStatements(state, { cursor, lexer, faults })
    if (!isRead && (version !== 'done' || !state.statesVersion)) sayWhatItLooksLike(text, faults)
    if (faults.length === 0)
      attempt(faults, lexer, () => {
        ;({ result, copies } = finished(cursor, state))
      })
    if (result === null && faults.length === 0)
      faults.push({ ...START, kind: 'semantic', message: 'the program is no circuit' })
  }
  return { result, copies, faults, version: cursor.version, state }
}

/** Runs a step and collects its fault. 'fault': reading goes on with the next statement; 'stop': it ends. */
function attempt(faults: Diagnostic[], at: SourceLocation, step: () => void): 'done' | 'fault' | 'stop' {
  try {
    step()
    return 'done'
  } catch (error) {
    if (isStackFull(error))
      return attempt(faults, at, () => limitExceeded(at, 'too much runs within each other up to here'))
    if (!(error instanceof StatementError)) throw error
    if (error.fault.message !== '' && !isReported(faults, error.fault)) faults.push(error.fault)
    return error.isFinal || faults.length >= MAX_FAULTS ? 'stop' : 'fault'
  }
}

/** A subroutine has the same fault in every call. */
const isReported = (faults: readonly Diagnostic[], { line, column, message }: Diagnostic): boolean =>
  faults.some(known => known.line === line && known.column === column && known.message === message)

/** The stack can be full in spite of the limits on nesting where the caller uses most of it. */
const isStackFull = (error: unknown) => error instanceof RangeError && error.message.includes('call stack')

/** Adds to the first fault which language the text looks like, where not even its first statement is OpenQASM. */
function sayWhatItLooksLike(text: string, faults: Diagnostic[]): void {
  const [first] = faults
  const hint = first?.kind === 'syntax' ? foreignTextHint(text) : null
  if (first && hint !== null) faults[0] = { ...first, message: `${first.message}; ${hint}` }
}

/** The text that is being read, and the faults found in it so far. */
interface TextBeingRead {
  readonly cursor: Cursor
  readonly lexer: Lexer
  readonly faults: Diagnostic[]
}

/**
 * Parses to the end whatever the faults, so that all are reported; runs statements only while the syntax has been right.
 * Returns whether the first statement could be parsed.
 */
function readStatements(program: ProgramState, { cursor, lexer, faults }: TextBeingRead): boolean {
  let isFirstRead: boolean | null = faults.length > 0 ? false : null
  const flat = new FastReader(lexer, program, cursor.version === 3)
  let isReadable = true
  for (let isOpen = true; isOpen; ) {
    if (
      program.trace === null &&
      isReadable &&
      cursor.isAtLexer &&
      attempt(faults, lexer, () => flat.read()) === 'stop'
    )
      return isFirstRead ?? true
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
    isFirstRead ??= parsed === 'done'
    if (parsed === 'stop') return isFirstRead
    if (parsed === 'done') continue
    isReadable = false
    cursor.recover()
  }
  return isFirstRead ?? true
}

/** Runs an outermost statement; returns whether the program goes on behind it. */
function runOutermost(program: ProgramState, statement: Statement): boolean {
  const exits = runStatement(program, statement)
  checkNoLoopExit(exits)
  const returned = exits.ways.find(({ kind }) => kind === 'return')
  if (returned) semanticError(returned.at, 'return stands outside of any subroutine')
  return exits.ways.length === 0
}

/** `OPENQASM 2.0;` or `OPENQASM 3;`; a program without it is OpenQASM 3, unless it includes the library of version 2. */
function readVersion(cursor: Cursor, program: ProgramState): void {
  if (!cursor.is('OPENQASM')) {
    program.statesVersion = false
    if (cursor.is('include') && cursor.peek(1).text === 'qelib1.inc') cursor.version = 2
    return
  }
  cursor.take()
  const token = cursor.take()
  const isVersion = token.kind === 'number' && /^[0-9]+(\.[0-9]+)?$/.test(token.text)
  if (!isVersion) syntaxError(token, 'expected a version such as 2.0 or 3.0')
  const known = VERSIONS.get(token.text)
  cursor.version = known ?? unsupportedError(token, `OpenQASM ${token.text} is not known here; 2.0, 3.0 and 3.1 are`)
  cursor.expect(';', 'after the version')
}

function finished(cursor: Cursor, program: ProgramState) {
  const { recorder } = program
  const at = cursor.peek()
  if (recorder.qubits === 0) semanticError(at, 'the program declares no qubits')
  const unshown = assignOutputs(program)
  const declaredFirst = declaredBits(program)
  const { registers } = declaredFirst
  const { instructions, declared, locals, scratch, lost, copies } = allocateBits(recorder, declaredFirst, at)
  const names = circuitNames(registers.map(({ name }) => name))
  const named = registers.map((register, i) => ({ ...register, name: names[i]! }))
  const added = addedRegisters(names, locals, scratch)
  const circuit: ParametricCircuit = {
    num_qubits: recorder.qubits + scratch,
    num_clbits: declared + locals,
    result_clbits: declaredFirst.result,
    ...(recorder.physical === 0 ? { registers: [...named, ...added] } : { physical_qubits: true }),
    instructions,
  }
  const result: ParametricProgram = {
    circuit: canonicalCircuit(circuit),
    inputs: program.inputs,
    version: cursor.version === 2 ? '2.0' : '3.0',
    notes: [
      ...registers.flatMap(({ name }, i) =>
        name === names[i]
          ? []
          : [`The register ${name} is called ${names[i]} in the circuit: its own name is not free there.`],
      ),
      ...localNotes(declared, locals),
      ...scratchNotes(recorder.qubits, scratch),
      ...unshown.map(
        name => `The output ${name} is not in the results, which hold bits, and numbers of a given width alone.`,
      ),
      ...timingNotes(program.leftOut),
      ...phaseNotes(program.controlledU),
      ...aliasNotes(program.names.shadowed),
      ...overwrittenNotes(lost),
      ...signNotes(program.readUnsigned),
      ...xorNotes(program.xorOfNumbers),
    ],
  }
  return { result, copies }
}
