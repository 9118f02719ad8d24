/** Tokens of a line of OpenQASM or JSON, for its colours alone: what a text means is for the reader of circuits to say. */
import { wordKind } from '../../../../main/circuits/editing/document/vocabulary'
import { GATES } from '../../../../main/contract/gates/gate-table'

export type TokenLook =
  | 'comment'
  | 'string'
  | 'number'
  | 'keyword'
  | 'typeName'
  | 'modifier'
  | 'constant'
  | 'gate'
  | 'propertyName'
  | 'operator'
  | 'bracket'
  | 'name'

/** Carried from line to line. */
export interface LineState {
  /** Within a comment of several lines. */
  isInComment: boolean
  /** 2 once the text says so. */
  version: 2 | 3
  /** Braces that are open. */
  depth: number
  /** Whether nothing but blanks stood on the line so far: there a @ begins an annotation. */
  beginsLine: boolean
}

/** Text that is read from left to right; patterns begin by ^. As CodeMirror's StringStream. */
export interface LineStream {
  match(pattern: RegExp): RegExpMatchArray | boolean | null
  skipToEnd(): void
  /** Whether it is at the start of a line. */
  sol(): boolean
  next(): unknown
}

export const firstState = (): LineState => ({ isInComment: false, version: 3, depth: 0, beginsLine: true })

const LOOKS = { keyword: 'keyword', type: 'typeName', modifier: 'modifier', value: 'constant' } as const
const WORD = /^[\p{L}_][\p{L}\p{Nd}_]*/u
const NUMBER =
  /^(?:0[bB][01_]+|0o[0-7_]+|0[xX][0-9a-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?(?:dt|ns|us|µs|ms|s)?)/

export function openQasmToken(stream: LineStream, state: LineState): TokenLook | null {
  if (stream.sol()) state.beginsLine = true
  if (state.isInComment) return comment(stream, state)
  if (stream.match(/^\s+/)) return null
  const { beginsLine } = state
  state.beginsLine = false
  if (stream.match(/^\/\//) || (beginsLine && stream.match(/^[#@]/))) {
    stream.skipToEnd()
    return 'comment'
  }
  if (stream.match(/^\/\*/)) return comment(stream, state)
  if (stream.match(/^"[^"]*"?/)) return 'string'
  const version = stream.match(/^OPENQASM\s+([23])(?:\.\d+)?/)
  if (version) {
    state.version = Array.isArray(version) && version[1] === '2' ? 2 : 3
    return 'keyword'
  }
  if (stream.match(NUMBER)) return 'number'
  if (stream.match(/^\$\d+/)) return 'name'
  const word = stream.match(WORD)
  if (word) return wordLook((word as RegExpMatchArray)[0], state.version)
  return mark(stream, state)
}

function comment(stream: LineStream, state: LineState): TokenLook {
  state.isInComment = !stream.match(/^.*?\*\//)
  if (state.isInComment) stream.skipToEnd()
  return 'comment'
}

function wordLook(word: string, version: 2 | 3): TokenLook {
  const kind = wordKind(word, version)
  if (kind !== null) return LOOKS[kind]
  return Object.hasOwn(GATES, word) || word === 'U' || word === 'CX' ? 'gate' : 'name'
}

function mark(stream: LineStream, state: LineState): TokenLook | null {
  if (stream.match(/^\{/)) {
    state.depth++
    return 'bracket'
  }
  if (stream.match(/^\}/)) {
    state.depth = Math.max(0, state.depth - 1)
    return 'bracket'
  }
  if (stream.match(/^[()[\]]/)) return 'bracket'
  if (stream.match(/^[-+*/%=<>!&|^~@]+/)) return 'operator'
  stream.next()
  return null
}

export function jsonToken(stream: LineStream, state: LineState): TokenLook | null {
  if (stream.match(/^\s+/)) return null
  if (stream.match(/^"(?:[^"\\]|\\.)*"(?=\s*:)/)) return 'propertyName'
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string'
  if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return 'number'
  if (stream.match(/^(?:true|false|null)\b/)) return 'constant'
  return mark(stream, state)
}
