import type { Statement } from '../../qasm/model/ast'
import type { Span } from '../../qasm/model/diagnostics'
import type { TracedProgram } from '../../qasm/read'
import type { CircuitDocument } from './model'
import { statementTokens } from './tokens'

/** An outermost statement of OpenQASM, as far as reading an edited text needs to know it. */
export interface OuterStatement extends Span {
  /**
   * `declares`: only declares gates, subroutines, qubits, bits, constants or inputs. `plain`: a gate, reset or barrier, on which
   * no condition depends. `measures`: a measurement, on which later conditions depend, or a loop or branch of plain and measuring
   * statements. `other`: may change how later statements are read.
   */
  readonly role: 'declares' | 'plain' | 'measures' | 'other'
}

export interface OuterStatements {
  /** `OPENQASM 3.0;` as it is written; empty where the text does not say it. */
  readonly version: string
  /** In the order of the text. */
  readonly list: readonly OuterStatement[]
  /**
   * Whether no statement is `other`: then no bit holds a constant, so a condition always reads the bits that it names, and each
   * statement can be read by the declarations alone.
   */
  readonly areIndependent: boolean
}

const known = new WeakMap<CircuitDocument, OuterStatements>()

/** null for a document that is to be read as a whole. */
export const outerStatementsOf = (document: CircuitDocument): OuterStatements | null => known.get(document) ?? null

export function rememberOuterStatements(document: CircuitDocument, statements: OuterStatements): CircuitDocument {
  known.set(document, statements)
  return document
}

/** The outermost statements; null where the program may end before its text does, so that later statements need not run. */
export function outerStatements(text: string, { trace }: TracedProgram): OuterStatements | null {
  if (mayEndEarly(text)) return null
  const list = trace.statements.map(({ statement, span }) => ({ ...span, role: statementRole(statement) }))
  return { version: text.slice(0, versionEnd(text)), ...withIndependence(list) }
}

export const withIndependence = (list: readonly OuterStatement[]): Omit<OuterStatements, 'version'> => ({
  list,
  areIndependent: list.every(({ role }) => role !== 'other'),
})

const EXITS = /\bend\b/

/** The word `end` may stand in comments and strings, too; `return` only ends a subroutine. */
const mayEndEarly = (text: string): boolean =>
  EXITS.test(text) &&
  statementTokens(text, { start: 0, end: text.length }).some(token => token.kind === 'name' && EXITS.test(token.text))

/** Offset after `OPENQASM 3.0;`; 0 where the text does not begin with it. */
export function versionEnd(text: string): number {
  const [first, , last] = statementTokens(text, { start: 0, end: text.search(/;|$/) + 1 })
  return first?.text === 'OPENQASM' ? Math.min(last?.end ?? 0, text.length) : 0
}

export function statementRole(statement: Statement): OuterStatement['role'] {
  if (isPlain(statement)) return 'plain'
  if (declares(statement)) return 'declares'
  return measures(statement) ? 'measures' : 'other'
}

const isPlain = ({ kind }: Statement): boolean => kind === 'apply' || kind === 'reset' || kind === 'barrier'

function declares(statement: Statement): boolean {
  if (statement.kind !== 'declare') return ['include', 'gate', 'opaque', 'def', 'alias'].includes(statement.kind)
  const { type, value, isConst, isInput, isOutput } = statement
  const isRegister = (type.name === 'qubit' || type.name === 'bit') && value === null && !isOutput
  return isConst || isInput === true || isRegister
}

/** Variables need no check here: their declaration is another outer statement, with a role of its own. */
function measures(statement: Statement): boolean {
  switch (statement.kind) {
    case 'measure':
      return statement.into !== null
    case 'assign':
      return statement.operator === '=' && statement.value.kind === 'measure'
    case 'for':
      return statement.body.every(isPlainOrMeasures)
    case 'if':
      return statement.then.every(isPlainOrMeasures) && statement.otherwise.every(isPlainOrMeasures)
    default:
      return false
  }
}

const isPlainOrMeasures = (statement: Statement): boolean => isPlain(statement) || measures(statement)
