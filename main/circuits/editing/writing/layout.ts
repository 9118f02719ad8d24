import type { Span } from '../../qasm/model/diagnostics'
import type { TextEdit } from './text-edit'

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1
const lineEnd = (text: string, at: number): number => {
  const found = text.indexOf('\n', at)
  return found === -1 ? text.length : found
}
const isBlank = (text: string): boolean => /^[ \t\r]*$/.test(text)
const isComment = (text: string): boolean => /^[ \t]*(\/\/.*|\/\*((?!\*\/).)*\*\/[ \t\r]*)?$/.test(text)

/** Blanks before a statement that begins its line; null where other text begins it. */
export function indentOf(text: string, at: number): string | null {
  const before = text.slice(lineStart(text, at), at)
  return isBlank(before) ? before : null
}

/** Inserts statements before the one at `at`: on lines of their own where it begins its line, else on its line. */
export function before(text: string, at: number, statements: readonly string[]): TextEdit {
  const indent = indentOf(text, at)
  const end = indent === null ? ' ' : `${newlineOf(text)}${indent}`
  return { start: at, end: at, insert: statements.map(statement => statement + end).join('') }
}

/** Inserts statements after the one in that span, and after a comment that ends its line. */
export function behind(text: string, { start, end }: Span, statements: readonly string[]): TextEdit {
  const rest = text.slice(end, lineEnd(text, end))
  const indent = indentOf(text, start)
  if (indent === null || !(isBlank(rest) || isComment(rest)))
    return { start: end, end, insert: statements.map(statement => ` ${statement}`).join('') }
  const at = isBlank(rest) ? end : lineEnd(text, end) - (rest.endsWith('\r') ? 1 : 0)
  const insert = statements.map(statement => `${newlineOf(text)}${indent}${statement}`).join('')
  return { start: at, end: at, insert }
}

/** Takes a statement out, and its line where nothing else stands there. */
export function removal(text: string, { start, end }: Span): TextEdit {
  const [first, last] = [lineStart(text, start), lineEnd(text, end)]
  if (isBlank(text.slice(first, start)) && isBlank(text.slice(end, last)))
    return { start: first, end: Math.min(last + 1, text.length), insert: '' }
  const blanks = /^[ \t]*/.exec(text.slice(end, last))![0].length
  const isLast = isBlank(text.slice(end, last))
  const before = /[ \t]*$/.exec(text.slice(first, start))![0].length
  return isLast ? { start: start - before, end, insert: '' } : { start, end: end + blanks, insert: '' }
}

/** Line ending of the text. */
export const newlineOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')
