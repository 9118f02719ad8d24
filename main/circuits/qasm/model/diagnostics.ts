import { AppError } from '../../../contract/model/errors'

/** A range of a text: offsets of its first character and of the one after its last. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Line and column count from 1, columns in UTF-16 units. */
export interface SourceLocation {
  readonly line: number
  readonly column: number
}

type DiagnosticKind = 'syntax' | 'semantic' | 'unsupported'

/** A fault of a program, or a construct that OpenQASM allows and the circuit model cannot hold. */
export interface Diagnostic extends SourceLocation {
  readonly message: string
  readonly kind: DiagnosticKind
}

const sentence = ({ line, column, message }: Diagnostic) => `line ${line}, column ${column}: ${message}`

/** The program cannot become a circuit; `problems` says why, in the order of the text. */
export class QasmError extends AppError {
  constructor(readonly problems: readonly Diagnostic[]) {
    const rest = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
    super('invalid_file', `OpenQASM ${sentence(problems[0]!)}${rest}`, { details: { problems } })
    this.name = 'QasmError'
  }
}

/** Ends the statement that is read or run; the reader collects the fault and goes on with the next statement. */
export class StatementError extends Error {
  constructor(
    readonly fault: Diagnostic,
    /** Whether a limit was reached, so that reading ends here. */
    readonly isFinal = false,
  ) {
    super(fault.message)
  }
}

const stop = (kind: DiagnosticKind, { line, column }: SourceLocation, message: string): never => {
  // Names in a message can be as long as the text.
  throw new StatementError({
    line,
    column,
    message: message.length > 400 ? `${message.slice(0, 400)}…` : message,
    kind,
  })
}
export const syntaxError = (at: SourceLocation, message: string): never => stop('syntax', at, message)
export const semanticError = (at: SourceLocation, message: string): never => stop('semantic', at, message)
export const unsupportedError = (at: SourceLocation, message: string): never => stop('unsupported', at, message)

/** A limit of limits.ts; reading ends here. */
export function limitExceeded({ line, column }: SourceLocation, message: string): never {
  throw new StatementError({ line, column, message, kind: 'unsupported' }, true)
}
