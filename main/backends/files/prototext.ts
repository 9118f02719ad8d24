/** Protocol buffer text, as far as device specs use it: fields, nested messages, strings, numbers, lists, comments. */
import { invalidFile, lineAndColumn, quote } from './invalid-file'
import type { NamedText } from './json'

/** Fields of a message in order; a field may come several times. */
export interface Message {
  readonly fields: { readonly name: string; readonly value: string | number | Message }[]
}

const MAX_DEPTH = 100
const WORD = /[A-Za-z_][\w.]{0,200}/y
const NUMBER = /-?(?:\d{1,300}\.?\d{0,300}|\.\d{1,300})(?:[eE][+-]?\d{1,9})?/y

interface PrototextToken {
  readonly kind: 'word' | 'text' | 'number' | 'mark' | 'end'
  readonly text: string
  readonly offset: number
}

/** Reads the whole text. Iterative, like the JSON reader, against hostile nesting. Throws `invalid_file` with line and column. */
export function parsePrototext(file: NamedText): Message {
  const root: Message = { fields: [] }
  const open: { message: Message; closing: string }[] = [{ message: root, closing: '' }]
  const tokens = new PrototextTokens(file)
  for (let token = tokens.next(); token.kind !== 'end'; token = tokens.next()) {
    const top = open.at(-1)!
    if (token.kind === 'mark' && token.text === top.closing) open.pop()
    else if (token.kind !== 'word') throw tokens.fault(token, 'a field name')
    else enter(token.text, tokens, open)
  }
  if (open.length > 1) throw tokens.fault(tokens.last, `"${open.at(-1)!.closing}"`)
  return root
}

function enter(name: string, tokens: PrototextTokens, open: { message: Message; closing: string }[]): void {
  const { fields } = open.at(-1)!.message
  let token = tokens.next()
  if (token.text === ':' && token.kind === 'mark') token = tokens.next()
  else if (token.text !== '{' && token.text !== '<') throw tokens.fault(token, '":" or "{"')
  if (token.kind === 'mark' && token.text === '[') for (const value of tokens.list()) fields.push({ name, value })
  else if (token.kind === 'mark' && (token.text === '{' || token.text === '<')) {
    const message: Message = { fields: [] }
    fields.push({ name, value: message })
    open.push({ message, closing: token.text === '{' ? '}' : '>' })
    if (open.length > MAX_DEPTH) throw invalidFile(tokens.name, null, `nested deeper than ${MAX_DEPTH} levels.`)
  } else fields.push({ name, value: tokens.scalar(token) })
}

class PrototextTokens {
  private at = 0
  last: PrototextToken = { kind: 'end', text: '', offset: 0 }

  constructor(private readonly file: NamedText) {}

  get name(): string {
    return this.file.name
  }

  next(): PrototextToken {
    const { content } = this.file
    const offset = skipBlank(content, this.at)
    const kind = kindAt(content[offset])
    const end = endOf(kind, content, offset)
    if (kind === null || end === null) throw this.fault({ kind: 'mark', text: '', offset }, 'device specification text')
    this.at = end
    this.last = { kind, text: content.slice(offset, end), offset }
    return this.last
  }

  scalar(token: PrototextToken): string | number {
    if (token.kind === 'text') return token.text.slice(1, -1)
    if (token.kind === 'number') return Number(token.text)
    if (token.kind === 'word') return token.text
    throw this.fault(token, 'a value')
  }

  /** Values up to the closing bracket; the opening one is already read. */
  list(): (string | number)[] {
    const values: (string | number)[] = []
    for (let token = this.next(); token.text !== ']' || token.kind !== 'mark'; token = this.next())
      values.push(this.scalar(token))
    return values
  }

  fault(token: PrototextToken, expected: string): Error {
    const found =
      token.offset >= this.file.content.length
        ? 'the file ends here'
        : `found ${quote(this.file.content.slice(token.offset, token.offset + 12))}`
    return invalidFile(
      this.file.name,
      lineAndColumn(this.file.content, token.offset),
      `expected ${expected}, ${found}.`,
    )
  }
}

/** Blanks, separators and comments. A loop, because a regular expression can exhaust its stack on megabytes of them. */
function skipBlank(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    if (text[at] === '#') {
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end
    } else if (' \t\r\n,;'.includes(text[at]!)) at++
    else break
  }
  return at
}

function kindAt(mark: string | undefined): PrototextToken['kind'] | null {
  if (mark === undefined) return 'end'
  if (/[A-Za-z_]/.test(mark)) return 'word'
  if (mark === '"' || mark === "'") return 'text'
  if (/[-.\d]/.test(mark)) return 'number'
  return '{}<>:[]'.includes(mark) ? 'mark' : null
}

function endOf(kind: PrototextToken['kind'] | null, text: string, at: number): number | null {
  if (kind === 'end') return at
  if (kind === 'mark') return at + 1
  if (kind === 'text') return endOfText(text, at)
  const pattern = kind === 'word' ? WORD : NUMBER
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

/** After the closing quote; null when the line or the file ends before it. */
function endOfText(text: string, from: number): number | null {
  for (let at = from + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === text[from]) return at + 1
    if (text[at] === '\\') at++
  }
  return null
}

export const messages = (message: Message, name: string): Message[] =>
  message.fields.flatMap(field => (field.name === name && typeof field.value === 'object' ? [field.value] : []))

export const scalars = (message: Message, name: string): (string | number)[] =>
  message.fields.flatMap(field => (field.name === name && typeof field.value !== 'object' ? [field.value] : []))
