/** Where things stand in a JSON text: lines and columns for faults that are named by a JSON pointer (RFC 6901). */

export interface Position {
  /** Both from 1. */
  readonly line: number
  readonly column: number
}

/** Line and column of an offset in the text, both from 1. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y
const PLAIN = /[^\s,\]}]+/y
const SPACE = /\s*/y

/** A reader over a text that is known to be JSON (`JSON.parse` accepted it). */
function readerOf(text: string) {
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  return {
    at: () => at,
    peek: () => {
      take(SPACE)
      return text[at]
    },
    step: () => {
      at += 1
    },
    string: () => take(STRING),
    plain: () => take(PLAIN),
  }
}
type Reader = ReturnType<typeof readerOf>

/** Passes one value without looking into it; no recursion, so depth does not matter. */
function skip(reader: Reader): void {
  let depth = 0
  do {
    const next = reader.peek()
    if (next === undefined) return
    if (next === '"') reader.string()
    else if (next === '{' || next === '[') depth += 1
    else if (next === '}' || next === ']') depth -= 1
    if ('{}[],:'.includes(next)) reader.step()
    else if (next !== '"') reader.plain()
  } while (depth > 0)
}

/** Goes to the value of one member or item of the value here; false where it has none of that name. */
function enter(reader: Reader, wanted: string): boolean {
  const open = reader.peek()
  if (open !== '{' && open !== '[') return false
  reader.step()
  for (let item = 0; ; item++) {
    const next = reader.peek()
    if (next === undefined || next === '}' || next === ']') return false
    let name = String(item)
    if (open === '{') {
      name = JSON.parse(reader.string()) as string
      reader.peek()
      reader.step()
    }
    if (name === wanted) return true
    skip(reader)
    if (reader.peek() === ',') reader.step()
  }
}

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** Offset of the value a pointer names; of the innermost value around it where that one is missing. */
export function offsetOf(text: string, pointer: string): number {
  const reader = readerOf(text)
  reader.peek()
  let found = reader.at()
  for (const part of pointer.split('/').slice(1)) {
    if (!enter(reader, unescaped(part))) break
    reader.peek()
    found = reader.at()
  }
  return found
}
