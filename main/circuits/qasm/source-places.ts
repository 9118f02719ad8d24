/** Where parts of a circuit stand in the OpenQASM that it was read from. The text is read again: only faults ask. */
import type { Statement } from './model/ast'
import type { SourceLocation } from './model/diagnostics'
import { traceQasm } from './read'
import type { TracedStatement } from './state/trace'

export interface SourcePlaces {
  /** The statement that made an instruction of the circuit; null where that is not known. */
  instruction(index: number): SourceLocation | null
  /** The declaration of an input. */
  input(name: string): SourceLocation | null
  /** The first declaration of qubits; null where there is none. */
  qubits(): SourceLocation | null
}

/** Requires a text without faults. */
export function sourcePlaces(text: string, checkpoint?: () => void): SourcePlaces {
  const { trace, state, result } = traceQasm(text, checkpoint)
  // Copies of classical bits are put between the instructions of the statements, where there are some.
  const isInOrder = result?.circuit.instructions.length === state.recorder.instructions.length
  return {
    instruction: index => (isInOrder ? innermost(trace.statements, index) : null),
    input: name => declared(trace.statements, ({ isInput, name: given }) => isInput === true && given === name),
    qubits: () => declared(trace.statements, ({ type }) => type.name === 'qubit'),
  }
}

type Declaration = Extract<Statement, { kind: 'declare' }>

function declared(statements: readonly TracedStatement[], isMeant: (declaration: Declaration) => boolean) {
  const found = statements.find(({ statement }) => statement.kind === 'declare' && isMeant(statement))
  return found ? locationOf(found) : null
}

function innermost(statements: readonly TracedStatement[], index: number): SourceLocation | null {
  const made = statements.find(({ first, last }) => first <= index && index < last)
  return made ? (innermost(made.inner, index) ?? locationOf(made)) : null
}

const locationOf = ({ statement: { line, column } }: TracedStatement): SourceLocation => ({ line, column })
