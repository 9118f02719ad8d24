import type { Circuit } from '../../../contract/jobs/circuit'
import type { TracedProgram } from '../../qasm/read'
import { traceQasm } from '../../qasm/read'
import { definitionsOf } from './definitions'
import { readJsonDocument } from './json-document'
import type { CircuitDocument, Notation, Outline } from './model'
import { outerStatements, rememberOuterStatements, versionEnd } from './outer-statements'
import { drawnSteps, stepContext } from './steps'
import { onUsedQubits, wiresOf } from './wires'

/** JSON begins with a brace; OpenQASM never does. */
const isJsonText = (text: string): boolean => /^\s*[{[]/.test(text)

/**
 * Reads a text statement by statement for a drawing that can be edited. In a text with faults, steps exist only for statements that
 * could be executed. `checkpoint` is called regularly and throws to end the work.
 */
export function readDocument(text: string, checkpoint?: () => void): CircuitDocument {
  return isJsonText(text) ? readJsonDocument(text) : onUsedQubits(openQasmDocument(text, traceQasm(text, checkpoint)))
}

const TOO_LONG = 'The program runs too many statements to be edited in the drawing; edit its text.'

function openQasmDocument(text: string, program: TracedProgram): CircuitDocument {
  const { result, faults, version, trace } = program
  const document: CircuitDocument = {
    text,
    notation: notationOf(version),
    ...wiresOf(program),
    steps: drawnSteps(stepContext(text, program), trace.statements, { prefix: '', isRepeated: false }),
    definitions: definitionsOf(text, program),
    // A program with inputs has no circuit before they have values.
    circuit: result?.inputs.length === 0 ? (result.circuit as Circuit) : null,
    program: result && {
      ...result,
      isAligned: result.circuit.instructions.length === program.state.recorder.instructions.length,
    },
    faults: result ? [] : faults,
    notes: result?.notes ?? [],
    outline: outlineOf(text, program),
    readOnly: trace.isFull ? TOO_LONG : null,
  }
  const statements = outerStatements(text, program)
  return statements === null ? document : rememberOuterStatements(document, statements)
}

function outlineOf(text: string, { trace }: TracedProgram): Outline {
  const included = trace.statements.filter(({ statement }) => statement.kind === 'include')
  const version = versionEnd(text)
  // Behind `end;` nothing runs.
  const ended = trace.statements.findIndex(({ statement }) => statement.kind === 'end')
  const last = ended === -1 ? trace.statements.at(-1) : trace.statements[ended - 1]
  return {
    head: included.at(-1)?.span.end ?? version,
    end: last?.span.end ?? version,
    includes: included.flatMap(({ statement }) => (statement.kind === 'include' ? statement.path : [])),
  }
}

const notationOf = (version: 2 | 3): Notation => (version === 2 ? 'openqasm2' : 'openqasm3')
