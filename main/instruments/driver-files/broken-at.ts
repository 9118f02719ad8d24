/** Where a text stops being JSON. The engines give the offset for some errors only, and in words that differ. */

interface BrokenPlace {
  /** From 0; the length of the text where it ends too early. */
  readonly offset: number
  readonly message: string
}

const SPACE = /[ \t\r\n]*/y
/** A string, a number or word, or a mark. */
const TOKEN =
  /"[^"\\\p{Cc}]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\p{Cc}]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/uy

type JsonExpectation = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or }' | ', or ]' | 'nothing more'

/** The first place where the text stops being JSON. One pass and no recursion: a file may be nested as deep as it is long. */
export function brokenAt(text: string): BrokenPlace {
  const open: string[] = []
  let wanted: JsonExpectation = 'value'
  const after = (): JsonExpectation => (open.length === 0 ? 'nothing more' : open.at(-1) === '{' ? ', or }' : ', or ]')
  for (let offset = 0; ; ) {
    SPACE.lastIndex = offset
    SPACE.exec(text)
    offset = SPACE.lastIndex
    TOKEN.lastIndex = offset
    const token = TOKEN.exec(text)?.[0]
    if (token === undefined || !fits(token, wanted)) return { offset, message: said(text, offset, wanted) }
    if (token === '{') wanted = 'name or }'
    else if (token === '[') wanted = 'value or ]'
    else if (token === ',') wanted = open.at(-1) === '{' ? 'name' : 'value'
    else if (token === ':') wanted = 'value'
    else if (wanted === 'name' || wanted === 'name or }') wanted = token === '}' ? wanted : ':'
    if (token === '{' || token === '[') open.push(token)
    else if (token === '}' || token === ']') open.pop()
    if (
      token === '}' ||
      token === ']' ||
      (wanted !== ':' && token !== ',' && token !== ':' && token !== '{' && token !== '[')
    )
      wanted = after()
    offset += token.length
  }
}

function fits(token: string, wanted: JsonExpectation): boolean {
  const isName = token.startsWith('"')
  const isValue = isName || token === '{' || token === '[' || !/^[}\],:]$/.test(token)
  switch (wanted) {
    case 'value':
      return isValue
    case 'value or ]':
      return isValue || token === ']'
    case 'name':
      return isName
    case 'name or }':
      return isName || token === '}'
    case ', or }':
      return token === ',' || token === '}'
    case ', or ]':
      return token === ',' || token === ']'
    default:
      return token === wanted
  }
}

function said(text: string, offset: number, wanted: JsonExpectation): string {
  if (offset >= text.length) return text.trim() === '' ? 'it is empty' : `it ends where ${wanted} is expected`
  return `${JSON.stringify(text.slice(offset, offset + 12))} stands where ${wanted} is expected`
}
