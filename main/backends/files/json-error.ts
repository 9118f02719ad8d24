/**
 * Finds where a text stops being JSON. JSON.parse says so on some engines and for some errors only, so this walks the
 * grammar of RFC 8259 itself; it runs only after JSON.parse has failed. No recursion: nesting cannot exhaust the stack.
 */

export interface JsonError {
  readonly offset: number
  readonly expected: string
}

/** Only tokens of bounded length are left to regular expressions: on megabytes those can exhaust their own stack. */
const LITERAL = /-?(?:0|[1-9]\d{0,400})(?:\.\d{1,400})?(?:[eE][+-]?\d{1,400})?(?![\d.eE+-])|true|false|null/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Tokens that may come next; `value or ]` and `key or }` come after an opening bracket. */
type ExpectedToken = 'value' | 'value or ]' | 'key or }' | 'key' | ':' | ', or ]' | ', or }' | 'end'

/** The first error of a text that is not JSON; null when it is JSON after all. */
export function findJsonError(text: string): JsonError | null {
  const open: ('[' | '{')[] = []
  let state: ExpectedToken = 'value'
  let at = 0
  for (;;) {
    const token = nextToken(text, at)
    if (token === null)
      return state === 'end' && isBlank(text, at) ? null : { offset: skipBlank(text, at), expected: EXPECTED[state] }
    const next = step(state, token.kind, open)
    if (next === null) return { offset: skipBlank(text, at), expected: EXPECTED[state] }
    state = next
    at = token.end
  }
}

const EXPECTED: Record<ExpectedToken, string> = {
  value: 'a value',
  'value or ]': 'a value or "]"',
  'key or }': 'a quoted name or "}"',
  key: 'a quoted name',
  ':': '":"',
  ', or ]': '"," or "]"',
  ', or }': '"," or "}"',
  end: 'the end of the file',
}

function nextToken(text: string, from: number): { kind: string; end: number } | null {
  const at = skipBlank(text, from)
  const mark = text[at]
  if (mark === undefined) return null
  if ('[]{},:'.includes(mark)) return { kind: mark, end: at + 1 }
  const end = mark === '"' ? endOfString(text, at + 1) : matchAt(LITERAL, text, at)
  return end === null ? null : { kind: mark === '"' ? 'string' : 'literal', end }
}

function skipBlank(text: string, at: number): number {
  let end = at
  while (end < text.length && ' \t\n\r'.includes(text[end]!)) end++
  return end
}

/** The offset after the closing quote, null when the string is not closed or holds what JSON forbids. */
function endOfString(text: string, from: number): number | null {
  for (let at = from; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) return null
    const next = code === 0x5c ? matchAt(ESCAPE, text, at) : at + 1
    if (next === null) return null
    at = next
  }
  return null
}

function matchAt(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : null
}

const isBlank = (text: string, at: number): boolean => skipBlank(text, at) === text.length

/** The state after a token, or null where the grammar does not allow the token. Updates `open`, the brackets that are open. */
function step(state: ExpectedToken, kind: string, open: ('[' | '{')[]): ExpectedToken | null {
  if (state === 'value' || state === 'value or ]') {
    if (kind === '[' || kind === '{') {
      open.push(kind)
      return kind === '[' ? 'value or ]' : 'key or }'
    }
    if (kind === 'literal' || kind === 'string') return afterValue(open)
    return state === 'value or ]' && kind === ']' ? close(open) : null
  }
  if (state === 'key' || state === 'key or }') {
    if (kind === 'string') return ':'
    return state === 'key or }' && kind === '}' ? close(open) : null
  }
  if (state === ':') return kind === ':' ? 'value' : null
  if (state === ', or ]') return kind === ',' ? 'value' : kind === ']' ? close(open) : null
  if (state === ', or }') return kind === ',' ? 'key' : kind === '}' ? close(open) : null
  return null
}

function close(open: ('[' | '{')[]): ExpectedToken {
  open.pop()
  return afterValue(open)
}

function afterValue(open: readonly ('[' | '{')[]): ExpectedToken {
  const top = open.at(-1)
  return top === undefined ? 'end' : top === '[' ? ', or ]' : ', or }'
}
