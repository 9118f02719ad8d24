import type { Statement } from '../../qasm/model/ast'
import type { Span } from '../../qasm/model/diagnostics'
import type { Token } from '../../qasm/parser/lexer'
import type { TracedStatement } from '../../qasm/state/trace'
import type { BodyLocation, BoxKind } from './model'
import { closingBracket, positionOf, statementTokens, withoutAnnotations } from './tokens'

/** Kind of the box that a statement is drawn as; null for a plain statement. */
export function boxKind({ statement, inner, applications }: TracedStatement): BoxKind | null {
  const { kind } = statement
  if (kind === 'for' || kind === 'while' || kind === 'if' || kind === 'switch' || kind === 'block') return kind
  if (inner.length > 0) return 'subroutine'
  return kind === 'apply' && applications.length === 0 ? 'subroutine' : null
}

/** The statement up to its body, without needless blanks: `for uint i in [0:3]`, `if (c == 1)`, `qft q[0], q[1]`. */
export function boxTitle(text: string, { statement, span }: TracedStatement): string {
  const tokens = statementTokens(text, withoutAnnotations(text, span))
  const open = headEnd(tokens, statement)
  const end = open > 0 ? tokens[open - 1]!.end : span.end
  return text.slice(tokens[0]!.start, end).replace(/\s+/g, ' ').replace(/;$/, '')
}

function headEnd(tokens: readonly Token[], { kind }: Statement): number {
  if (kind === 'if' || kind === 'while' || kind === 'switch') return closingBracket(tokens, 1) + 1
  if (kind !== 'for') return kind === 'block' ? Math.max(1, positionOf(tokens, '{')) : tokens.length
  const over = tokens.findIndex(({ text }) => text === 'in') + 1
  return ['[', '{'].includes(tokens[over]!.text) ? closingBracket(tokens, over) + 1 : over + 1
}

interface TracedBody {
  readonly label: string
  readonly location: BodyLocation | null
  readonly iterations: readonly (readonly TracedStatement[])[]
}
interface TracedText {
  readonly text: string
  readonly spans: ReadonlyMap<Statement, Span>
}

/** The bodies of a box in the order of the text, each with the statements that ran in each iteration. */
export function bodiesOf(source: TracedText, traced: TracedStatement): TracedBody[] {
  const { statement, inner } = traced
  const called = calledBody(source, traced)
  return (called ? [{ label: '', body: called.body }] : written(statement, inner)).map(({ label, body }) => ({
    label,
    location: bodyLocation(source, called?.span ?? traced.span, body),
    iterations: iterationsIn(
      body,
      inner.filter(({ statement: one }) => body.includes(one)),
    ),
  }))
}

interface CalledBody {
  readonly body: readonly Statement[]
  /** Range of the definition in the text. */
  readonly span: Span
}

/** The body of the subroutine that the statement calls; null where it calls none, or several. */
function calledBody({ spans }: TracedText, { given, inner }: TracedStatement): CalledBody | null {
  const [first] = inner
  return given === null || first === undefined ? null : (calledBodies(spans).get(first.statement) ?? null)
}

const known = new WeakMap<ReadonlyMap<Statement, Span>, ReadonlyMap<Statement, CalledBody>>()

/** Bodies of the subroutines, by each of their statements. */
function calledBodies(spans: ReadonlyMap<Statement, Span>): ReadonlyMap<Statement, CalledBody> {
  const found = known.get(spans)
  if (found) return found
  const bodies = new Map<Statement, CalledBody>()
  for (const [statement, span] of spans)
    if (statement.kind === 'def') for (const one of statement.body) bodies.set(one, { body: statement.body, span })
  known.set(spans, bodies)
  return bodies
}

function written(statement: Statement, inner: readonly TracedStatement[]) {
  switch (statement.kind) {
    case 'for':
    case 'while':
    case 'block':
      return [{ label: '', body: statement.body }]
    case 'if':
      return [
        { label: 'then', body: statement.then },
        { label: 'else', body: statement.otherwise },
      ].filter(({ body, label }) => label === 'then' || body.length > 0)
    case 'switch':
      return statement.cases.map(({ values, body }, position) => ({
        label: values === null ? 'default' : `case ${position + 1}`,
        body,
      }))
    default:
      return [{ label: '', body: inner.map(({ statement: one }) => one) }]
  }
}

/** Statements in the order in which they ran, cut where the body begins again. */
function iterationsIn(body: readonly Statement[], ran: readonly TracedStatement[]): TracedStatement[][] {
  const order = new Map(body.map((statement, position) => [statement, position]))
  const iterations: TracedStatement[][] = []
  let last = Number.POSITIVE_INFINITY
  for (const one of ran) {
    const position = order.get(one.statement)!
    if (position <= last) iterations.push([])
    iterations.at(-1)!.push(one)
    last = position
  }
  return iterations
}

/**
 * Where statements can be put into a body: between its braces, or at its only statement where it has no braces; null where
 * neither is found.
 */
export function bodyLocation(
  { text, spans }: TracedText,
  around: Span,
  body: readonly Statement[],
): BodyLocation | null {
  const outer = withoutAnnotations(text, around)
  const [first, last] = [body[0] && spans.get(body[0]), body.at(-1) && spans.get(body.at(-1)!)]
  if (!first || !last || first.start < outer.start || last.end > outer.end) return emptyBraces(text, outer)
  const before = statementTokens(text, { start: outer.start, end: first.start }).at(-1)
  const [after] = statementTokens(text, { start: last.end, end: outer.end })
  if (before?.text === '{' && after?.text === '}') return { kind: 'braces', open: before.end, close: after.start }
  return body.length === 1 ? { kind: 'statement', span: first } : null
}

/** `{ }` at the end of a statement. */
function emptyBraces(text: string, outer: Span): BodyLocation | null {
  const [open, close] = statementTokens(text, outer).slice(-2)
  return open?.text === '{' && close?.text === '}' ? { kind: 'braces', open: open.end, close: close.start } : null
}
