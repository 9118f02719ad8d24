/** Position at which a text stops being JSON, and what is expected there: JSON.parse reports neither reliably. */

/** A string without control characters, a number or word, a mark. */
const TOKEN =
  /[ \t\n\r]*(?:("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/y
const SPACE = /[ \t\n\r]*/y

/** Tokens that may come next. The `first` states follow an opening bracket, where it may close at once. */
type ExpectedJson = 'value' | 'first item' | 'key' | 'first key' | 'colon' | 'comma' | 'nothing'

const WORDS: Record<ExpectedJson, string> = {
  value: 'a value is expected here',
  'first item': 'a value or ] is expected here',
  key: 'a name in double quotes is expected here',
  'first key': 'a name in double quotes or } is expected here',
  colon: 'a colon is expected here',
  comma: 'a comma or the closing bracket is expected here',
  nothing: 'nothing more is expected here',
}

export interface JsonFault {
  readonly offset: number
  readonly message: string
}

/** The first fault of the text, null where it is JSON. Brackets are kept in a list, so depth does not matter. */
export function jsonFault(text: string): JsonFault | null {
  const open: string[] = []
  let wanted: ExpectedJson = 'value'
  let at = 0
  for (;;) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    const next: ExpectedJson | null = token === null ? null : after(token, wanted, open)
    if (next === null)
      return wanted === 'nothing' && spaceUntil(text, at) === text.length ? null : fault(text, at, wanted)
    at = TOKEN.lastIndex
    wanted = next
  }
}

const fault = (text: string, at: number, wanted: ExpectedJson): JsonFault => ({
  offset: spaceUntil(text, at),
  message: `not JSON: ${WORDS[wanted]}`,
})

function spaceUntil(text: string, at: number): number {
  SPACE.lastIndex = at
  SPACE.exec(text)
  return SPACE.lastIndex
}

/** Tokens that may follow the token; null where the token itself is not allowed. */
function after([, string, plain, mark]: RegExpExecArray, wanted: ExpectedJson, open: string[]): ExpectedJson | null {
  const value = wanted === 'value' || wanted === 'first item'
  if (string !== undefined && (wanted === 'key' || wanted === 'first key')) return 'colon'
  if (string !== undefined || plain !== undefined) return value ? behind(open) : null
  if (mark === ':') return wanted === 'colon' ? 'value' : null
  if (mark === ',') return wanted === 'comma' ? (open.at(-1) === '{' ? 'key' : 'value') : null
  if (mark === '{' || mark === '[') {
    if (!value) return null
    open.push(mark)
    return mark === '{' ? 'first key' : 'first item'
  }
  const fits = open.at(-1) === (mark === '}' ? '{' : '[')
  if (!fits || !(wanted === 'comma' || wanted === (mark === '}' ? 'first key' : 'first item'))) return null
  open.pop()
  return behind(open)
}

const behind = (open: readonly string[]): ExpectedJson => (open.length === 0 ? 'nothing' : 'comma')
