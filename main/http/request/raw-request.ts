import { duplicateKey } from '../../contract/model/duplicate-keys'
import { AppError } from '../../contract/model/errors'
import { routes } from '../../contract/routes'
import type { Route } from '../../contract/routes/definition'
import { parserFor, type RequestPart } from '../../contract/routes/parse-request'

/** A request with its body unparsed, for a thread to parse it. */
export interface RawRequest extends Record<Exclude<RequestPart, 'body'>, unknown> {
  /** Method and path as in the route table. */
  readonly method: string
  readonly path: string
  /** JSON in UTF-8. */
  readonly bytes: Uint8Array
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON body; an empty one counts as {}. Throws AppError `malformed_json`, or `invalid_request` for deep
 * nesting and for a name that appears twice in one object.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {}
  refuseDeep(bytes)
  const text = textOf(bytes)
  const value = read(text)
  const repeated = duplicateKey(text, value)
  if (repeated === null) return value
  const message = 'appears twice in one object; send each name once'
  const { pointer } = repeated
  throw new AppError('invalid_request', `${pointer}: ${message}`, { faults: [{ pointer, message }] })
}

/** Far deeper than any valid body. */
const MAX_LEVELS = 1_000
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
/** Bit 0x20 distinguishes `[` from `{` and `]` from `}`, so that one comparison finds both. */
const [CASE, OPENING, CLOSING] = [0x20, 0x7b, 0x7d]

/** Refuses deeply nested bodies: JSON.parse takes seconds for megabytes of brackets, closed or not. */
function refuseDeep(bytes: Uint8Array): void {
  let levels = 0
  for (let at = 0; at < bytes.length && levels <= MAX_LEVELS; at += 1) {
    const byte = bytes[at]!
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if ((byte | CASE) === OPENING) levels += 1
    else if ((byte | CASE) === CLOSING) levels -= 1
  }
  if (levels <= MAX_LEVELS) return
  const message = `more than ${MAX_LEVELS} lists and objects within each other`
  throw new AppError('invalid_request', `the body: ${message}`, { faults: [{ pointer: '', message }] })
}

/** Index of the closing quote; the end of the body or beyond it when there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  let end = start + 1
  while (end < bytes.length && bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1
  return end
}

/** Throws for invalid UTF-8: replacing the bad bytes would silently alter names. */
function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError('malformed_json', `The body is not UTF-8: byte ${badByte(bytes)} cannot stand where it does`)
  }
}

/** Index of the first invalid byte, by bisection for the longest valid prefix. */
function badByte(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isBeginning(bytes.subarray(0, middle))) good = middle
    else bad = middle
  }
  return good
}

/** Whether the bytes are UTF-8, apart from a character cut off at the end. */
function isBeginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('malformed_json', (error as Error).message)
  }
}

/** The parsed parts of a request, equal to the router's. Throws AppError `malformed_json` or `invalid_request`. */
export function readRequest({ method, path, params, query, bytes }: RawRequest): Record<RequestPart, unknown> {
  const table: readonly Route[] = Object.values(routes)
  const route = table.find(each => each.method === method && each.path === path)
  if (!route) throw new Error(`The route table has no ${method} ${path}`)
  return parserFor(route)({ params, query, body: parseJson(bytes) })
}
