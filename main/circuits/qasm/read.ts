import type { Circuit } from '../../contract/jobs'
import { canonicalCircuit } from '../canonical'
import { isFreeName } from '../words'
import { placeCells } from './cells'
import { Cursor } from './cursor'
import { defineBuiltIns } from './define'
import { type Place, QasmErrors, type QasmFault, QasmStop, semantic, syntax, unsupported } from './fault'
import { MAX_FAULTS, MAX_TEXT } from './limits'
import { parseStatement } from './parse-statement'
import { Program } from './program'
import { runStatement } from './statements'
import { callSubroutine } from './subroutine'

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
  const cursor = new Cursor(text)
  const program = new Program(callSubroutine, text.length)
  defineBuiltIns(program, START)
  if (attempt(faults, () => readVersion(cursor)) !== 'stop') readStatements(cursor, program, faults)
  let result: QasmProgram | null = null
  if (faults.length === 0)
    attempt(faults, () => {
      result = finished(cursor, program)
    })
  if (result !== null) return result
  throw new QasmErrors(
    faults.length > 0 ? faults : [{ ...START, kind: 'semantic', message: 'the program is no circuit' }],
  )
}

/** Runs a step; a fault is collected. 'fault': go on with the next statement; 'stop': nothing after it means anything. */
function attempt(faults: QasmFault[], step: () => void): 'done' | 'fault' | 'stop' {
  try {
    step()
    return 'done'
  } catch (error) {
    if (!(error instanceof QasmStop)) throw error
    if (error.fault.message !== '') faults.push(error.fault)
    return error.isFinal || faults.length >= MAX_FAULTS ? 'stop' : 'fault'
  }
}

/** Parses to the end whatever the faults, so that all are told; runs statements only while the syntax has been right. */
function readStatements(cursor: Cursor, program: Program, faults: QasmFault[]): void {
  let isReadable = true
  for (let isOpen = true; isOpen; ) {
    const parsed = attempt(faults, () => {
      cursor.begin()
      const statement = parseStatement(cursor)
      isOpen = statement !== null
      if (statement === null || !isReadable) return
      const run = attempt(faults, () => {
        isOpen = runStatement(program, statement).kind !== 'end'
      })
      if (run === 'stop') isOpen = false
    })
    if (parsed === 'stop') return
    if (parsed === 'done') continue
    isReadable = false
    cursor.recover()
  }
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
  const { instructions, declared, locals } = placeCells(recorder, at)
  const scratch =
    locals > 0 ? [{ name: freshName(registers.map(({ name }) => name)), kind: 'bit' as const, size: locals }] : []
  const isNamed = recorder.physical === 0 && registers.every(({ name }) => isFreeName(name))
  const circuit: Circuit = {
    num_qubits: recorder.qubits,
    num_clbits: declared + locals,
    ...(isNamed ? { registers: [...registers, ...scratch] } : {}),
    instructions,
  }
  const notes =
    locals > 0 ? [`Classical bits ${declared} to ${declared + locals - 1} hold outcomes of local variables.`] : []
  return { circuit: canonicalCircuit(circuit), version: cursor.version === 2 ? '2.0' : '3.0', notes }
}

function freshName(taken: readonly string[]): string {
  let name = 'local'
  while (taken.includes(name)) name += '_'
  return name
}
