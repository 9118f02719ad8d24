import { AppError } from '../../../contract/model/errors'

/** Line and column count from 1, columns in UTF-16 units. */
export interface Place {
  readonly line: number
  readonly column: number
}

export type QasmFaultKind = 'syntax' | 'semantic' | 'unsupported'

/** One thing wrong with a program, or one that OpenQASM allows and the circuit model does not hold. */
export interface QasmFault extends Place {
  readonly message: string
  readonly kind: QasmFaultKind
}

const sentence = ({ line, column, message }: QasmFault) => `line ${line}, column ${column}: ${message}`

/** The program cannot become a circuit; `problems` says why, in the order of the text. */
export class QasmErrors extends AppError {
  constructor(readonly problems: readonly QasmFault[]) {
    const rest = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
    super('invalid_file', `OpenQASM ${sentence(problems[0]!)}${rest}`, { problems })
    this.name = 'QasmErrors'
  }
}

/** Stops the statement at hand; the reader collects it and goes on with the next one. */
export class QasmStop extends Error {
  constructor(
    readonly fault: QasmFault,
    /** A limit was reached or a fault is the consequence of another: nothing after it means anything. */
    readonly isFinal = false,
  ) {
    super(fault.message)
  }
}

const stop = (kind: QasmFaultKind, { line, column }: Place, message: string): never => {
  /** Names in a message can be as long as the text. */
  throw new QasmStop({ line, column, message: message.length > 400 ? `${message.slice(0, 400)}…` : message, kind })
}
export const syntax = (at: Place, message: string): never => stop('syntax', at, message)
export const semantic = (at: Place, message: string): never => stop('semantic', at, message)
export const unsupported = (at: Place, message: string): never => stop('unsupported', at, message)

/** A limit of limits.ts; reading ends here. */
export function exceeded({ line, column }: Place, message: string): never {
  throw new QasmStop({ line, column, message, kind: 'unsupported' }, true)
}
