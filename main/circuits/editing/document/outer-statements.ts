import type { Statement } from '../../qasm/model/ast'
import type { Span } from '../../qasm/model/diagnostics'
import type { TracedProgram } from '../../qasm/read'
import type { CircuitDocument } from './model'
import { statementTokens } from './tokens'

/** An outermost statement of OpenQASM, as far as reading an edited text needs to know it. */
export interface OuterStatement extends Span {
  /**
   * `declares`: names for gates, qubits, constants and inputs, and nothing else. `plain`: a gate, reset or barrier, which no other
   * statement can ask about. `other`: all that may bear on what stands behind it.
   */
  readonly role: 'declares' | 'plain' | 'other'
}

export interface OuterStatements {
  /** `OPENQASM 3.0;` as it is written; empty where the text does not say it. */
  readonly version: string
  /** In the order of the text. */
  readonly list: readonly OuterStatement[]
}

const known = new WeakMap<CircuitDocument, OuterStatements>()

/** null for a document that is to be read as a whole. */
export const outerStatementsOf = (document: CircuitDocument): OuterStatements | null => known.get(document) ?? null

export function rememberOuterStatements(document: CircuitDocument, statements: OuterStatements): CircuitDocument {
  known.set(document, statements)
  return document
}

/** null where a program may end before its text does, so that a statement behind need not run. */
export function outerStatements(text: string, { trace }: TracedProgram): OuterStatements | null {
  if (mayEndEarly(text)) return null
  return {
    version: text.slice(0, versionEnd(text)),
    list: trace.statements.map(({ statement, span }) => ({ ...span, role: statementRole(statement) })),
  }
}

const EXITS = /\b(end|return)\b/

/** The words may stand in comments and strings, too. */
const mayEndEarly = (text: string): boolean =>
  EXITS.test(text) &&
  statementTokens(text, { start: 0, end: text.length }).some(token => token.kind === 'name' && EXITS.test(token.text))

/** Behind `OPENQASM 3.0;`; 0 where the text does not begin with it. */
export function versionEnd(text: string): number {
  const [first, , last] = statementTokens(text, { start: 0, end: text.search(/;|$/) + 1 })
  return first?.text === 'OPENQASM' ? Math.min(last?.end ?? 0, text.length) : 0
}

export function statementRole(statement: Statement): OuterStatement['role'] {
  const { kind } = statement
  if (kind === 'apply' || kind === 'reset' || kind === 'barrier') return 'plain'
  if (kind === 'include' || kind === 'gate') return 'declares'
  if (kind !== 'declare') return 'other'
  const { type, value, isConst, isInput } = statement
  return isConst || isInput || (type.name === 'qubit' && value === null) ? 'declares' : 'other'
}
