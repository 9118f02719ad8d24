import type { Span } from '../../qasm/model/diagnostics'
import type { Token } from '../../qasm/parser/lexer'
import { closingBracket, commaSeparated, positionOf, statementTokens } from './tokens'

/** The pieces of a plain statement, as stretches of the text. */
export type StatementParts =
  | {
      readonly kind: 'gate'
      /** `ctrl @ inv @`, with the blanks between; null where there are none. */
      readonly modifiers: Span | null
      readonly name: Span
      readonly params: readonly Span[]
      /** The parameters with their parentheses; null where there are none. */
      readonly parameterList: Span | null
      readonly operands: readonly Span[]
    }
  | { readonly kind: 'measure'; readonly source: Span; readonly target: Span | null }
  | { readonly kind: 'reset' | 'barrier'; readonly operands: readonly Span[] }

/** Parts of the statement in that span; null for a statement of another form. */
export function statementParts(text: string, span: Span): StatementParts | null {
  const tokens = statementTokens(text, span)
  const end = tokens.at(-1)?.text === ';' ? tokens.length - 1 : tokens.length
  const measure = tokens.findIndex(({ kind, text: word }) => kind === 'name' && word === 'measure')
  if (measure !== -1) return measureParts(tokens, measure, end)
  const word = tokens[0]?.text
  if (word === 'reset' || word === 'barrier') return { kind: word, operands: commaSeparated(tokens, 1, end) }
  return gateParts(tokens, end)
}

/** Parts of `c = measure q` or `measure q -> c`; null for a measurement within a declaration or an expression. */
function measureParts(tokens: readonly Token[], measure: number, end: number): StatementParts | null {
  if (measure === 0) {
    const arrow = positionOf(tokens, '->')
    const source = stretch(tokens, 1, arrow === -1 ? end : arrow)
    return source && { kind: 'measure', source, target: arrow === -1 ? null : stretch(tokens, arrow + 1, end) }
  }
  const equals = positionOf(tokens, '=')
  const isDeclared = tokens[0]!.text === 'bit' || tokens[0]!.text === 'output'
  if (equals !== measure - 1 || isDeclared) return null
  const [source, target] = [stretch(tokens, measure + 1, end), stretch(tokens, 0, equals)]
  return source && target && { kind: 'measure', source, target }
}

const stretch = (tokens: readonly Token[], first: number, end: number): Span | null =>
  end > first ? { start: tokens[first]!.start, end: tokens[end - 1]!.end } : null

function gateParts(tokens: readonly Token[], end: number): StatementParts | null {
  const at = tokens.findLastIndex(({ kind, text }) => kind === 'symbol' && text === '@')
  const name = tokens[at + 1]
  if (name === undefined || name.kind !== 'name') return null
  const hasList = tokens[at + 2]?.text === '('
  const close = hasList ? closingBracket(tokens, at + 2) : at + 1
  return {
    kind: 'gate',
    modifiers: stretch(tokens, 0, at + 1),
    name: { start: name.start, end: name.end },
    params: hasList ? commaSeparated(tokens, at + 3, close) : [],
    parameterList: hasList ? stretch(tokens, at + 2, close + 1) : null,
    operands: commaSeparated(tokens, close + 1, end),
  }
}
