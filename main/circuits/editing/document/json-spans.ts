import type { Span } from '../../qasm/model/diagnostics'

/** A value of a JSON text: where it stands, and the values in it by name or position. */
export interface JsonValue extends Span {
  readonly members: ReadonlyMap<string, JsonValue>
}

const TOKEN = /\s*(?:("[^"\\]*(?:\\.[^"\\]*)*")|([^\s",:{}[\]]+)|([{}[\],:]))/y

/**
 * Locations of the values of a JSON text, which `JSON.parse` must accept, down to `depth` levels; deeper values are passed over
 * without recursion.
 */
export function jsonSpans(text: string, depth: number): JsonValue {
  let at = 0
  const next = () => {
    TOKEN.lastIndex = at
    const [all, string, word, mark] = TOKEN.exec(text)!
    at += all.length
    const token = (string ?? word ?? mark)!
    return { token, start: at - token.length, end: at }
  }
  const value = (levels: number): JsonValue => {
    const { token, start, end } = next()
    if (token !== '{' && token !== '[') return { start, end, members: new Map() }
    if (levels === 0) return { start, end: passed(), members: new Map() }
    const members = new Map<string, JsonValue>()
    for (let item = 0; peek(text, at) !== (token === '{' ? '}' : ']'); item++) {
      const name = token === '{' ? (JSON.parse(next().token) as string) : String(item)
      if (token === '{') next()
      members.set(name, value(levels - 1))
      if (peek(text, at) === ',') next()
    }
    return { start, end: next().end, members }
  }
  const passed = (): number => {
    for (let open = 1; open > 0; ) {
      const { token } = next()
      if (token === '{' || token === '[') open++
      else if (token === '}' || token === ']') open--
    }
    return at
  }
  return value(depth)
}

function peek(text: string, at: number): string {
  let next = at
  while (' \t\r\n'.includes(text[next] ?? '.')) next++
  return text[next] ?? ''
}

/** The value that a path of names and positions leads to, or the innermost one around it where that is missing. */
export function valueAt(root: JsonValue, path: readonly string[]): JsonValue {
  const next = root.members.get(path[0] ?? '')
  return next === undefined ? root : valueAt(next, path.slice(1))
}

/** A position in a text, as people count: both from 1. */
export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** Line and column of an offset in the text. */
export function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
